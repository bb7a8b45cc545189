// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/regular_strength.h"

namespace podsim {
namespace {

// Links along one line of `length` chips.
std::int64_t line_links(std::int64_t length, bool wrap) {
  return wrap && length > 1 ? length : length - 1;
}

}  // namespace

Ratio regular_strength(const MeshShape& shape) {
  const std::int64_t links = shape.height * line_links(shape.width, shape.wrap_x) +
                             shape.width * line_links(shape.height, shape.wrap_y);
  if (shape.chips() < 2) return {1, 0};
  return Ratio::of(links, shape.chips() - 1);
}

}  // namespace podsim
