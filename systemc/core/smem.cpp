// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/smem.h"

#include <cstring>

namespace podsim {

Smem::Smem(const sc_core::sc_module_name& name, const CoreParameters& parameters)
    : MemoryPort(name, parameters, sizeof(Words)) {}

void Smem::read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) {
  std::memcpy(target, reinterpret_cast<const std::byte*>(words_.data()) + address, length);
}

void Smem::write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) {
  std::memcpy(reinterpret_cast<std::byte*>(words_.data()) + address, source, length);
}

void Smem::direct_access(std::uint64_t, tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(words_.data()));
  dmi.set_start_address(0);
  dmi.set_end_address(sizeof(Words) - 1);
  dmi.allow_read_write();
}

}  // namespace podsim
