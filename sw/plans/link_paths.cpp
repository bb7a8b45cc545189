// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/link_paths.h"

#include <algorithm>

namespace podsim::plans {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Steps from a to b, negative for down, the shorter way if there is a wrap.
int steps(int a, int b, int side, bool wrap) {
  int distance = b - a;
  if (wrap && 2 * distance > side) distance -= side;
  if (wrap && 2 * distance < -side) distance += side;
  return distance;
}

}  // namespace

const std::vector<int>& LinkPaths::path(int from, int to) {
  const auto [entry, is_new] = known_.try_emplace({from, to});
  if (is_new && from != to && !straight(from, to, entry->second)) {
    entry->second = search(from, to);
  }
  return entry->second;
}

bool LinkPaths::straight(int from, int to, std::vector<int>& links) const {
  const Coordinate a = topology_.coordinate(from);
  const Coordinate b = topology_.coordinate(to);
  const int x = steps(a.x, b.x, topology_.width(), topology_.shape().wrap_x);
  const int y = steps(a.y, b.y, topology_.height(), topology_.shape().wrap_y);
  int chip = from;
  const auto go = [&](int count, int port) {
    for (int i = 0; i < count; ++i) {
      const std::optional<int> next = topology_.neighbour(chip, port);
      if (!next) return false;
      links.push_back(chip * kLinkPorts + port);
      chip = *next;
    }
    return true;
  };
  if (go(std::abs(x), x > 0 ? kEast : kWest) && go(std::abs(y), y > 0 ? kSouth : kNorth)) {
    return true;
  }
  links.clear();
  return false;
}

std::vector<int> LinkPaths::search(int from, int to) const {
  std::vector<int> via(at(topology_.chips()), -1);  // link by which a chip was reached
  std::vector<int> queue = {from};
  for (std::size_t head = 0; head < queue.size() && via[at(to)] < 0; ++head) {
    for (int port = 0; port < kLinkPorts; ++port) {
      const std::optional<int> next = topology_.neighbour(queue[head], port);
      if (!next || *next == from || via[at(*next)] >= 0) continue;
      via[at(*next)] = queue[head] * kLinkPorts + port;
      queue.push_back(*next);
    }
  }
  std::vector<int> links;
  for (int chip = to; chip != from && via[at(chip)] >= 0; chip = links.back() / kLinkPorts) {
    links.push_back(via[at(chip)]);
  }
  std::reverse(links.begin(), links.end());
  return links;
}

}  // namespace podsim::plans
