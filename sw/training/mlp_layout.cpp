// SPDX-License-Identifier: Apache-2.0
#include "sw/training/mlp_layout.h"

namespace podsim::training::mlp {

static_assert(kVmemWeights + kParameterRows <= kVmemBatch);
static_assert(kVmemBatch1 + kBatchRows <= kVmemVelocity);
static_assert(kVmemVelocity + kParameterRows <= kVmemGradient);

std::map<std::string, std::int64_t> mlp_symbols() {
  return {{"MLP_CLASSES", kClasses},
          {"MLP_W1", kW1},
          {"MLP_B1", kB1},
          {"MLP_W2", kW2},
          {"MLP_B2", kB2},
          {"MLP_METRICS", kMetrics},
          {"MLP_PARAMETER_ROWS", kParameterRows},
          {"MLP_GRADIENT_ROWS", kGradientRows},
          {"MLP_LOSS_LANE", kLossLane},
          {"MLP_CORRECT_LANE", kCorrectLane},
          {"MLP_BATCH_LABELS", kBatchLabels},
          {"MLP_BATCH_ROWS", kBatchRows},
          {"MLP_VMEM_WEIGHTS", kVmemWeights},
          {"MLP_VMEM_BATCH", kVmemBatch},
          {"MLP_VMEM_BATCH_1", kVmemBatch1},
          {"MLP_VMEM_VELOCITY", kVmemVelocity},
          {"MLP_VMEM_GRADIENT", kVmemGradient},
          {"MLP_HBM_BATCHES", kHbmBatches},
          {"MLP_HBM_LOCAL_GRADIENT", kHbmLocalGradient},
          {"MLP_HBM_EVALUATION", kHbmEvaluation},
          {"MLP_SMEM_STEPS", kSmemSteps},
          {"MLP_SMEM_FIRST_BATCH", kSmemFirstBatch},
          {"MLP_SMEM_RATE", kSmemRate},
          {"MLP_SMEM_SCALE", kSmemScale},
          {"MLP_SMEM_KEEP_GRADIENT", kSmemKeepGradient},
          {"MLP_SMEM_MOMENTUM", kSmemMomentum},
          {"MLP_SMEM_DESCRIPTOR", kSmemDescriptor},
          {"MLP_KEEP_SEMAPHORE", kKeepSemaphore}};
}

}  // namespace podsim::training::mlp
