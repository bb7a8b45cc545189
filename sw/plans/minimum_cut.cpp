// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/minimum_cut.h"

#include <algorithm>
#include <limits>

namespace podsim::plans {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max() / 4;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

MinimumCut::MinimumCut(int vertices)
    : vertices_(vertices),
      weights_(at(vertices)),
      forced_(at(vertices)),
      first_(at(vertices + 2), -1) {}

void MinimumCut::add_edge(int a, int b, std::int64_t capacity) {
  edges_.push_back({a, b, capacity});
  add_arcs(a, b, capacity, capacity);
}

void MinimumCut::add_arcs(int from, int to, std::int64_t there, std::int64_t back) {
  arcs_.push_back({to, first_[at(from)], there});
  first_[at(from)] = static_cast<int>(arcs_.size()) - 1;
  arcs_.push_back({from, first_[at(to)], back});
  first_[at(to)] = static_cast<int>(arcs_.size()) - 1;
}

// Source: vertices_, sink: vertices_ + 1.
const std::vector<bool>& MinimumCut::solve() {
  for (int v = 0; v < vertices_; ++v) {
    const std::int64_t weight = weights_[at(v)];
    if (forced_[at(v)]) {
      add_arcs(vertices_, v, kUnlimited, 0);
    } else if (weight > 0) {
      add_arcs(vertices_, v, weight, 0);
    } else if (weight < 0) {
      add_arcs(v, vertices_ + 1, -weight, 0);
    }
  }
  while (layer()) {
    next_ = first_;
    while (push(vertices_, kUnlimited) > 0) {
    }
  }
  side_.assign(at(vertices_), false);
  for (int v = 0; v < vertices_; ++v) side_[at(v)] = level_[at(v)] >= 0;
  find_value();
  return side_;
}

bool MinimumCut::layer() {
  level_.assign(at(vertices_ + 2), -1);
  std::vector<int> queue = {vertices_};
  level_[at(vertices_)] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int v = queue[head];
    for (int a = first_[at(v)]; a >= 0; a = arcs_[at(a)].next) {
      const Arc& arc = arcs_[at(a)];
      if (arc.left == 0 || level_[at(arc.to)] >= 0) continue;
      level_[at(arc.to)] = level_[at(v)] + 1;
      queue.push_back(arc.to);
    }
  }
  return level_[at(vertices_ + 1)] >= 0;
}

std::int64_t MinimumCut::push(int v, std::int64_t most) {
  if (v == vertices_ + 1) return most;
  for (int& a = next_[at(v)]; a >= 0; a = arcs_[at(a)].next) {
    Arc& arc = arcs_[at(a)];
    if (arc.left == 0 || level_[at(arc.to)] != level_[at(v)] + 1) continue;
    const std::int64_t pushed = push(arc.to, std::min(most, arc.left));
    if (pushed == 0) continue;
    arc.left -= pushed;
    arcs_[at(a ^ 1)].left += pushed;
    return pushed;
  }
  return 0;
}

void MinimumCut::find_value() {
  value_ = 0;
  for (const Edge& edge : edges_) {
    if (side_[at(edge.a)] != side_[at(edge.b)]) value_ += edge.capacity;
  }
  for (int v = 0; v < vertices_; ++v) {
    if (side_[at(v)] && !forced_[at(v)]) value_ -= weights_[at(v)];
  }
}

}  // namespace podsim::plans
