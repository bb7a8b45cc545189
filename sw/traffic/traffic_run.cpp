// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/traffic_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "firmware/diagnostics/user_error.h"

namespace podsim::traffic {
namespace {

constexpr int kNodesATask = 8;

void add(const LatencyBatches& more, LatencyBatches& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].packets += more[i].packets;
    all[i].sum += more[i].sum;
  }
}

MeasuredCycles measured_cycles(const config::TrafficParameters& traffic) {
  const auto from = static_cast<Cycle>(traffic.warmup_cycles);
  const Cycle to = from + static_cast<Cycle>(traffic.measure_cycles);
  return {from, to, to + static_cast<Cycle>(traffic.drain_cycles)};
}

}  // namespace

bool TrafficRun::carries_data() const {
  if (setup_.traffic.check_data) return true;
  // Through the wide RTL the bits of the data pass, so there must be some.
  const auto wide = [](RouterModel model) {
    return model == RouterModel::kRtl || model == RouterModel::kLockstep;
  };
  return wide(static_cast<RouterModel>(setup_.pod.ici.model)) ||
         std::any_of(setup_.pod.routers.begin(), setup_.pod.routers.end(),
                     [&](const RouterRule& rule) { return wide(rule.model); });
}

SourceRules TrafficRun::source_rules() const {
  const config::TrafficParameters& traffic = setup_.traffic;
  SourceRules rules;
  rules.seed = setup_.seed;
  rules.packet_flits = static_cast<int>(traffic.packet_flits);
  rules.lanes = static_cast<int>(traffic.lanes);
  rules.lane_rule = static_cast<config::LaneRule>(traffic.lane_rule);
  rules.vc_rule = static_cast<config::VcRule>(traffic.vc_rule);
  rules.vcs = setup_.layers.vcs;
  rules.fill_data = traffic.check_data;
  rules.carry_data = carries_data();
  rules.taken_latency = static_cast<Cycle>(setup_.pod.ici.nic_credit_latency);
  rules.measured = measured_cycles(traffic);
  return rules;
}

SinkRules TrafficRun::sink_rules() const {
  return {static_cast<int>(setup_.traffic.packet_flits), setup_.traffic.check_data,
          measured_cycles(setup_.traffic)};
}

TrafficRun::TrafficRun(const TrafficSetup& setup, double load)
    : setup_(setup),
      load_(load),
      fabric_(setup.pod, setup.topology, setup.tables, setup.layers.shift,
              static_cast<int>(setup.traffic.packet_flits)),
      live_(setup.topology.live_chips()),
      destinations_(setup.traffic, setup.topology),
      gaps_(load / static_cast<double>(setup.traffic.packet_flits)),
      source_rules_(source_rules()),
      sink_rules_(sink_rules()),
      sources_(static_cast<std::size_t>(setup.topology.chips())),
      sinks_(sources_.size()) {
  for (const int node : live_) {
    const auto i = static_cast<std::size_t>(node);
    sources_[i] = std::make_unique<TrafficSource>(node, source_rules_, gaps_, destinations_);
    sinks_[i] = std::make_unique<TrafficSink>(node, sink_rules_, sources_);
  }
  fabric().before_window([this](Cycle from, Cycle to) { before_window(from, to); });
}

TrafficRun::~TrafficRun() = default;

template <typename Body>
void TrafficRun::for_each_node(const Body& body) {
  const int count = static_cast<int>(live_.size());
  const int tasks = (count + kNodesATask - 1) / kNodesATask;
  fabric().workers().for_each(tasks, [&](int task) {
    const int end = std::min(count, (task + 1) * kNodesATask);
    for (int i = task * kNodesATask; i < end; ++i) body(live_[static_cast<std::size_t>(i)]);
  });
}

// Sources and sinks take turns: a sink looks up records of sources on other nodes.
void TrafficRun::before_window(Cycle from, Cycle to) {
  for_each_node([&](int node) {
    sources_[static_cast<std::size_t>(node)]->run(from, to, fabric().ports(node));
  });
}

