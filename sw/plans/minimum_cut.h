// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_MINIMUM_CUT_H_
#define PODSIM_SW_PLANS_MINIMUM_CUT_H_

#include <cstdint>
#include <vector>

namespace podsim::plans {

/// Finds a set S of vertices that holds the forced ones and minimises
///   sum of capacities of edges with one end in S - sum of weights of the others in S,
/// by a maximum flow (Dinic, 1970). The S found is the smallest one.
class MinimumCut {
 public:
  explicit MinimumCut(int vertices);

  /// Of either sign; 0 by default.
  void set_weight(int v, std::int64_t weight) { weights_[static_cast<std::size_t>(v)] = weight; }
  void force(int v) { forced_[static_cast<std::size_t>(v)] = true; }
  void add_edge(int a, int b, std::int64_t capacity);

  /// Whether each vertex is in S.
  const std::vector<bool>& solve();
  /// The minimum. Precondition: solve() has run.
  std::int64_t value() const { return value_; }

 private:
  struct Arc {
    int to;
    int next;  ///< the next arc from the same vertex, -1: none
    std::int64_t left;
  };

  void add_arcs(int from, int to, std::int64_t there, std::int64_t back);
  bool layer();
  std::int64_t push(int v, std::int64_t most);
  void find_value();

  int vertices_;
  std::vector<std::int64_t> weights_;
  std::vector<bool> forced_;
  struct Edge {
    int a;
    int b;
    std::int64_t capacity;
  };
  std::vector<Edge> edges_;
  std::vector<Arc> arcs_;
  std::vector<int> first_;
  std::vector<int> next_;
  std::vector<int> level_;
  std::vector<bool> side_;
  std::int64_t value_ = 0;
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_MINIMUM_CUT_H_
