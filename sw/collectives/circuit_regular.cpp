// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/circuit_regular.h"

namespace podsim {
namespace {

using Path = std::vector<Coordinate>;

// height is even, width at least 2.
Path snake(int width, int height) {
  Path path;
  for (int y = 0; y < height; ++y) {
    for (int i = 1; i < width; ++i) path.push_back({y % 2 == 0 ? i : width - i, y});
  }
  for (int y = height - 1; y >= 0; --y) path.push_back({0, y});
  return path;
}

// Both odd, width at least 3, X wraps.
Path zigzag(int width, int height) {
  Path path;
  for (int x = 0; x + 2 < width; ++x) {
    for (int i = 0; i < height; ++i) path.push_back({x, x % 2 == 0 ? height - 1 - i : i});
  }
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < 2; ++i) path.push_back({width - 2 + (y % 2 == 0 ? i : 1 - i), y});
  }
  return path;
}

Path line(int length) {
  Path path;
  for (int x = 0; x < length; ++x) path.push_back({x, 0});
  return path;
}

Path turned(Path path) {
  for (Coordinate& at : path) at = {at.y, at.x};
  return path;
}

std::vector<int> ids(const Topology& topology, const Path& path) {
  std::vector<int> chips;
  for (const Coordinate& at : path) chips.push_back(topology.chip_at(at));
  return chips;
}

}  // namespace

std::vector<std::vector<int>> regular_circuits(const Topology& topology) {
  const int width = topology.width();
  const int height = topology.height();
  std::vector<std::vector<int>> found;
  if (width == 1 || height == 1) {
    found.push_back(ids(topology, height == 1 ? line(width) : turned(line(height))));
    return found;
  }
  if (height % 2 == 0) found.push_back(ids(topology, snake(width, height)));
  if (width % 2 == 0) found.push_back(ids(topology, turned(snake(height, width))));
  if (!found.empty()) return found;
  if (topology.shape().wrap_x) found.push_back(ids(topology, zigzag(width, height)));
  if (topology.shape().wrap_y) found.push_back(ids(topology, turned(zigzag(height, width))));
  return found;
}

}  // namespace podsim
