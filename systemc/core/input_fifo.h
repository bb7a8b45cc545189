// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_INPUT_FIFO_H_
#define PODSIM_SYSTEMC_CORE_INPUT_FIFO_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// Timing of a FIFO in front of a unit: an entry leaves it when the unit starts on it. As the
/// core is in order, the start of every entry is known when it is pushed.
class InputFifo {
 public:
  explicit InputFifo(std::size_t depth) : starts_(depth, 0) {}

  void clear() { std::fill(starts_.begin(), starts_.end(), 0); }
  /// The first cycle from `at` on at which an entry can be pushed: the entry `depth` places before
  /// it must have started.
  Cycle earliest_push(Cycle at) const { return std::max(at, starts_[next_]); }
  void push(Cycle start) {
    starts_[next_] = start;
    next_ = (next_ + 1) % starts_.size();
  }

 private:
  std::vector<Cycle> starts_;  ///< of the last `depth` entries
  std::size_t next_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_INPUT_FIFO_H_
