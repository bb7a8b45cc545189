// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/dense_parts.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace podsim {
namespace {

/// Units, `price.denominator` for a link, that the ends of the links hold between them.
///
/// A node that has been added holds at most its limit: the price, and what it could not pass on
/// when it was added. Units flow from one end of a link to the other.
class DenseParts {
 public:
  DenseParts(const LinkGraph& graph, Ratio price)
      : graph_(graph),
        links_of_(graph.links_of_nodes()),
        price_(price),
        at_a_(graph.links.size(), 0),
        at_b_(graph.links.size(), 0),
        held_(graph.nodes, 0),
        limit_(graph.nodes, 0),
        added_(graph.nodes, false),
        through_(graph.nodes, -1),
        stamp_(graph.nodes, 0),
        parent_(graph.nodes) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  /// Afterwards the nodes so far are partitioned best.
  void add(int node) {
    for (int link : links_of_[node]) {
      if (!added_[graph_.across(link, node)]) continue;
      at(link, node) += price_.denominator;
      held_[node] += price_.denominator;
    }
    added_[node] = true;
    int free = -1;
    while (held_[node] > 0 && (free = nearest_free(node)) >= 0) pass_on(node, free);
    if (held_[node] > 0) merge_seen(node);
    limit_[node] = price_.numerator + held_[node];
  }

  Partition partition() {
    Partition result;
    std::vector<int> number(graph_.nodes, -1);
    for (int node = 0; node < graph_.nodes; ++node) {
      int& mine = number[root(node)];
      if (mine < 0) mine = result.parts++;
      result.part.push_back(mine);
    }
    return result;
  }

 private:
  std::int64_t& at(int link, int node) {
    return graph_.links[link].a == node ? at_a_[link] : at_b_[link];
  }

  // The first node on the way of units from `from` that holds less than its limit, or -1: then
  // queue_ is the set of nodes that units could reach.
  int nearest_free(int from) {
    queue_.assign(1, from);
    ++searches_;
    stamp_[from] = searches_;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const int here = queue_[i];
      for (int link : links_of_[here]) {
        const int next = graph_.across(link, here);
        if (at(link, here) == 0 || stamp_[next] == searches_) continue;
        stamp_[next] = searches_;
        through_[next] = link;
        if (held_[next] < limit_[next]) return next;
        queue_.push_back(next);
      }
    }
    return -1;
  }

  void pass_on(int from, int to) {
    std::int64_t units = std::min(held_[from], limit_[to] - held_[to]);
    for (int node = to; node != from; node = graph_.across(through_[node], node)) {
      units = std::min(units, at(through_[node], graph_.across(through_[node], node)));
    }
    for (int node = to; node != from; node = graph_.across(through_[node], node)) {
      at(through_[node], node) += units;
      at(through_[node], graph_.across(through_[node], node)) -= units;
    }
    held_[from] -= units;
    held_[to] += units;
  }

  // The nodes that units could reach are a tight set; so is its union with the parts it meets.
  void merge_seen(int node) {
    for (int other : queue_) parent_[root(other)] = root(node);
  }

  int root(int node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  const LinkGraph& graph_;
  std::vector<std::vector<int>> links_of_;
  Ratio price_;
  std::vector<std::int64_t> at_a_, at_b_;   // units of each link that its end a, b holds
  std::vector<std::int64_t> held_, limit_;  // of each node
  std::vector<bool> added_;
  std::vector<int> through_;         // the link by which the last search came to a node
  std::vector<std::int64_t> stamp_;  // the last search that came to a node
  std::vector<int> queue_;
  std::int64_t searches_ = 0;
  std::vector<int> parent_;  // parts, as a union-find forest
};

}  // namespace

int Partition::links_cut(const LinkGraph& graph) const {
  return static_cast<int>(
      std::count_if(graph.links.begin(), graph.links.end(),
                    [&](const LinkGraph::Link& link) { return part[link.a] != part[link.b]; }));
}

Partition singletons(int nodes) {
  Partition each;
  each.parts = nodes;
  each.part.resize(nodes);
  std::iota(each.part.begin(), each.part.end(), 0);
  return each;
}

Partition dense_parts(const LinkGraph& graph, Ratio price) {
  DenseParts search(graph, price);
  for (int node = 0; node < graph.nodes; ++node) search.add(node);
  return search.partition();
}

}  // namespace podsim
