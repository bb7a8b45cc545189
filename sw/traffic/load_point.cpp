// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/load_point.h"

#include <algorithm>
#include <numeric>

namespace podsim::traffic {

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

}  // namespace podsim::traffic
