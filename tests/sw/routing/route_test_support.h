// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_ROUTING_ROUTE_TEST_SUPPORT_H_
#define PODSIM_TESTS_SW_ROUTING_ROUTE_TEST_SUPPORT_H_

#include <string>

#include "sw/routing/route_proof.h"
#include "systemc/pod/topology.h"

namespace podsim::testing {

inline Topology mesh(int width, int height) { return Topology(MeshShape{width, height}); }

inline Topology torus(int width, int height) {
  return Topology(MeshShape{width, height, true, true});
}

inline bool has_finding(const RouteProof& proof, const std::string& id) {
  for (const RouteFinding& finding : proof.findings) {
    if (finding.id == id) return true;
  }
  return false;
}

}  // namespace podsim::testing

#endif  // PODSIM_TESTS_SW_ROUTING_ROUTE_TEST_SUPPORT_H_
