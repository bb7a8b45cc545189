// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_ISSUE_PLAN_H_
#define PODSIM_SYSTEMC_CORE_ISSUE_PLAN_H_

#include <array>
#include <cstddef>

#include "systemc/base/observer.h"
#include "systemc/base/time.h"

namespace podsim {

/// When a bundle can issue, and what holds it up until then.
class IssuePlan {
 public:
  struct Stall {
    StallCause cause;
    Cycle from;
    Cycle to;
  };

  explicit IssuePlan(Cycle earliest) : cycle_(earliest) {}

  Cycle cycle() const { return cycle_; }
  /// Not before `ready`, because of `cause`.
  void wait_for(StallCause cause, Cycle ready) {
    if (ready <= cycle_) return;
    stalls_[count_++] = {cause, cycle_, ready};
    cycle_ = ready;
  }
  const Stall* begin() const { return stalls_.data(); }
  const Stall* end() const { return stalls_.data() + count_; }

 private:
  Cycle cycle_;
  std::array<Stall, kStallCauses> stalls_;
  std::size_t count_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_ISSUE_PLAN_H_
