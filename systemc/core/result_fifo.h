// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_RESULT_FIFO_H_
#define PODSIM_SYSTEMC_CORE_RESULT_FIFO_H_

#include <cstddef>
#include <vector>

#include "systemc/base/time.h"
#include "systemc/core/unit_value.h"
#include "systemc/core/zeroed_array.h"

namespace podsim {

/// Results of a unit in order, each with the cycle from which it can be popped. A result takes its
/// place when its operation is queued, so that it always finds room at the end.
class ResultFifo {
 public:
  /// `computes`: it holds values; else only where they became unknown.
  ResultFifo(std::size_t capacity, bool computes)
      : values_(computes ? capacity : 0), origins_(computes ? 0 : capacity), ready_(capacity) {}

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return ready_.size(); }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }

  /// The place of a new result, to be filled in; null if it computes nothing. Precondition:
  /// size() < capacity().
  VectorRegister* push(Cycle ready, Origin origin) {
    const std::size_t place = (first_ + size_) % capacity();
    ready_[place] = ready;
    ++size_;
    if (origins_.empty()) return &values_[place];
    origins_[place] = origin;
    return nullptr;
  }
  /// When the oldest result is there. Precondition: not empty.
  Cycle front_ready() const { return ready_[first_]; }
  /// Takes out the oldest result; it stays valid until the next push. Precondition: not empty.
  UnitValue pop() {
    const bool computes = origins_.empty();
    const UnitValue value =
        computes ? UnitValue{&values_[first_], {}} : UnitValue{nullptr, origins_[first_]};
    first_ = (first_ + 1) % capacity();
    --size_;
    return value;
  }

 private:
  ZeroedArray<VectorRegister> values_;
  std::vector<Origin> origins_;
  std::vector<Cycle> ready_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_RESULT_FIFO_H_
