// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_ROW_MEMORY_H_
#define PODSIM_SYSTEMC_BASE_ROW_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "systemc/base/data_scale.h"
#include "systemc/base/origin.h"
#include "systemc/base/row_block.h"
#include "systemc/base/sparse_memory.h"

namespace podsim {

/// The rows of a VMEM or an HBM half, at the scale of the pod's data: all 512 bytes of a row, one
/// word, or nothing. Rows never written read as zeros.
///
/// Sampled, a word may be unknown; it then reads as zero and has an Origin. All row numbers must
/// lie within rows() (InternalError or undefined: callers check first).
class RowMemory {
 public:
  RowMemory(std::uint64_t rows, const DataScale& scale);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t bytes() const { return rows_ * isa::kRowBytes; }  ///< of the machine
  const DataScale& scale() const { return scale_; }

  // Full only.
  const std::byte* row(std::uint64_t row) const { return store_.readable(row * isa::kRowBytes); }
  std::byte* row_for_write(std::uint64_t row) { return store_.writable(row * isa::kRowBytes); }
  SparseMemory& store() { return store_; }
  const SparseMemory& store() const { return store_; }

  // Sampled only.
  std::uint32_t word(std::uint64_t row) const {
    std::uint32_t word = 0;
    std::memcpy(&word, store_.readable(row * sizeof(word)), sizeof(word));
    return word;
  }
  Origin origin(std::uint64_t row) const {
    Origin origin{};
    if (has_unknown()) std::memcpy(&origin, origins_.readable(row * sizeof(origin)), sizeof origin);
    return origin;
  }
  void set_word(std::uint64_t row, std::uint32_t word, Origin origin = {}) {
    std::memcpy(store_.writable(row * sizeof(word)), &word, sizeof(word));
    if (has_unknown() || !origin.known()) set_origin(row, origin);
  }
  /// Whether any word was ever unknown.
  bool has_unknown() const { return origins_.allocated() != 0; }
  /// Of the first unknown word of the rows; known if there is none.
  Origin first_unknown(std::uint64_t row, std::uint64_t count) const;

  /// Moves a block of the memory's own scale.
  void read(std::uint64_t row, RowBlock& block) const;
  void write(std::uint64_t row, const RowBlock& block);

  /// The host's back door: `bytes` bytes from the start of a row. What the scale does not keep is
  /// dropped.
  void write_bytes(std::uint64_t row, const void* source, std::size_t bytes);
  /// The same for the sampled lane of `count` rows, one word each; full data have it, too.
  void write_words(std::uint64_t row, const std::uint32_t* words, std::uint64_t count);
  void read_words(std::uint64_t row, std::uint32_t* words, std::uint64_t count) const;

  /// Bytes of host memory behind what was written.
  std::uint64_t allocated() const { return store_.allocated() + origins_.allocated(); }
  /// Hash of the contents.
  std::uint64_t digest() const { return store_.digest() ^ 3 * origins_.digest(); }

 private:
  void set_origin(std::uint64_t row, Origin origin);
  std::size_t lane_offset() const { return scale_.lane * sizeof(std::uint32_t); }

  std::uint64_t rows_;
  DataScale scale_;
  SparseMemory store_;
  SparseMemory origins_;  ///< an Origin a row; empty until the first unknown word
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_ROW_MEMORY_H_
