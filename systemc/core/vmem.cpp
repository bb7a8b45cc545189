// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/vmem.h"

namespace podsim {
namespace {

constexpr std::uint64_t kBytes = std::uint64_t{isa::kVmemRows} * isa::kRowBytes;

std::uint64_t bytes_of(std::uint32_t rows) { return std::uint64_t{rows} * isa::kRowBytes; }

}  // namespace

Vmem::Vmem(const sc_core::sc_module_name& name, const CoreParameters& parameters,
           const DataScale& scale)
    : MemoryPort(name, parameters, kBytes), memory_(isa::kVmemRows, scale) {}

void Vmem::read_rows(std::uint32_t first, std::uint32_t count, void* target) const {
  memory_.store().read(bytes_of(first), target, bytes_of(count));
}

void Vmem::write_rows(std::uint32_t first, std::uint32_t count, const void* source) {
  memory_.store().write(bytes_of(first), source, bytes_of(count));
}

void Vmem::read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) {
  memory_.store().read(address, target, length);
}

void Vmem::write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) {
  memory_.store().write(address, source, length);
}

void Vmem::direct_access(std::uint64_t address, tlm::tlm_dmi& dmi) {
  const std::uint64_t start = address - address % SparseMemory::kPageBytes;
  dmi.init();
  dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(memory_.store().writable(start)));
  dmi.set_start_address(start);
  dmi.set_end_address(start + SparseMemory::kPageBytes - 1);
  dmi.allow_read_write();
}

}  // namespace podsim
