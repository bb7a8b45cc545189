// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_MESH_LAYOUT_H_
#define PODSIM_SW_REPORT_MESH_LAYOUT_H_

#include <algorithm>

#include "sw/report/svg_writer.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Where things are in the picture of a mesh, in pixels. Everything scales with the pitch, which
/// falls as the mesh grows.
struct MeshLayout {
  static constexpr double kHeader = 84;
  static constexpr double kLegend = 116;
  static constexpr double kMinimumWidth = 620;

  explicit MeshLayout(const Topology& topology) {
    const int longest = std::max(topology.width(), topology.height());
    pitch = longest <= 8 ? 96 : longest <= 12 ? 78 : longest <= 16 ? 60 : longest <= 40 ? 42 : 30;
    chip = 0.52 * pitch;
    labelled = longest <= 12;
    const bool wraps = topology.shape().wrap_x || topology.shape().wrap_y;
    const double margin = (labelled ? 6 : 34) + (wraps ? 0.3 * pitch + 12 : 0);
    const double mesh_width = topology.width() * pitch;
    width = std::max(kMinimumWidth, mesh_width + 2 * margin);
    origin = {(width - mesh_width) / 2, kHeader + margin};
    legend_y = origin.y + topology.height() * pitch + margin - 8;
    height = legend_y + kLegend;
  }

  Point centre(Coordinate at) const {
    return {origin.x + (at.x + 0.5) * pitch, origin.y + (at.y + 0.5) * pitch};
  }

  double pitch;
  double chip;  ///< side of a chip's square
  bool labelled;
  double width;
  double height;
  double legend_y;
  Point origin;  ///< north-west corner of the mesh
};

/// Unit vector out of a port: y grows to the south.
inline Point direction(int port) {
  switch (port) {
    case kNorth:
      return {0, -1};
    case kEast:
      return {1, 0};
    case kSouth:
      return {0, 1};
    default:
      return {-1, 0};
  }
}
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }
/// A quarter turn to the right of the direction of travel.
inline Point right_of(Point a) { return {-a.y, a.x}; }

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_MESH_LAYOUT_H_
