// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_SMEM_H_
#define PODSIM_SYSTEMC_CORE_SMEM_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "firmware/isa/machine.h"
#include "systemc/core/memory_port.h"

namespace podsim {

/// Scalar memory: 4096 words of 32 bit, zero at the start. Its DMA side sees 32 rows of 512 bytes:
/// row 0 is words 0..127, little-endian.
class Smem : public MemoryPort {
 public:
  using Words = std::array<std::uint32_t, isa::kSmemWords>;

  Smem(const sc_core::sc_module_name& name, const CoreParameters& parameters);

  /// Precondition of read and write: index < 4096.
  std::uint32_t read(std::uint32_t index) const { return words_[index]; }
  void write(std::uint32_t index, std::uint32_t value) { words_[index] = value; }
  const Words& words() const { return words_; }
  Words& words() { return words_; }

 protected:
  void read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) override;
  void write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) override;
  bool has_direct_access() const override { return true; }
  void direct_access(std::uint64_t address, tlm::tlm_dmi& dmi) override;

 private:
  Words words_{};
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_SMEM_H_
