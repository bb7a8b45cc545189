// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CAMPAIGN_TRIAL_H_
#define PODSIM_SW_CAMPAIGN_TRIAL_H_

#include <cstdint>
#include <string>

#include "sw/campaign/fault_site.h"
#include "sw/routing/routing_tables.h"
#include "systemc/pod/pod_parameters.h"

namespace podsim::campaign {

/// How a trial ended.
enum class Verdict : int {
  kNoEffect,   ///< nobody noticed anything, all packets arrived
  kCorrected,  ///< link layers noticed it, all packets arrived intact, once
  kReported,   ///< packets are missing, and routers or sinks say so
  kSilent,     ///< a packet arrived wrong or twice, or is missing and nobody says so
  kHang,       ///< the network did not come to rest
};
/// "corrected", ...
const char* name(Verdict verdict);

struct TrialSetup {
  PodParameters pod;  ///< with link layer
  Topology topology;
  RoutingTables tables;
  std::uint64_t seed = 1;
  int packets_a_node = 40;
  int most_flits = 9;        ///< of a packet
  Cycle injection = 3000;    ///< packets are handed over within this many cycles
  Cycle patience = 200'000;  ///< a network that moves for longer hangs
};

struct TrialResult {
  PlannedFault fault;
  Verdict verdict = Verdict::kNoEffect;
  bool detected = false;
  int sent = 0;
  int arrived = 0;             ///< intact, the first time
  int wrong = 0;               ///< with wrong data, or at the wrong place
  int repeated = 0;            ///< intact, but not the first time
  std::uint64_t reported = 0;  ///< packets that routers and sinks say they have lost, at most
  Cycle rest = 0;              ///< when the network came to rest
};

/// The verdict on what was counted. Every missing packet must be accounted for: by the number that
/// routers and sinks report, or, of a dead chip, by anybody who noticed.
Verdict judge(const TrialResult& result, bool at_rest);

/// Sends random packets through a network of its own while fault number `trial` strikes.
TrialResult run_trial(const TrialSetup& setup, std::uint64_t trial);

}  // namespace podsim::campaign

#endif  // PODSIM_SW_CAMPAIGN_TRIAL_H_
