// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_STEP_CHECK_H_
#define PODSIM_SW_TRAINING_STEP_CHECK_H_

#include <string>
#include <vector>

#include "sw/training/golden_training.h"
#include "systemc/pod/pod.h"

namespace podsim::training {

/// Compares the pod after a step with the host: see StepReport::mismatches. `golden` has run the
/// same step; the program kept the local gradients. Gives at most one message for each kind of
/// check and core, each naming row and lane.
std::vector<std::string> check_step(const Pod& pod, const RingPlan& plan,
                                    const GoldenTraining& golden);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_STEP_CHECK_H_
