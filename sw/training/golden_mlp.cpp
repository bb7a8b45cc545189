// SPDX-License-Identifier: Apache-2.0
#include "sw/training/golden_mlp.h"

#include <algorithm>

namespace podsim::training {
namespace {

constexpr auto kImages = static_cast<std::size_t>(mlp::kImages);
constexpr auto kLaneCount = static_cast<std::size_t>(kLanes);
constexpr auto kClasses = static_cast<std::size_t>(mlp::kClasses);

float add(float x, float y) { return flush(flush(x) + flush(y)); }
float subtract(float x, float y) { return flush(flush(x) - flush(y)); }
float multiply(float x, float y) { return flush(flush(x) * flush(y)); }

Row add(const Row& x, const Row& y) {
  Row sum;
  for (std::size_t l = 0; l < kLaneCount; ++l) sum[l] = add(x[l], y[l]);
  return sum;
}

std::vector<Row> rounded(const Row* rows, std::size_t count) {
  std::vector<Row> result(rows, rows + count);
  for (Row& row : result) {
    for (float& lane : row) lane = to_bfloat16(lane);
  }
  return result;
}

/// A product with eight rows of operands, both rounded to bfloat16 first.
Tile product(const Tile& x, const std::vector<Row>& weights) {
  const std::vector<Row> operand = rounded(x.data(), x.size());
  Tile out;
  systolic_product(operand[0].data(), mlp::kImages, kLanes, weights.data(),
                   static_cast<int>(weights.size()), out.data());
  return out;
}

Tile tile_at(const BatchBlock& batch, std::size_t row) {
  Tile tile;
  std::copy_n(batch.begin() + static_cast<std::ptrdiff_t>(row), kImages, tile.begin());
  return tile;
}

std::size_t chunk_features(std::size_t chunk) {
  return std::min<std::size_t>(mlp::kFeatureChunk, mlp::kFeatures - chunk * mlp::kFeatureChunk);
}

/// x W1 + b1 before the rectifier: chunk by chunk, then the bias.
Tile first_layer(const ParameterBlock& weights, const BatchBlock& batch) {
  Tile sum{};
  for (std::size_t c = 0; c < mlp::kChunks; ++c) {
    const Row* w1 = &weights[mlp::kW1 + c * mlp::kFeatureChunk];
    const Tile part = product(tile_at(batch, c * kImages), rounded(w1, chunk_features(c)));
    for (std::size_t i = 0; i < kImages; ++i) sum[i] = c == 0 ? part[i] : add(sum[i], part[i]);
  }
  for (Row& row : sum) row = add(row, weights[mlp::kB1]);
  return sum;
}

/// W2 with the hidden lanes down the column: 128 rows, classes along the lanes.
std::vector<Row> classes_along_lanes(const ParameterBlock& weights) {
  const std::vector<Row> w2 = rounded(&weights[mlp::kW2], kClasses);
  std::vector<Row> turned(kLaneCount, Row{});
  for (std::size_t k = 0; k < kLaneCount; ++k) {
    for (std::size_t c = 0; c < kClasses; ++c) turned[k][c] = w2[c][k];
  }
  return turned;
}

Tile second_layer(const ParameterBlock& weights, const Tile& hidden) {
  Tile logits = product(hidden, classes_along_lanes(weights));
  for (Row& row : logits) row = add(row, weights[mlp::kB2]);
  return logits;
}

/// Softmax of one image, its loss and whether its label's logit is the largest. `label` is one-hot;
/// a row of zeros (no image) gives loss 0 and counts as wrong.
struct ImageResult {
  Row probability;
  float loss;
  float correct;
};

ImageResult softmax(const Row& logits, const Row& label) {
  const float largest = *std::max_element(logits.begin(), logits.begin() + mlp::kClasses);
  Row power{};
  for (std::size_t l = 0; l < kClasses; ++l) power[l] = unit_exp(subtract(logits[l], largest));
  const float total = lane_sum(power);
  const float inverse = unit_reciprocal(total);
  const float offset = add(unit_log(total), largest);
  ImageResult result;
  Row loss;
  Row correct;
  for (std::size_t l = 0; l < kLaneCount; ++l) {
    result.probability[l] = multiply(power[l], inverse);
    loss[l] = multiply(subtract(offset, logits[l]), label[l]);
    correct[l] = largest <= logits[l] ? label[l] : 0.0F;
  }
  result.loss = lane_sum(loss);
  result.correct = lane_sum(correct);
  return result;
}

/// out = x^T y: `rows` rows from the lanes of x, summed over the eight images.
void outer_product(const Tile& x, std::size_t rows, const Tile& y, Row* out) {
  const std::vector<Row> columns = rounded(x.data(), x.size());
  const std::vector<Row> weights = rounded(y.data(), y.size());
  std::vector<float> turned(rows * kImages);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < kImages; ++i) turned[r * kImages + i] = columns[i][r];
  }
  systolic_product(turned.data(), static_cast<int>(rows), mlp::kImages, weights.data(),
                   mlp::kImages, out);
}

