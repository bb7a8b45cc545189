// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VMEM_H_
#define PODSIM_SYSTEMC_CORE_VMEM_H_

#include <cstddef>
#include <cstdint>

#include "firmware/isa/machine.h"
#include "systemc/base/sparse_memory.h"
#include "systemc/core/memory_port.h"

namespace podsim {

/// Vector memory: 32 Ki rows of 512 bytes (128 lanes x 32 bit), zero at the start.
class Vmem : public MemoryPort {
 public:
  Vmem(const sc_core::sc_module_name& name, const CoreParameters& parameters);

  /// Rows from here to the end of the host page that holds `row` lie one after the other.
  static std::uint32_t rows_in_page(std::uint32_t row) { return kPageRows - row % kPageRows; }

  /// The 512 bytes of a row. Precondition of all four: the rows lie within VMEM.
  const std::byte* row(std::uint32_t row) const { return memory_.readable(address(row)); }
  std::byte* row_for_write(std::uint32_t row) { return memory_.writable(address(row)); }
  void read_rows(std::uint32_t first, std::uint32_t count, void* target) const;
  void write_rows(std::uint32_t first, std::uint32_t count, const void* source);

  /// The host's back door: bytes, no time.
  SparseMemory& store() { return memory_; }
  const SparseMemory& store() const { return memory_; }

  std::uint64_t digest() const { return memory_.digest(); }

 protected:
  void read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) override;
  void write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) override;
  bool has_direct_access() const override { return true; }
  void direct_access(std::uint64_t address, tlm::tlm_dmi& dmi) override;

 private:
  static constexpr std::uint32_t kPageRows = SparseMemory::kPageBytes / isa::kRowBytes;
  static std::uint64_t address(std::uint32_t row) {
    return static_cast<std::uint64_t>(row) * isa::kRowBytes;
  }

  SparseMemory memory_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VMEM_H_