void TrafficRun::after_window() {
  for_each_node([&](int node) {
    const auto i = static_cast<std::size_t>(node);
    sources_[i]->note_taken(fabric().ports(node));
    sinks_[i]->run(fabric().ports(node));
  });
}

void TrafficRun::run_until(const std::function<bool(Cycle)>& done) {
  fabric_.run([&](Cycle to) {
    after_window();
    check_movement(to);
    if (setup_.interrupted && setup_.interrupted(to)) interrupted_ = true;
    return !interrupted_ && !done(to);
  });
}

std::uint64_t TrafficRun::under_way() const {
  std::uint64_t packets = 0;
  for (const int node : live_) {
    const auto i = static_cast<std::size_t>(node);
    packets += sources_[i]->sent() - sinks_[i]->arrived();  // modulo 2^64: only the sum counts
  }
  return packets;
}

std::uint64_t TrafficRun::measured_under_way() const {
  std::uint64_t packets = 0;
  for (const int node : live_) {
    const auto i = static_cast<std::size_t>(node);
    packets += sources_[i]->measured() - sinks_[i]->latencies().size();
  }
  return packets;
}

void TrafficRun::check_movement(Cycle to) {
  if (fabric().moved_in_window() > 0 || under_way() == 0) moved_at_ = to;
  if (to - moved_at_ < static_cast<Cycle>(setup_.pod.ici.hang_limit)) return;
  require_right();
  throw UserError("TRAF-011",
                  fmt::format("deadlock: {} packets are in the network and none has moved since "
                              "cycle {}",
                              under_way(), moved_at_),
                  {}, {}, ExitCode::kDeadlock);
}

LoadPoint TrafficRun::measure() {
  const MeasuredCycles& measured = source_rules_.measured;
  run_until([&](Cycle to) {
    return (to >= measured.to && measured_under_way() == 0) || to >= measured.end;
  });
  const LoadPoint result = point();
  if (!interrupted_) empty();
  return result;
}

void TrafficRun::advance(Cycle cycles) {
  const Cycle end = fabric().window_to() + cycles;
  run_until([&](Cycle to) { return to >= end; });
}

void TrafficRun::empty() {
  for (const int node : live_) sources_[static_cast<std::size_t>(node)]->stop();
  run_until([&](Cycle) { return under_way() == 0 && fabric().idle(); });
  require_right();
}

void TrafficRun::require_right() const {
  for (const int node : live_) {
    const std::string& error = sinks_[static_cast<std::size_t>(node)]->error();
    if (!error.empty()) throw UserError("TRAF-010", error, {}, {}, ExitCode::kCheckFailed);
  }
}

LoadPoint TrafficRun::point() const {
  LoadPoint point;
  std::vector<std::uint32_t> latencies;
  LatencyBatches batches{};
  std::uint64_t flits = 0;
  for (const int node : live_) {
    const TrafficSink& sink = *sinks_[static_cast<std::size_t>(node)];
    latencies.insert(latencies.end(), sink.latencies().begin(), sink.latencies().end());
    add(sink.batches(), batches);
    point.cycles = std::max(point.cycles, sink.last_measured() + 1);
    point.generated += sources_[static_cast<std::size_t>(node)]->measured();
    flits += sink.measured_flits();
    point.digest = counter_random(point.digest, sink.digest());
  }
  const double cycles = static_cast<double>(setup_.traffic.measure_cycles * live_.size());
  point.load = load_;
  point.offered = static_cast<double>(point.generated * setup_.traffic.packet_flits) / cycles;
  point.accepted = static_cast<double>(flits) / cycles;
  point.packets = latencies.size();
  point.latency = latency_figures(std::move(latencies));
  const double limit = setup_.traffic.latency_limit * setup_.zero_load;
  point.stable =
      point.packets == point.generated && point.latency.mean <= limit && !latency_grows(batches);
  point.interrupted = interrupted_;
  return point;
}

}  // namespace podsim::traffic