Tile output_error(const GoldenForward& forward, const BatchBlock& batch, float scale) {
  Tile error;
  for (std::size_t i = 0; i < kImages; ++i) {
    const Row& label = batch[mlp::kBatchLabels + i];
    for (std::size_t l = 0; l < kLaneCount; ++l) {
      error[i][l] = multiply(subtract(forward.probability[i][l], label[l]), scale);
    }
  }
  return error;
}

Tile hidden_error(const ParameterBlock& weights, const GoldenForward& forward, const Tile& error) {
  Tile result = product(error, rounded(&weights[mlp::kW2], kClasses));
  for (std::size_t i = 0; i < kImages; ++i) {
    for (std::size_t l = 0; l < kLaneCount; ++l) {
      if (!(forward.hidden[i][l] > 0.0F)) result[i][l] = 0.0F;
    }
  }
  return result;
}

}  // namespace

Row sublane_sum(const Tile& x) {
  const Row even = add(add(x[0], x[4]), add(x[2], x[6]));
  const Row odd = add(add(x[1], x[5]), add(x[3], x[7]));
  return add(even, odd);
}

GoldenForward golden_forward(const ParameterBlock& weights, const BatchBlock& batch) {
  GoldenForward forward;
  forward.hidden = first_layer(weights, batch);
  for (Row& row : forward.hidden) {
    for (float& lane : row) lane = lane > 0.0F ? lane : 0.0F;
  }
  const Tile logits = second_layer(weights, forward.hidden);
  Tile metrics{};
  for (std::size_t i = 0; i < kImages; ++i) {
    const ImageResult image = softmax(logits[i], batch[mlp::kBatchLabels + i]);
    forward.probability[i] = image.probability;
    metrics[i][mlp::kLossLane] = image.loss;
    metrics[i][mlp::kCorrectLane] = image.correct;
  }
  const Row total = sublane_sum(metrics);
  forward.loss = total[mlp::kLossLane];
  forward.correct = total[mlp::kCorrectLane];
  return forward;
}

ParameterBlock golden_gradient(const ParameterBlock& weights, const BatchBlock& batch,
                               float scale) {
  const GoldenForward forward = golden_forward(weights, batch);
  const Tile error = output_error(forward, batch, scale);
  const Tile error1 = hidden_error(weights, forward, error);
  ParameterBlock gradient(mlp::kGradientRows, Row{});
  for (std::size_t c = 0; c < mlp::kChunks; ++c) {
    outer_product(tile_at(batch, c * kImages), chunk_features(c), error1,
                  &gradient[mlp::kW1 + c * mlp::kFeatureChunk]);
  }
  gradient[mlp::kB1] = sublane_sum(error1);
  outer_product(error, kClasses, forward.hidden, &gradient[mlp::kW2]);
  gradient[mlp::kB2] = sublane_sum(error);
  gradient[mlp::kMetrics][mlp::kLossLane] = forward.loss;
  gradient[mlp::kMetrics][mlp::kCorrectLane] = forward.correct;
  return gradient;
}

void golden_update(ParameterBlock& weights, ParameterBlock& velocity,
                   const ParameterBlock& gradient, float rate, float momentum) {
  for (std::size_t r = 0; r < weights.size(); ++r) {
    for (std::size_t l = 0; l < kLaneCount; ++l) {
      float& v = velocity[r][l];
      v = add(multiply(v, momentum), gradient[r][l]);
      weights[r][l] = subtract(weights[r][l], multiply(v, rate));
    }
  }
}

}  // namespace podsim::training
