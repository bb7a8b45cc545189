// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_SLOT_POOL_H_
#define PODSIM_SYSTEMC_MEMORY_SLOT_POOL_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace podsim {

/// Objects that are named by an index and used again; references stay valid as the pool grows.
template <typename T>
class SlotPool {
 public:
  /// A free slot, with what its last user left in it.
  std::uint32_t take() {
    if (free_.empty()) {
      slots_.emplace_back();
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  void release(std::uint32_t index) { free_.push_back(index); }

  T& operator[](std::uint32_t index) { return slots_[index]; }
  const T& operator[](std::uint32_t index) const { return slots_[index]; }
  std::size_t used() const { return slots_.size() - free_.size(); }
  /// All slots, free ones included.
  const std::deque<T>& slots() const { return slots_; }

 private:
  std::deque<T> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_SLOT_POOL_H_
