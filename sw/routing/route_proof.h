// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_ROUTE_PROOF_H_
#define PODSIM_SW_ROUTING_ROUTE_PROOF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "firmware/diagnostics/exit_code.h"
#include "sw/routing/dependency_graph.h"
#include "sw/routing/reach.h"
#include "sw/routing/routing_tables.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Something wrong with a set of tables.
struct RouteFinding {
  std::string id;    ///< ROUTE-010 unreachable chips, -011 no entry, -012 dead link,
                     ///< -013 wrong chip, -014 loop, -015 hop bound, -016 deadlock,
                     ///< -017 a pair outside the reach is not refused
  std::string text;  ///< one sentence, or for a deadlock the cycle link by link
  ExitCode exit_code = ExitCode::kCheckFailed;
};

struct ProofOptions {
  /// Most hops a packet may take; 0 stands for the number of live chips less one, because a longer
  /// route passes some chip twice.
  int hop_bound = 0;
  int threads = 0;  ///< 0: one a processor. The proof does not depend on it.
  /// Pairs whose packets may be refused: those that it does not serve must find no entry at the
  /// source. Null: all pairs must be delivered.
  const Reach* reach = nullptr;
};

/// What `prove` found out. Figures are over ordered pairs of different live chips.
struct RouteProof {
  std::vector<RouteFinding> findings;  ///< at most a few of each kind
  std::int64_t wrong_pairs = 0;        ///< pairs that are not delivered within the bound
  std::int64_t refused_pairs = 0;      ///< pairs outside the reach, refused at the source

  int hop_bound = 0;
  std::int64_t pairs = 0;  ///< delivered
  double mean_hops = 0;
  int max_hops = 0;
  double mean_stretch = 0;  ///< hops over hops of a shortest live path
  double max_stretch = 0;
  int worst_source = 0;  ///< the pair of max_stretch
  int worst_destination = 0;
  Channel most_loaded;  ///< the link that most pairs use, on any layer
  std::int64_t most_load = 0;
  double mean_load = 0;           ///< pairs over a link, mean of all live directed links
  int layers = 1;                 ///< layers of virtual channels that packets use
  std::int64_t dependencies = 0;  ///< edges of the channel-dependency graph
  std::vector<Channel> cycle;     ///< of that graph; empty when free of deadlock
  std::vector<int> unreachable;   ///< live chips that the first live chip cannot reach

  bool ok() const { return findings.empty(); }
};

/// Walks every pair of live chips (a chip with itself as well) from all four lanes, and looks for
/// a cycle in the dependencies of the channels as those walks use them.
///
/// Tables that pass deliver every packet between live chips, in at most `hop_bound` hops, over live
/// links only, and cannot deadlock as long as the chips take what arrives.
RouteProof prove(const RoutingTables& tables, const Topology& topology,
                 const ProofOptions& options = {});

/// The report for a terminal, several lines.
std::string to_string(const Topology& topology, const RouteProof& proof);

/// Throws UserError with the id and exit code of the first finding, if there is one.
void require_proved(const RouteProof& proof);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_ROUTE_PROOF_H_
