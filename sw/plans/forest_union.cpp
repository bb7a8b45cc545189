// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/forest_union.h"

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim::plans {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

ForestUnion::ForestUnion(const LiveMultigraph& graph, int capacity, int count) : count_(count) {
  for (int copy = 0; copy < capacity; ++copy) {
    edges_.insert(edges_.end(), graph.edges.begin(), graph.edges.end());
  }
  tree_of_.assign(edges_.size(), -1);
  incident_.assign(at(count), std::vector<std::vector<int>>(at(graph.size())));
  int inserted = 0;
  const int wanted = count * (graph.size() - 1);
  for (int edge = 0; edge < static_cast<int>(edges_.size()) && inserted < wanted; ++edge) {
    inserted += insert(edge) ? 1 : 0;
  }
  if (inserted < wanted)
    throw InternalError("fewer spanning trees than the graph's strength allows");
}

void ForestUnion::attach(int edge, int tree) {
  tree_of_[at(edge)] = tree;
  incident_[at(tree)][at(edges_[at(edge)].a)].push_back(edge);
  incident_[at(tree)][at(edges_[at(edge)].b)].push_back(edge);
}

void ForestUnion::detach(int edge) {
  const int tree = tree_of_[at(edge)];
  for (int v : {edges_[at(edge)].a, edges_[at(edge)].b}) {
    std::vector<int>& list = incident_[at(tree)][at(v)];
    list.erase(std::find(list.begin(), list.end(), edge));
  }
  tree_of_[at(edge)] = -1;
}

std::vector<int> ForestUnion::path(int tree, int edge) const {
  const auto& incident = incident_[at(tree)];
  const int from = edges_[at(edge)].a;
  const int to = edges_[at(edge)].b;
  std::vector<int> via(incident.size(), -2);
  std::vector<int> queue = {from};
  via[at(from)] = -1;
  for (std::size_t head = 0; head < queue.size() && via[at(to)] == -2; ++head) {
    const int v = queue[head];
    for (int e : incident[at(v)]) {
      const int other = edges_[at(e)].a == v ? edges_[at(e)].b : edges_[at(e)].a;
      if (via[at(other)] != -2) continue;
      via[at(other)] = e;
      queue.push_back(other);
    }
  }
  std::vector<int> path;
  for (int v = to; via[at(to)] != -2 && v != from;) {
    const int e = via[at(v)];
    path.push_back(e);
    v = edges_[at(e)].a == v ? edges_[at(e)].b : edges_[at(e)].a;
  }
  return path;
}

bool ForestUnion::insert(int edge) {
  std::vector<int> pushed_by(edges_.size(), -1);  // the edge that takes its place
  std::vector<int> queue = {edge};
  pushed_by[at(edge)] = edge;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int e = queue[head];
    for (int tree = 0; tree < count_; ++tree) {
      if (tree == tree_of_[at(e)]) continue;
      const std::vector<int> cycle = path(tree, e);
      if (cycle.empty()) {
        // The chain ends here: each edge goes where the one that it pushed was.
        int moving = e;
        int to = tree;
        while (true) {
          const int from = tree_of_[at(moving)];
          if (from >= 0) detach(moving);
          attach(moving, to);
          if (moving == edge) return true;
          to = from;
          moving = pushed_by[at(moving)];
        }
      }
      for (int other : cycle) {
        if (pushed_by[at(other)] >= 0) continue;
        pushed_by[at(other)] = e;
        queue.push_back(other);
      }
    }
  }
  return false;
}

}  // namespace podsim::plans
