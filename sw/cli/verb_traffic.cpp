// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>

#include "sw/cli/session.h"
#include "sw/cli/verb.h"
#include "sw/report/progress_meter.h"
#include "sw/traffic/load_sweep.h"
#include "sw/traffic/sweep_report.h"

namespace podsim::cli {
namespace {

/// Shows which load runs, and how far it is.
class SweepProgressLine {
 public:
  SweepProgressLine(Terminal& terminal, const config::TrafficParameters& traffic)
      : terminal_(terminal),
        meter_("traffic"),
        cycles_(static_cast<Cycle>(traffic.warmup_cycles + traffic.measure_cycles)) {}

  void begin(std::size_t done, std::size_t total, double load) {
    done_ = done;
    total_ = total;
    load_ = load;
  }
  void at_cycle(Cycle cycle) {
    if (!terminal_.shows_progress()) return;
    const Cycle within = std::min(cycle, cycles_);
    const auto line = meter_.update(done_ * cycles_ + within, total_ * cycles_,
                                    fmt::format("load {:.4g}", load_));
    if (line) terminal_.progress(*line);
  }

 private:
  Terminal& terminal_;
  ProgressMeter meter_;
  Cycle cycles_;
  std::size_t done_ = 0;
  std::size_t total_ = 1;
  double load_ = 0;
};

/// Whether a run ended well, and what its manifest compares.
SessionResult outcome(const traffic::SweepResult& sweep) {
  SessionResult result;
  if (sweep.interrupted) result.exit_code = ExitCode::kInterrupted;
  for (const traffic::LoadPoint& point : sweep.points) {
    result.digest = counter_random(result.digest, point.digest);
    result.ici_cycles += point.cycles;
  }
  return result;
}

void write_artefacts(const Session& session, const traffic::SweepReport& report) {
  session.output().write("traffic.csv", traffic::sweep_csv(report));
  session.output().write("traffic.json", traffic::sweep_json(report));
  session.output().write("traffic.svg", traffic::sweep_svg(report));
}

SessionResult execute(Session& session) {
  const config::Scenario& scenario = session.scenario();
  SweepProgressLine progress(session.terminal(), scenario.traffic);
  traffic::TrafficSetup setup =
      traffic::make_setup(scenario.traffic, session.pod_parameters(), session.topology(),
                          static_cast<RoutingMethod>(scenario.routing_method),
                          static_cast<std::uint64_t>(scenario.seed));
  setup.interrupted = [&](Cycle cycle) {
    progress.at_cycle(cycle);
    return session.interrupted();
  };
  const traffic::SweepResult sweep = traffic::run_sweep(
      setup,
      [&](std::size_t done, std::size_t total, double load) { progress.begin(done, total, load); });
  session.terminal().end_progress();
  const traffic::SweepReport report = {
      setup, sweep, traffic::find_reference(scenario.traffic, session.topology())};
  session.terminal().out() << (session.json() ? sweep_json(report) : sweep_text(report));
  write_artefacts(session, report);
  return outcome(sweep);
}

ExitCode run(const std::string& pattern, VerbContext& context) {
  if (!pattern.empty()) {
    context.common.overrides.push_back({"traffic.pattern", pattern, "command line: " + pattern});
  }
  return run_session(make_traffic_verb(), context);
}

}  // namespace

Verb make_traffic_verb() {
  const auto pattern = std::make_shared<std::string>();
  Verb verb;
  verb.name = "traffic";
  verb.summary = "Inject standard traffic into the bare network: latency, throughput, saturation";
  verb.examples =
      "  podsim traffic --mesh 8x8                          uniform random, a sweep of loads\n"
      "  podsim traffic tornado --mesh 8x8 --out out        tables, CSV, JSON and a plot\n"
      "  podsim traffic --mesh 6x6 --fail board:2,2 --loads [0.1,0.2]\n";
  verb.uses = {true, true, true};
  verb.declare = [pattern](OptionSet& set) {
    set.positional("PATTERN", *pattern, false,
                   "uniform, transpose, complement, tornado, hotspot or neighbour");
    set.setting("--loads", "traffic.loads", "[L,...]", "Loads in flits a node and cycle");
    set.setting("--min", "traffic.minimum", "L", "First load of a sweep");
    set.setting("--max", "traffic.maximum", "L", "Last load of a sweep");
    set.setting("--step", "traffic.step", "L", "From one load to the next");
    set.setting("--packet", "traffic.packet_flits", "N", "Flits of a packet, head included");
    set.setting("--measure", "traffic.measure", "N", "Cycles that are measured");
    set.setting("--lanes", "traffic.lanes", "N", "Local lanes that the sources use, 1 to 4");
    set.setting("--lane-rule", "traffic.lane_rule", "RULE",
                "round-robin, destination or least-occupied");
    set.setting("--vc-rule", "traffic.vc_rule", "RULE",
                "lane, destination, round-robin or least-occupied");
    set.setting("--vcs", "traffic.vcs_a_layer", "N", "Virtual channels of a layer, 1, 2 or 4");
    set.setting("--model", "ici.model", "MODEL", "Model of the routers");
    set.setting("--link", "ici.link_latency", "N", "Cycles of a link");
    set.setting("--threads", "pod.threads", "N", "Host threads; no result depends on it");
  };
  verb.execute = execute;
  verb.run = [pattern](VerbContext& context) { return run(*pattern, context); };
  return verb;
}

}  // namespace podsim::cli
