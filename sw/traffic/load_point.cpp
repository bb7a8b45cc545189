// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/load_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace podsim::traffic {
namespace {

constexpr double kMostGrowth = 0.1;
constexpr double kStandardErrors = 3;

struct MeanOfSample {
  double mean = 0;
  double variance = 0;  ///< of the mean
};

/// Of the means of the batches [from, to) that have packets.
MeanOfSample mean_of(const LatencyBatches& batches, std::size_t from, std::size_t to) {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = from; i < to; ++i) {
    if (batches[i].packets == 0) continue;
    const double mean =
        static_cast<double>(batches[i].sum) / static_cast<double>(batches[i].packets);
    ++count;
    sum += mean;
    squares += mean * mean;
  }
  if (count < 2) return {sum, std::numeric_limits<double>::infinity()};
  const double mean = sum / count;
  return {mean, std::max(0.0, squares / count - mean * mean) / (count - 1)};
}

}  // namespace

LatencyFigures latency_figures(std::vector<std::uint32_t> latencies) {
  if (latencies.empty()) return {};
  std::sort(latencies.begin(), latencies.end());
  const std::size_t count = latencies.size();
  const auto percentile = [&](std::size_t percent) {
    return std::uint64_t{latencies[(count * percent + 99) / 100 - 1]};
  };
  const auto total = std::accumulate(latencies.begin(), latencies.end(), std::uint64_t{0});
  return {static_cast<double>(total) / static_cast<double>(count), percentile(50), percentile(99),
          latencies.back()};
}

bool latency_grows(const LatencyBatches& batches) {
  const std::size_t middle = batches.size() / 2;
  const MeanOfSample first = mean_of(batches, 0, middle);
  const MeanOfSample second = mean_of(batches, middle, batches.size());
  const double growth = second.mean - first.mean;
  return growth > kMostGrowth * first.mean &&
         growth > kStandardErrors * std::sqrt(first.variance + second.variance);
}

}  // namespace podsim::traffic
