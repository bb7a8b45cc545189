// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/reference_curve.h"

namespace podsim::traffic {
namespace {

/// BookSim2 of commit 28f4329: dimension order, 4 virtual channels, 8-flit buffers, separable
/// allocators, hop of 5 cycles, 4-flit packets, uniform. Measured for podsim; docs/user/traffic.md
/// gives the configuration.
const ReferenceCurve& booksim_mesh() {
  static const ReferenceCurve kCurve = {
      "BookSim2",
      "8 x 8 mesh, 4 VCs",
      {{0.01, 35.4}, {0.05, 37.2}, {0.1, 37.1}, {0.2, 39.5}, {0.3, 45.5}, {0.4, 78}, {0.42, 292}},
      0.5,
      6.2,
      5};
  return kCurve;
}

const ReferenceCurve& booksim_torus() {
  static const ReferenceCurve kCurve = {
      "BookSim2",
      "8 x 8 torus, 2 + 2 VCs",
      {{0.01, 30.3}, {0.05, 30.6}, {0.1, 31.0}, {0.2, 32.4}, {0.3, 34.7}, {0.4, 37.7}, {0.5, 46}},
      0.6,
      5.0,
      5};
  return kCurve;
}

}  // namespace

const ReferenceCurve* find_reference(const config::TrafficParameters& traffic,
                                     const Topology& topology) {
  const MeshShape& shape = topology.shape();
  const bool same = traffic.pattern == static_cast<int>(config::TrafficPattern::kUniform) &&
                    traffic.packet_flits == 4 && traffic.to_self && shape.width == 8 &&
                    shape.height == 8 && topology.live_count() == 64;
  if (!same || shape.wrap_x != shape.wrap_y) return nullptr;
  return shape.wrap_x ? &booksim_torus() : &booksim_mesh();
}

}  // namespace podsim::traffic
