// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/pod_setup.h"

#include <fmt/format.h>

#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "sw/report/counters_csv.h"
#include "sw/report/mesh_svg.h"
#include "sw/report/router_view.h"
#include "sw/report/units.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/route_proof.h"

namespace podsim::cli {
namespace {

constexpr const char* kWaveFile = "waves.fst";

TimelineOptions timeline_options(const config::TimelineSection& section, const Topology& topology) {
  TimelineOptions options;
  for (const Coordinate& at : section.chips) options.chips.push_back(topology.chip_at(at));
  options.stalls = section.stalls;
  options.packets = section.packets;
  options.maximum_bytes = static_cast<std::uint64_t>(section.maximum_bytes);
  return options;
}

}  // namespace

RoutingTables proved_routes(const Session& session) {
  const config::Scenario& scenario = session.scenario();
  RoutingOptions options;
  options.layers = static_cast<int>(scenario.routing_layers);
  RoutingTables tables =
      compute(session.topology(), static_cast<RoutingMethod>(scenario.routing_method), options);
  require_proved(prove(tables, session.topology()));
  return tables;
}

LinkMeasure link_measure(const Pod& pod) {
  return {pod.ici_clock().first_edge_at_or_after(pod.now()), pod.ici_clock().hertz()};
}

Probes::Probes(Session& session, SpanNames names) : session_(session), names_(std::move(names)) {
  observers_.add(phases_);
  observers_.add(packets_);
  const config::OutputFolder& output = session_.output();
  const config::Scenario& scenario = session_.scenario();
  if (output.enabled()) {
    timeline_ = std::make_unique<Timeline>(
        output.file("timeline.json"), names_,
        Clock(static_cast<std::uint64_t>(scenario.pod.core.clock_hz)), session_.topology().width(),
        timeline_options(scenario.timeline, session_.topology()));
    observers_.add(*timeline_);
  } else if (!scenario.waves.chips.empty()) {
    throw UserError("CFG-010", "waves need a folder to be written to",
                    scenario.place_of("waves.chips"), "give one with --out DIR");
  }
}

WaveRequest Probes::waves() const {
  const config::WaveSection& waves = session_.scenario().waves;
  WaveRequest request;
  if (waves.chips.empty()) return request;
  request.file = session_.output().temporary(kWaveFile);
  for (const Coordinate& at : waves.chips) request.chips.push_back(session_.topology().chip_at(at));
  request.from = static_cast<Cycle>(waves.from);
  if (waves.to != 0) request.to = static_cast<Cycle>(waves.to);
  request.trigger = static_cast<WaveTrigger>(waves.trigger);
  if (request.trigger == WaveTrigger::kPacket) {
    request.packet_source = session_.topology().chip_at(*waves.packet_source);
    request.packet_sequence = static_cast<std::uint32_t>(waves.packet_sequence);
  }
  request.before = static_cast<Cycle>(waves.before);
  request.after = static_cast<Cycle>(waves.after);
  request.maximum_bytes = static_cast<std::uint64_t>(waves.maximum_bytes);
  return request;
}

void Probes::finish(Pod& pod, const std::string& title) {
  if (!session_.output().enabled()) return;
  const TimelineResult timeline = timeline_->close(pod.now());
  if (timeline.truncated()) {
    session_.terminal().note(
        fmt::format("the timeline is full: {} events left out", timeline.dropped_events));
  }
  write_counters(pod);
  write_mesh(pod, title);
  write_waves(pod);
}

void Probes::write_counters(Pod& pod) {
  std::vector<CoreRecord> records;
  for (const int id : pod.live_cores()) {
    TensorCore& core = pod.core(id);
    records.push_back({id, core.cycle(), &core.counters(), &pod.dma_counters(id)});
  }
  session_.output().write("cores.csv", core_counters_csv(pod.topology(), records));
  session_.output().write("links.csv",
                          link_counters_csv(pod.topology(), pod.link_loads(), link_measure(pod)));
}

void Probes::write_mesh(Pod& pod, const std::string& title) {
  MeshCaption caption;
  caption.title = title;
  caption.subtitle =
      fmt::format("{} x {} chips, {} alive; load of each link over {}", pod.topology().width(),
                  pod.topology().height(), pod.topology().live_count(), format_time(pod.now()));
  caption.measure = link_measure(pod);
  caption.circuit = circuit_;
  session_.output().write("mesh.svg", mesh_svg(pod.topology(), pod.link_loads(), caption));
}

void Probes::write_waves(Pod& pod) {
  const config::WaveSection& waves = session_.scenario().waves;
  if (waves.chips.empty()) return;
  pod.close_waves();
  session_.output().commit(kWaveFile);
  if (pod.waves_truncated()) {
    session_.terminal().note(
        fmt::format("waves stop at the largest size of {}: see [waves]",
                    format_bytes(static_cast<std::uint64_t>(waves.maximum_bytes))));
  }
  note_trigger(pod);
  const Clock& clock = pod.ici_clock();
  const Picoseconds from = clock.time_of(static_cast<Cycle>(waves.from));
  const Picoseconds to = waves.to == 0 ? 0 : clock.time_of(static_cast<Cycle>(waves.to));
  RouterSignals signals;
  signals.link_layer = session_.scenario().pod.ici.link_layer;
  const auto write = [this](const char* name, const WaveView& view) {
    session_.output().write(fmt::format("{}.gtkw", name), gtkwave_view(view));
    session_.output().write(fmt::format("{}.sucl", name), surfer_view(view));
  };
  write("waves", router_view(kWaveFile, waves.chips, signals, from, to));
  write("pipeline", pipeline_view(kWaveFile, waves.chips, signals, from, to));
  write("credits", credit_view(kWaveFile, waves.chips, signals, from, to));
  if (signals.link_layer) write("link_layer", link_view(kWaveFile, waves.chips, from, to));
}

void Probes::note_trigger(const Pod& pod) {
  if (session_.scenario().waves.trigger == 0) return;
  const std::optional<Cycle> trigger = pod.waves_triggered_at();
  session_.terminal().note(trigger
                               ? fmt::format("waves were triggered at ICI cycle {}", *trigger)
                               : std::string("the waves are empty: their trigger did not come"));
}

ExitCode exit_code_of(const RunOutcome& outcome) {
  switch (outcome.status) {
    case RunStatus::kHalted:
      return ExitCode::kPass;
    case RunStatus::kFault:
      return ExitCode::kCheckFailed;
    case RunStatus::kDeadlock:
    case RunStatus::kCycleLimit:
      return ExitCode::kDeadlock;
    case RunStatus::kInterrupted:
      return ExitCode::kInterrupted;
  }
  return ExitCode::kInternal;
}

}  // namespace podsim::cli
