// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/graph_strength.h"

#include <utility>

namespace podsim {

Strength graph_strength(const LinkGraph& graph) {
  Partition weakest = singletons(graph.nodes);
  if (graph.nodes < 2) return {{1, 0}, std::move(weakest)};
  Ratio sigma = Ratio::of(weakest.links_cut(graph), weakest.parts - 1);
  while (true) {
    Partition weaker = dense_parts(graph, sigma);
    // The whole graph as one part has the value 0, so nothing below 0 means nothing weaker.
    const std::int64_t value =
        sigma.denominator * weaker.links_cut(graph) - sigma.numerator * (weaker.parts - 1);
    if (value >= 0) return {sigma, std::move(weakest)};
    weakest = std::move(weaker);
    sigma = Ratio::of(weakest.links_cut(graph), weakest.parts - 1);
  }
}

}  // namespace podsim
