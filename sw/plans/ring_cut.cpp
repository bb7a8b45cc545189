// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/ring_cut.h"

#include <algorithm>

namespace podsim::plans {
namespace {

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The largest divisor of `value` that is at most `most`.
std::int64_t largest_divisor(std::int64_t value, std::int64_t most) {
  for (std::int64_t d = std::min(value, most); d > 1; --d) {
    if (value % d == 0) return d;
  }
  return 1;
}

}  // namespace

RingCut cut_shard(int members, std::int64_t shard, const CutLimits& limits) {
  const std::int64_t most = limits.in_flight > 1
                                ? std::min<std::int64_t>(limits.chunk_rows, divide_up(shard, 2))
                                : limits.chunk_rows;
  RingCut cut;
  cut.members = members;
  cut.chunk_rows = static_cast<int>(largest_divisor(shard, std::max<std::int64_t>(most, 1)));
  const std::int64_t chunks = shard / cut.chunk_rows;
  cut.in_flight = static_cast<int>(largest_divisor(chunks, limits.in_flight));
  cut.rounds = static_cast<int>(chunks / cut.in_flight);
  return cut;
}

namespace {

/// How much time a cut loses: padding, short chunks and chunks that wait for each other count in
/// thousandths of the whole.
std::int64_t loss(const std::vector<RingCut>& cuts, std::int64_t rows, const CutLimits& limits) {
  std::int64_t loss = 1000 * (cuts.front().rows() - rows) / rows;
  std::int64_t share = 1000;
  for (const RingCut& cut : cuts) {
    // 8 rows a chunk: what a chunk costs beside its rows.
    const std::int64_t fair = std::min<std::int64_t>(limits.chunk_rows, cut.shard_rows());
    loss += share * 8 * (fair - cut.chunk_rows) / (cut.chunk_rows * (fair + 8));
    if (cut.in_flight < std::min<std::int64_t>(limits.in_flight, cut.shard_rows())) {
      loss += share / 8 / cut.in_flight;
    }
    share /= cut.members;
  }
  return loss;
}

std::vector<RingCut> cut_exactly(const std::vector<int>& members, std::int64_t innermost,
                                 const CutLimits& limits) {
  std::vector<RingCut> cuts(members.size());
  std::int64_t shard = innermost;
  for (std::size_t i = members.size(); i-- > 0;) {
    cuts[i] = cut_shard(members[i], shard, limits);
    shard *= members[i];
  }
  return cuts;
}

}  // namespace

std::vector<std::vector<RingCut>> cut_stages(const std::vector<std::vector<int>>& orders,
                                             std::int64_t rows, const CutLimits& limits) {
  std::vector<std::vector<RingCut>> best(orders.size());
  if (orders.empty() || orders.front().empty()) return best;
  std::int64_t product = 1;
  for (int n : orders.front()) product *= n;
  const std::int64_t least = std::max<std::int64_t>(1, divide_up(rows, product));
  std::int64_t best_loss = 0;
  constexpr std::int64_t kTries = 64;
  for (std::int64_t innermost = least; innermost < least + kTries; ++innermost) {
    std::vector<std::vector<RingCut>> cuts;
    std::int64_t its_loss = 0;
    for (const std::vector<int>& members : orders) {
      cuts.push_back(cut_exactly(members, innermost, limits));
      its_loss += loss(cuts.back(), rows, limits);
    }
    if (innermost == least || its_loss < best_loss) {
      best = std::move(cuts);
      best_loss = its_loss;
    }
  }
  return best;
}

}  // namespace podsim::plans
