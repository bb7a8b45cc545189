// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_MESH_SVG_H_
#define PODSIM_SW_REPORT_MESH_SVG_H_

#include <string>
#include <vector>

#include "sw/report/link_utilisation.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// What a picture of the mesh says besides the mesh.
struct MeshCaption {
  std::string title;
  std::string subtitle;
  LinkMeasure measure;
  /// Chips of a circuit (or path, see `closed`) to draw over the mesh, in order; may be empty.
  std::vector<int> circuit;
  bool closed = true;
};

/// The pod as an SVG: chips, dead chips, and each direction of each link as a stroke of its own,
/// right-hand traffic, coloured and widened by its load. The scale of colours ends at a round
/// figure above the highest load. `loads` may be empty: then only the topology is shown.
std::string mesh_svg(const Topology& topology, const std::vector<LinkLoad>& loads,
                     const MeshCaption& caption);

/// The end of the scale for a highest load: the next of 1, 2, 5, 10, 20, 25, 50, 75, 100 %.
double load_scale(double highest);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_MESH_SVG_H_
