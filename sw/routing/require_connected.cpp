// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/require_connected.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/live_graph.h"

namespace podsim {

void require_connected(const Topology& topology) {
  if (topology.live_count() == 0) {
    throw UserError("ROUTE-004", "no chip of the pod is alive", {}, {}, ExitCode::kUnreachable);
  }
  const std::vector<int> lost = topology.unreachable_chips();
  if (lost.empty()) return;
  const int first = topology.live_chips().front();
  throw UserError("ROUTE-003",
                  fmt::format("{} of {} live chips cannot be reached from chip {}: {}", lost.size(),
                              topology.live_count(), to_string(topology.coordinate(first)),
                              chip_list(topology, lost)),
                  {}, "the failures cut the pod in parts; run on one of them",
                  ExitCode::kUnreachable);
}

}  // namespace podsim
