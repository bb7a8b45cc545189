// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_PLAN_RUN_H_
#define PODSIM_SW_PLANS_PLAN_RUN_H_

#include <cstdint>
#include <string>

#include "firmware/asm/program.h"
#include "sw/plans/check.h"
#include "sw/plans/plan_data.h"
#include "sw/plans/plan_image.h"
#include "systemc/pod/pod.h"

namespace podsim::plans {

/// What the cores hold after a run, held against the host.
struct DataCheck {
  std::uint64_t checked = 0;  ///< words of 32 bits; 0 with data mode `none`
  std::uint64_t wrong = 0;
  std::string first;  ///< the first wrong one: core, row, lane, both values

  void add(const DataCheck& other);
};

/// Loads a checked plan into a pod and checks what comes out.
class PlanRun {
 public:
  /// Throws what make_images throws. `plan` and `checked` must outlive it; `checked` has no faults.
  PlanRun(const Plan& plan, const CheckedPlan& checked, Pattern pattern);

  const assembler::Program& program() const { return program_; }
  /// Writes boot words and source buffers of all cores.
  void load(Pod& pod, std::uint64_t seed) const;
  /// Every word of every result that the pod's data mode keeps, against the host: in the plan's
  /// order of additions, and, with kIntegers and maxima, against one contribution after the other.
  DataCheck check(const Pod& pod, std::uint64_t seed) const;

 private:
  void load_rows(Pod& pod, std::uint64_t seed, int core, std::int64_t first,
                 std::int64_t count) const;

  const Plan& plan_;
  const CheckedPlan& checked_;
  Pattern pattern_;
  std::vector<CoreImage> images_;
  assembler::Program program_;
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_PLAN_RUN_H_
