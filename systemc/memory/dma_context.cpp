// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_context.h"

#include <fmt/format.h>

#include <utility>

#include "systemc/memory/dma_descriptor.h"
#include "systemc/memory/dma_engine.h"

namespace podsim {
namespace {

constexpr std::size_t kMaxSpareBuffers = 64;

std::uint64_t address_of(std::uint32_t row) { return std::uint64_t{row} * isa::kRowBytes; }

tlm::tlm_fw_transport_if<>& memory_of(DmaSockets& sockets, isa::Space space) {
  return *sockets[static_cast<std::size_t>(space)]->operator->();
}

}  // namespace

std::optional<Picoseconds> DmaContext::read(isa::Space space, std::uint32_t row,
                                            std::vector<std::byte>& data, Picoseconds at) {
  const auto end = access.read(memory_of(sockets, space), address_of(row), data.data(),
                               static_cast<std::uint32_t>(data.size()), at);
  return checked(end, "read", space, row, data.size(), at);
}

std::optional<Picoseconds> DmaContext::write(isa::Space space, std::uint32_t row,
                                             const std::vector<std::byte>& data, Picoseconds at) {
  const auto end = access.write(memory_of(sockets, space), address_of(row), data.data(),
                                static_cast<std::uint32_t>(data.size()), at);
  return checked(end, "write", space, row, data.size(), at);
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

std::vector<std::byte> DmaContext::take_buffer() {
  if (spare_buffers.empty()) return {};
  std::vector<std::byte> buffer = std::move(spare_buffers.back());
  spare_buffers.pop_back();
  return buffer;
}

void DmaContext::give_buffer(std::vector<std::byte>&& buffer) {
  if (spare_buffers.size() < kMaxSpareBuffers) spare_buffers.push_back(std::move(buffer));
}

}  // namespace podsim
