// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_context.h"

#include <fmt/format.h>

#include "systemc/memory/dma_descriptor.h"
#include "systemc/memory/dma_engine.h"

namespace podsim {
namespace {

std::uint64_t address_of(std::uint32_t row) { return std::uint64_t{row} * isa::kRowBytes; }

tlm::tlm_fw_transport_if<>& memory_of(DmaSockets& sockets, isa::Space space) {
  return *sockets[static_cast<std::size_t>(space)]->operator->();
}

}  // namespace

std::optional<Picoseconds> DmaContext::read(isa::Space space, std::uint32_t row, RowBlock& block,
                                            Picoseconds at) {
  const auto end = access.read(memory_of(sockets, space), address_of(row), block, at);
  return checked(end, "read", space, row, block.bytes(), at);
}

std::optional<Picoseconds> DmaContext::write(isa::Space space, std::uint32_t row, RowBlock& block,
                                             Picoseconds at) {
  const auto end = access.write(memory_of(sockets, space), address_of(row), block, at);
  return checked(end, "write", space, row, block.bytes(), at);
}

std::optional<Picoseconds> DmaContext::checked(std::optional<Picoseconds> end, const char* verb,
                                               isa::Space space, std::uint32_t row,
                                               std::size_t bytes, Picoseconds at) {
  if (!end) {
    client.dma_fault(
        "DMA-009",
        fmt::format("the memory refused to {} {} rows {}..{}: {}", verb, space_name(space), row,
                    row + bytes / isa::kRowBytes - 1, access.response_text()),
        at);
  }
  return end;
}

}  // namespace podsim
