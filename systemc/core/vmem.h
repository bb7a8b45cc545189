// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VMEM_H_
#define PODSIM_SYSTEMC_CORE_VMEM_H_

#include <cstddef>
#include <cstdint>

#include "firmware/isa/machine.h"
#include "systemc/base/row_memory.h"
#include "systemc/core/memory_port.h"

namespace podsim {

/// Vector memory: 32 Ki rows of 512 bytes (128 lanes x 32 bit), zero at the start; of each row it
/// keeps what the data's scale says.
class Vmem : public MemoryPort {
 public:
  Vmem(const sc_core::sc_module_name& name, const CoreParameters& parameters,
       const DataScale& scale = {});

  /// Rows from here to the end of the host page that holds `row` lie one after the other.
  static std::uint32_t rows_in_page(std::uint32_t row) { return kPageRows - row % kPageRows; }

  /// The 512 bytes of a row. Precondition of all four: full data, and the rows lie within VMEM.
  const std::byte* row(std::uint32_t row) const { return memory_.row(row); }
  std::byte* row_for_write(std::uint32_t row) { return memory_.row_for_write(row); }
  void read_rows(std::uint32_t first, std::uint32_t count, void* target) const;
  void write_rows(std::uint32_t first, std::uint32_t count, const void* source);

  /// The host's back door: rows, no time.
  RowMemory& memory() { return memory_; }
  const RowMemory& memory() const { return memory_; }

  std::uint64_t digest() const { return memory_.digest(); }

 protected:
  void read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) override;
  void write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) override;
  void read_block(std::uint64_t row, std::uint32_t /*lane*/, RowBlock& block) override {
    memory_.read(row, block);
  }
  bool write_block(std::uint64_t row, const RowBlock& block) override {
    memory_.write(row, block);
    return true;
  }
  bool whole_rows() const override { return memory_.scale().full(); }
  bool has_direct_access() const override { return whole_rows(); }
  void direct_access(std::uint64_t address, tlm::tlm_dmi& dmi) override;

 private:
  static constexpr std::uint32_t kPageRows = SparseMemory::kPageBytes / isa::kRowBytes;

  RowMemory memory_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VMEM_H_
