// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <ostream>

#include "sw/campaign/campaign.h"
#include "sw/cli/pod_setup.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"
#include "sw/report/progress_meter.h"
#include "systemc/base/counter_random.h"

namespace podsim::cli {
namespace {

campaign::TrialSetup setup_of(const Session& session) {
  const config::Scenario& scenario = session.scenario();
  campaign::TrialSetup setup = {session.pod_parameters(), session.topology(),
                                proved_routes(session)};
  setup.pod.ici.link_layer = true;
  setup.seed = static_cast<std::uint64_t>(scenario.seed);
  setup.packets_a_node = static_cast<int>(scenario.campaign.packets_a_node);
  setup.most_flits = static_cast<int>(scenario.campaign.packet_flits);
  setup.injection = static_cast<Cycle>(scenario.campaign.injection_cycles);
  setup.patience = static_cast<Cycle>(scenario.campaign.patience_cycles);
  return setup;
}

SessionResult outcome(const campaign::CampaignResult& campaign) {
  SessionResult result;
  for (const campaign::TrialResult& trial : campaign.trials) {
    result.digest = counter_random(result.digest, static_cast<std::uint64_t>(trial.verdict));
    result.digest = counter_random(result.digest, trial.rest);
    result.ici_cycles += trial.rest;
  }
  if (campaign.interrupted) result.exit_code = ExitCode::kInterrupted;
  if (!campaign.failures.empty()) {
    result.exit_code = ExitCode::kCheckFailed;
    result.failure =
        fmt::format("{} trial(s) ended in silent corruption or a hang", campaign.failures.size());
  }
  return result;
}

SessionResult execute(Session& session) {
  const auto trials = static_cast<int>(session.scenario().campaign.faults);
  ProgressMeter meter("campaign");
  const campaign::CampaignResult campaign =
      campaign::run_campaign(setup_of(session), trials, [&](int done) {
        if (session.terminal().shows_progress()) {
          const auto line = meter.update(static_cast<std::uint64_t>(done),
                                         static_cast<std::uint64_t>(trials), "faults");
          if (line) session.terminal().progress(*line);
        }
        return !session.interrupted();
      });
  session.terminal().end_progress();
  session.terminal().out() << (session.json() ? campaign_json(campaign) : campaign_text(campaign));
  session.output().write("campaign.csv", campaign_csv(campaign));
  return outcome(campaign);
}

}  // namespace

Verb make_campaign_verb() {
  Verb verb;
  verb.name = "campaign";
  verb.summary =
      "Strike the bare network with random faults: detected, corrected, reported, silent";
  verb.examples =
      "  podsim campaign --mesh 4x4 --faults 2000 --model cycle\n"
      "  podsim campaign --mesh 4x4 --fail board:2,2 --seed 7 --out out\n";
  verb.uses = {true, true, true};
  verb.declare = [](OptionSet& set) {
    set.setting("--faults", "campaign.faults", "N", "Trials, each with one fault");
    set.setting("--packets", "campaign.packets", "N", "Packets that each chip sends in a trial");
    set.setting("--model", "ici.model", "MODEL", "Model of the routers");
    set.setting("--threads", "pod.threads", "N", "Host threads; no result depends on it");
  };
  verb.execute = execute;
  verb.run = [](VerbContext& context) { return run_session(make_campaign_verb(), context); };
  return verb;
}

}  // namespace podsim::cli
