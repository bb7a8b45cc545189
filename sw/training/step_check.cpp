// SPDX-License-Identifier: Apache-2.0
#include "sw/training/step_check.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "sw/collectives/host_all_reduce.h"

namespace podsim::training {
namespace {

ParameterBlock read_vmem(const Pod& pod, int core, int row, int rows) {
  ParameterBlock block(static_cast<std::size_t>(rows));
  pod.read_vmem(core, row, block.data(), block.size() * sizeof(Row));
  return block;
}

ParameterBlock read_local_gradient(const Pod& pod, int core) {
  ParameterBlock block(mlp::kGradientRows);
  pod.read_hbm(core, mlp::kHbmLocalGradient, block.data(), block.size() * sizeof(Row));
  return block;
}

/// The first lane whose bits differ, as text.
std::optional<std::string> difference(const ParameterBlock& actual,
                                      const ParameterBlock& expected) {
  for (std::size_t r = 0; r < expected.size(); ++r) {
    for (std::size_t l = 0; l < expected[r].size(); ++l) {
      if (bits_of(actual[r][l]) == bits_of(expected[r][l])) continue;
      return fmt::format("row {} lane {} is {} (0x{:08x}), expected {} (0x{:08x})", r, l,
                         actual[r][l], bits_of(actual[r][l]), expected[r][l],
                         bits_of(expected[r][l]));
    }
  }
  return std::nullopt;
}

class StepCheck {
 public:
  StepCheck(const Pod& pod, const RingPlan& plan, const GoldenTraining& golden)
      : pod_(pod), golden_(golden), plan_(plan), cores_(replica_cores(plan)) {}

  std::vector<std::string> run() {
    check_weights();
    check_local_gradients();
    check_sums();
    return std::move(messages_);
  }

 private:
  void require_same(const char* what, int core, const ParameterBlock& actual,
                    const ParameterBlock& expected) {
    const auto found = difference(actual, expected);
    if (found) messages_.push_back(fmt::format("{} of {}: {}", what, pod_.core_name(core), *found));
  }

  void check_weights() {
    const ParameterBlock first =
        read_vmem(pod_, cores_.front(), mlp::kVmemWeights, mlp::kParameterRows);
    require_same("weights against the reference", cores_.front(), first, golden_.weights());
    for (const int core : cores_) {
      require_same("weights against the first core", core,
                   read_vmem(pod_, core, mlp::kVmemWeights, mlp::kParameterRows), first);
    }
  }

  void check_local_gradients() {
    for (std::size_t r = 0; r < cores_.size(); ++r) {
      local_.push_back(read_local_gradient(pod_, cores_[r]));
      require_same("local gradient against the reference", cores_[r], local_[r],
                   golden_.local_gradients()[r]);
    }
  }

  void check_sums() {
    const ParameterBlock sum = reduce_gradients(plan_, local_);
    for (const int core : cores_) {
      require_same("all-reduce against the sum in the ring's order", core,
                   read_vmem(pod_, core, mlp::kVmemGradient, mlp::kGradientRows), sum);
    }
    check_bound(sum);
  }

  void check_bound(const ParameterBlock& sum) {
    std::vector<float> terms(local_.size());
    for (std::size_t r = 0; r < sum.size(); ++r) {
      for (std::size_t l = 0; l < sum[r].size(); ++l) {
        double exact = 0;
        for (std::size_t i = 0; i < terms.size(); ++i) {
          terms[i] = local_[i][r][l];
          exact += static_cast<double>(terms[i]);
        }
        const double error = std::abs(static_cast<double>(sum[r][l]) - exact);
        if (error <= sum_error_bound(terms)) continue;
        messages_.push_back(
            fmt::format("all-reduce, row {} lane {}: {} is {} away from the sum in double", r, l,
                        sum[r][l], error));
        return;
      }
    }
  }

  const Pod& pod_;
  const GoldenTraining& golden_;
  const RingPlan& plan_;
  std::vector<int> cores_;
  std::vector<ParameterBlock> local_;
  std::vector<std::string> messages_;
};

}  // namespace

std::vector<std::string> check_step(const Pod& pod, const RingPlan& plan,
                                    const GoldenTraining& golden) {
  return StepCheck(pod, plan, golden).run();
}

}  // namespace podsim::training
