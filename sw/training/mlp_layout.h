// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_MLP_LAYOUT_H_
#define PODSIM_SW_TRAINING_MLP_LAYOUT_H_

#include <cstdint>
#include <map>
#include <string>

/// Where the 784-128-10 perceptron lives in a core's memories: the one place of these numbers. The
/// host includes them; the microprograms get them as predefined symbols (mlp_symbols()).
namespace podsim::training::mlp {

inline constexpr int kFeatures = 784;
inline constexpr int kHidden = 128;
inline constexpr int kClasses = 10;
inline constexpr int kImages = 8;          ///< of a core in a step: one a sublane
inline constexpr int kFeatureChunk = 128;  ///< features that the MXU takes at once
inline constexpr int kChunks = 7;          ///< chunks of 128 features; the last holds 16

// Rows of the parameter block, the same for weights and gradient.
inline constexpr int kW1 = 0;               ///< [feature][hidden]
inline constexpr int kB1 = kFeatures;       ///< one row
inline constexpr int kW2 = kB1 + 1;         ///< transposed: [class][hidden]
inline constexpr int kB2 = kW2 + kClasses;  ///< one row, lanes 0..9
inline constexpr int kParameterRows = kB2 + 1;
/// In the gradient block only: lane 0 is the batch's loss, lane 1 its count of correct answers, so
/// that the all-reduce sums them with the gradients.
inline constexpr int kMetrics = kParameterRows;
inline constexpr int kGradientRows = kMetrics + 1;
inline constexpr int kLossLane = 0;
inline constexpr int kCorrectLane = 1;

// Rows of a batch in HBM and VMEM: chunk c of image i is row 8 c + i, then one row of one-hot
// labels an image.
inline constexpr int kBatchLabels = kChunks * kImages;
inline constexpr int kBatchRows = kBatchLabels + kImages;

// VMEM rows.
inline constexpr int kVmemWeights = 0;
inline constexpr int kVmemBatch = 1024;  ///< two buffers, used in turn
inline constexpr int kVmemBatch1 = kVmemBatch + kBatchRows;
inline constexpr int kVmemVelocity = 1280;  ///< kParameterRows rows
inline constexpr int kVmemGradient = 4096;  ///< buffer of the all-reduce; landing slots follow

// HBM rows.
inline constexpr std::int64_t kHbmBatches = 0;  ///< batch t at t * kBatchRows
inline constexpr std::int64_t kHbmLocalGradient = std::int64_t{1} << 20;  ///< kGradientRows rows

// SMEM words of the training and evaluation programs; the ring's own are in ring_boot.h.
inline constexpr int kSmemSteps = 256;         ///< batches to work through in this launch
inline constexpr int kSmemFirstBatch = 257;    ///< number of the first
inline constexpr int kSmemRate = 258;          ///< learning rate, fp32 bits
inline constexpr int kSmemScale = 259;         ///< 1 / global batch, fp32 bits
inline constexpr int kSmemKeepGradient = 260;  ///< 1: copy the local gradient to HBM each step
inline constexpr int kSmemMomentum = 261;      ///< fp32 bits
inline constexpr int kSmemDescriptor = 264;    ///< work area of 12 words

inline constexpr int kKeepSemaphore = 131;  ///< of the transfer that keeps the local gradient

/// Row of the evaluation's result in HBM, laid out as the metrics row.
inline constexpr std::int64_t kHbmEvaluation = kHbmLocalGradient + 1024;

/// The symbols that the training microprograms expect to be predefined, "MLP_W1" and so on.
std::map<std::string, std::int64_t> mlp_symbols();

}  // namespace podsim::training::mlp

#endif  // PODSIM_SW_TRAINING_MLP_LAYOUT_H_
