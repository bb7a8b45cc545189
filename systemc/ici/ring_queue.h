// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_RING_QUEUE_H_
#define PODSIM_SYSTEMC_ICI_RING_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace podsim {

/// First-in first-out queue in one growing array; no allocation once it has reached its size.
template <class T>
class RingQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// Elements that were ever put in.
  std::uint64_t pushed() const { return pushed_; }
  const T& front() const { return slots_[head_]; }
  T& front() { return slots_[head_]; }
  const T& operator[](std::size_t i) const { return slots_[(head_ + i) & (slots_.size() - 1)]; }

  /// Reference to a new last element, to be filled in by the caller.
  T& emplace() {
    if (size_ == slots_.size()) grow();
    T& slot = slots_[(head_ + size_) & (slots_.size() - 1)];
    ++size_;
    ++pushed_;
    return slot;
  }
  void push(const T& value) { emplace() = value; }
  void pop() {
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> bigger(slots_.empty() ? 16 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i)
      bigger[i] = std::move(slots_[(head_ + i) % slots_.size()]);
    slots_ = std::move(bigger);
    head_ = 0;
  }

  std::vector<T> slots_;  // a power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
  std::uint64_t pushed_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_RING_QUEUE_H_
