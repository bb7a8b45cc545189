// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_ROW_BLOCK_H_
#define PODSIM_SYSTEMC_BASE_ROW_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "firmware/isa/machine.h"
#include "systemc/base/origin.h"

namespace podsim {

/// Rows of 512 bytes on their way between memories, with what is kept of each (DataScale), in a
/// buffer of its own or in that of a packet.
///
/// Of unknown values it holds, behind the rows and only if there are any, one Origin a row.
class RowBlock {
 public:
  /// Who lent the buffer.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void give_back(std::byte* data) = 0;
  };

  RowBlock() = default;
  /// A buffer from `owner`, large enough for room(bytes, row_bytes).
  RowBlock(std::byte* data, Owner& owner, std::uint32_t bytes, std::uint32_t row_bytes)
      : data_(data), owner_(&owner), bytes_(bytes), row_bytes_(row_bytes) {}
  RowBlock(RowBlock&& other) noexcept { swap(other); }
  RowBlock& operator=(RowBlock&& other) noexcept {
    swap(other);
    return *this;
  }
  RowBlock(const RowBlock&) = delete;
  RowBlock& operator=(const RowBlock&) = delete;
  ~RowBlock() { release(); }

  /// Makes room for `bytes` in a buffer of its own, which is kept from one use to the next.
  /// Precondition: no other owner's buffer.
  void resize(std::uint32_t bytes, std::uint32_t row_bytes);
  /// Gives the buffer back or frees it.
  void release();
  /// The same without: whoever has a pointer into an owner's buffer cares for it now.
  void hand_over() {
    owner_ = nullptr;
    data_ = nullptr;
    release();
  }

  /// Bytes of host memory that a block may need.
  static std::size_t room(std::uint32_t bytes, std::uint32_t row_bytes) {
    const std::size_t rows = bytes / isa::kRowBytes;
    if (row_bytes == isa::kRowBytes) return bytes;
    return row_bytes == 0 ? 0 : origins_at(rows * row_bytes) + rows * sizeof(Origin);
  }

  bool empty() const { return bytes_ == 0; }
  /// Bytes that the machine moves: 512 a row, whatever is kept of them.
  std::uint32_t bytes() const { return bytes_; }
  std::uint32_t rows() const { return bytes_ / isa::kRowBytes; }
  /// Bytes that are kept of a row.
  std::uint32_t row_bytes() const { return row_bytes_; }
  bool full() const { return row_bytes_ == isa::kRowBytes; }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  /// Bytes of host memory behind data(): the rows, and the origins if there are any.
  std::size_t held() const {
    if (full()) return bytes_;
    const std::size_t kept = std::size_t{rows()} * row_bytes_;
    return has_unknown_ ? origins_at(kept) + rows() * sizeof(Origin) : kept;
  }

  bool has_unknown() const { return has_unknown_; }
  /// Says that the origins came with the data.
  void set_has_unknown(bool has_unknown) { has_unknown_ = has_unknown; }
  Origin origin(std::uint32_t row) const {
    Origin origin{};
    if (has_unknown_) std::memcpy(&origin, place_of(row), sizeof(origin));
    return origin;
  }
  /// Precondition: not full, and some of each row is kept.
  void set_origin(std::uint32_t row, Origin origin);

 private:
  static std::size_t origins_at(std::size_t kept) {
    return (kept + sizeof(Origin) - 1) / sizeof(Origin) * sizeof(Origin);
  }
  std::byte* place_of(std::uint32_t row) const {
    return data_ + origins_at(std::size_t{rows()} * row_bytes_) + row * sizeof(Origin);
  }
  void swap(RowBlock& other) {
    std::swap(data_, other.data_);
    std::swap(owner_, other.owner_);
    std::swap(capacity_, other.capacity_);
    std::swap(bytes_, other.bytes_);
    std::swap(row_bytes_, other.row_bytes_);
    std::swap(has_unknown_, other.has_unknown_);
  }

  std::byte* data_ = nullptr;
  Owner* owner_ = nullptr;  ///< null: its own
  std::size_t capacity_ = 0;
  std::uint32_t bytes_ = 0;
  std::uint32_t row_bytes_ = isa::kRowBytes;
  bool has_unknown_ = false;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_ROW_BLOCK_H_
