// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/strength.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sw/plans/minimum_cut.h"

namespace podsim::plans {
namespace {

constexpr int kMostExact = 1024;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// Disjoint sets of vertices.
class Blocks {
 public:
  explicit Blocks(int size) : parent_(at(size)) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int v) {
    while (parent_[at(v)] != v) v = parent_[at(v)] = parent_[at(parent_[at(v)])];
    return v;
  }
  void join(int a, int b) { parent_[at(find(a))] = find(b); }

 private:
  std::vector<int> parent_;
};

/// A partition that minimises E(P) - (p / q) |P|.
///
/// With f(S) = -|E[S]| - p/q the sum of f over the blocks is E(P) - (p/q)|P| - |E|. The greedy
/// algorithm gives each vertex v in order the largest y(v) with y(S) <= f(S) for all S; the set
/// that stops it is tight, and the blocks are the unions of tight sets that meet. All figures are
/// multiplied by 2q.
class BestPartition {
 public:
  BestPartition(const LiveMultigraph& graph, const Ratio& lambda)
      : graph_(graph), p_(lambda.numerator), q_(lambda.denominator), adjacent_(at(graph.size())) {
    for (const LiveMultigraph::Edge& edge : graph.edges) {
      adjacent_[at(edge.a)].push_back(edge.b);
      adjacent_[at(edge.b)].push_back(edge.a);
    }
  }

  std::vector<int> blocks() {
    const int n = graph_.size();
    Blocks blocks(n);
    y_.assign(at(n), 0);
    degree_.assign(at(n), 0);
    for (int v = 0; v < n; ++v) add(v, blocks);
    std::vector<int> block(at(n));
    for (int v = 0; v < n; ++v) block[at(v)] = blocks.find(v);
    return block;
  }

 private:
  void add(int v, Blocks& blocks) {
    for (int u : adjacent_[at(v)]) {
      if (u >= v) continue;
      ++degree_[at(u)];
      ++degree_[at(v)];
    }
    // 2q f(S) - y(S) = q d(S) - sum of weights - 2p, weight(u) = q degree(u) + y(u).
    MinimumCut cut(v + 1);
    for (int u = 0; u < v; ++u) cut.set_weight(u, q_ * degree_[at(u)] + y_[at(u)]);
    cut.force(v);
    for (int a = 0; a <= v; ++a) {
      for (int b : adjacent_[at(a)]) {
        if (b < a) cut.add_edge(a, b, q_);
      }
    }
    const std::vector<bool>& side = cut.solve();
    y_[at(v)] = cut.value() - q_ * degree_[at(v)] - 2 * p_;
    for (int u = 0; u < v; ++u) {
      if (side[at(u)]) blocks.join(u, v);
    }
  }

  const LiveMultigraph& graph_;
  std::int64_t p_;
  std::int64_t q_;
  std::vector<std::vector<int>> adjacent_;
  std::vector<std::int64_t> y_;
  std::vector<std::int64_t> degree_;
};

int count_blocks(const std::vector<int>& block) {
  int count = 0;
  for (std::size_t v = 0; v < block.size(); ++v) count += block[v] == static_cast<int>(v) ? 1 : 0;
  return count;
}

Ratio ratio_of(const LiveMultigraph& graph, const std::vector<int>& block) {
  Ratio ratio;
  for (const LiveMultigraph::Edge& edge : graph.edges) {
    ratio.numerator += block[at(edge.a)] != block[at(edge.b)] ? 1 : 0;
  }
  ratio.denominator = count_blocks(block) - 1;
  const std::int64_t divisor = std::gcd(ratio.numerator, ratio.denominator);
  if (divisor > 1) {
    ratio.numerator /= divisor;
    ratio.denominator /= divisor;
  }
  return ratio;
}

bool is_less(const Ratio& a, const Ratio& b) {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

std::vector<int> all_alone(int size) {
  std::vector<int> block(at(size));
  std::iota(block.begin(), block.end(), 0);
  return block;
}

bool is_healthy(const Topology& topology) {
  const Topology healthy(topology.shape());
  return live_multigraph(topology).edges.size() == live_multigraph(healthy).edges.size();
}

/// An upper bound of sigma by partitions that are easy to see.
Ratio simple_strength(const LiveMultigraph& graph) {
  Ratio best = ratio_of(graph, all_alone(graph.size()));
  std::vector<std::int64_t> degree(at(graph.size()));
  for (const LiveMultigraph::Edge& edge : graph.edges) {
    ++degree[at(edge.a)];
    ++degree[at(edge.b)];
  }
  const Ratio weakest{*std::min_element(degree.begin(), degree.end()), 1};
  return is_less(weakest, best) ? weakest : best;
}

}  // namespace

double Ratio::value() const {
  if (denominator == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(numerator) / static_cast<double>(denominator);
}

Strength graph_strength(const LiveMultigraph& graph) {
  Strength strength;
  strength.block = all_alone(graph.size());
  if (graph.size() < 2) return strength;
  strength.sigma = ratio_of(graph, strength.block);
  for (;;) {
    std::vector<int> block = BestPartition(graph, strength.sigma).blocks();
    if (count_blocks(block) < 2) return strength;
    const Ratio ratio = ratio_of(graph, block);
    if (!is_less(ratio, strength.sigma)) return strength;
    strength.sigma = ratio;
    strength.block = std::move(block);
  }
}

AllReduceBounds all_reduce_bounds(const Topology& topology) {
  const LiveMultigraph graph = live_multigraph(topology);
  AllReduceBounds bounds;
  bounds.live = graph.size();
  if (graph.size() < 2) return bounds;
  // The closed forms are the ratio of the partition into single chips.
  const bool closed = is_healthy(topology);
  Ratio sigma = simple_strength(graph);
  if (closed) {
    sigma = ratio_of(graph, all_alone(graph.size()));
  } else if (graph.size() <= kMostExact) {
    sigma = graph_strength(graph).sigma;
  }
  bounds.exact = closed || graph.size() <= kMostExact;
  bounds.t_star = 1 / sigma.value();
  int degree = kLinkPorts;
  for (int chip : graph.chips) degree = std::min(degree, topology.degree(chip));
  bounds.min_degree = 1.0 / degree;
  bounds.two_phase = 2.0 * (bounds.live - 1) / bounds.live / degree;
  return bounds;
}

}  // namespace podsim::plans
