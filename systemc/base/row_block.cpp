// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/row_block.h"

namespace podsim {

void RowBlock::resize(std::uint32_t bytes, std::uint32_t row_bytes) {
  const std::size_t needed = room(bytes, row_bytes);
  if (needed > capacity_) {
    release();
    data_ = new std::byte[needed];
    capacity_ = needed;
  }
  bytes_ = bytes;
  row_bytes_ = row_bytes;
  has_unknown_ = false;
}

void RowBlock::release() {
  if (owner_ != nullptr) {
    owner_->give_back(data_);
  } else {
    delete[] data_;
  }
  data_ = nullptr;
  owner_ = nullptr;
  capacity_ = 0;
  bytes_ = 0;
  has_unknown_ = false;
}

void RowBlock::set_origin(std::uint32_t row, Origin origin) {
  if (!has_unknown_) {
    if (origin.known()) return;
    has_unknown_ = true;
    std::memset(place_of(0), 0, rows() * sizeof(Origin));
  }
  std::memcpy(place_of(row), &origin, sizeof(origin));
}

}  // namespace podsim
