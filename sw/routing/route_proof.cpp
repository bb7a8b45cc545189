// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/route_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/destination_walk.h"
#include "sw/routing/live_graph.h"
#include "sw/routing/parts.h"
#include "sw/routing/trace_route.h"

namespace podsim {
namespace {

constexpr int kFindingsOfAKind = 4;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

const char* id_of(RouteEnd end) {
  switch (end) {
    case RouteEnd::kNoEntry:
      return "ROUTE-011";
    case RouteEnd::kDeadLink:
      return "ROUTE-012";
    case RouteEnd::kWrongChip:
      return "ROUTE-013";
    case RouteEnd::kLoop:
      return "ROUTE-014";
    case RouteEnd::kDelivered:
      return "ROUTE-015";
  }
  throw InternalError("unknown end of a route");
}

bool refused(RouteEnd end, int hops) { return end == RouteEnd::kNoEntry && hops == 0; }

/// The pairs to the destinations of a part.
class PartProver {
 public:
  PartProver(const RoutingTables& tables, const Topology& topology, const LiveGraph& graph,
             const ProofOptions& options);

  void prove_destination(int destination);
  const DependencyGraph& dependencies() const { return dependencies_; }
  const std::vector<std::int64_t>& load() const { return load_; }
  /// Figures and findings; means are sums still.
  const RouteProof& proof() const { return proof_; }

 private:
  void check_pair(int source, int destination, int shortest);
  void check_refused(int source, int destination);
  void note(int source, int destination, int lane, RouteEnd end);
  void note_reached(int source, int destination, int lane);
  bool first_of_its_kind(const std::string& id);
  void count(int source, int destination, int hops, int shortest);

  const RoutingTables& tables_;
  const Topology& topology_;
  const LiveGraph& graph_;
  const Reach* reach_;
  DependencyGraph dependencies_;
  DestinationWalk walk_;
  std::vector<int> live_;
  std::vector<int> shortest_;
  std::vector<int> queue_;
  std::vector<std::int64_t> load_;
  std::map<std::string, int> found_;
  RouteProof proof_;
};

PartProver::PartProver(const RoutingTables& tables, const Topology& topology,
                       const LiveGraph& graph, const ProofOptions& options)
    : tables_(tables),
      topology_(topology),
      graph_(graph),
      reach_(options.reach),
      dependencies_(graph_),
      walk_(tables, graph_),
      live_(topology.live_chips()),
      load_(at(topology.chips() * kLinkPorts), 0) {
  const int longest_simple = std::max(1, static_cast<int>(live_.size()) - 1);
  proof_.hop_bound = options.hop_bound > 0 ? options.hop_bound : longest_simple;
}

bool PartProver::first_of_its_kind(const std::string& id) {
  return ++found_[id] <= kFindingsOfAKind;
}

void PartProver::note(int source, int destination, int lane, RouteEnd end) {
  const std::string id = id_of(end);
  if (!first_of_its_kind(id)) return;
  const Route route = trace_route(tables_, topology_, source, destination, lane);
  const std::string what = end == RouteEnd::kDelivered
                               ? fmt::format("more than {} hops", proof_.hop_bound)
                               : to_string(end);
  proof_.findings.push_back(
      {id,
       fmt::format("a packet from {} lane {} to {} is not delivered ({}): {}",
                   to_string(topology_.coordinate(source)), lane,
                   to_string(topology_.coordinate(destination)), what, to_string(topology_, route)),
       end == RouteEnd::kNoEntry ? ExitCode::kUnreachable : ExitCode::kCheckFailed});
}

void PartProver::note_reached(int source, int destination, int lane) {
  if (!first_of_its_kind("ROUTE-017")) return;
  proof_.findings.push_back(
      {"ROUTE-017", fmt::format("a packet from {} lane {} to {} is outside the tables' reach and "
                                "not refused at its source",
                                to_string(topology_.coordinate(source)), lane,
                                to_string(topology_.coordinate(destination)))});
}

void PartProver::count(int source, int destination, int hops, int shortest) {
  if (source == destination) return;
  const double stretch = static_cast<double>(hops) / shortest;
  ++proof_.pairs;
  proof_.mean_hops += hops;
  proof_.mean_stretch += stretch;
  proof_.max_hops = std::max(proof_.max_hops, hops);
  if (stretch <= proof_.max_stretch) return;
  proof_.max_stretch = stretch;
  proof_.worst_source = source;
  proof_.worst_destination = destination;
}

void PartProver::check_pair(int source, int destination, int shortest) {
  bool right = true;
  const int lanes = walk_.lanes_alike(source) ? 1 : kLocalLanes;
  for (int lane = 0; lane < lanes; ++lane) {
    const DestinationWalk::Outcome outcome = walk_.walk(source, lane, dependencies_);
    const bool delivered = outcome.end == RouteEnd::kDelivered && outcome.hops <= proof_.hop_bound;
    if (delivered && lane == 0) count(source, destination, outcome.hops, shortest);
    if (!delivered && right) note(source, destination, lane, outcome.end);
    right = right && delivered;
  }
  if (!right) ++proof_.wrong_pairs;
}

void PartProver::check_refused(int source, int destination) {
  bool right = true;
  for (int lane = 0; lane < kLocalLanes; ++lane) {
    const DestinationWalk::Outcome outcome = walk_.walk(source, lane, dependencies_);
    if (refused(outcome.end, outcome.hops)) continue;
    if (right) note_reached(source, destination, lane);
    right = false;
  }
  ++(right ? proof_.refused_pairs : proof_.wrong_pairs);
}

// Pairs without a live path are no fault of the tables: those chips are named once.
void PartProver::prove_destination(int destination) {
  graph_.hops_from(destination, {}, shortest_, queue_);
  walk_.start(destination);
  for (int source : live_) {
    if (shortest_[at(source)] < 0) continue;
    if (reach_ == nullptr || reach_->serves(source, destination)) {
      check_pair(source, destination, shortest_[at(source)]);
    } else {
      check_refused(source, destination);
    }
  }
  walk_.add_load(load_);
}

/// Puts the parts of a proof together.
class Prover {
 public:
  Prover(const RoutingTables& tables, const Topology& topology, const ProofOptions& options);

  RouteProof run();

 private:
  void prove_parts();
  void take(const PartProver& part);
  void take_figures(const RouteProof& part);
  void find_unreachable();
  void find_deadlock();
  void sum_up();
  void sum_up_load();

  const RoutingTables& tables_;
  const Topology& topology_;
  const ProofOptions& options_;
  LiveGraph graph_;
  DependencyGraph dependencies_;
  std::vector<int> live_;
  std::vector<std::int64_t> load_;
  std::map<std::string, int> found_;
  RouteProof proof_;
};

Prover::Prover(const RoutingTables& tables, const Topology& topology, const ProofOptions& options)
    : tables_(tables),
      topology_(topology),
      options_(options),
      graph_(topology),
      dependencies_(graph_),
      live_(topology.live_chips()),
      load_(at(topology.chips() * kLinkPorts), 0) {}

void Prover::prove_parts() {
  const int parts = parts_of(topology_.chips());
  const auto destinations = split(live_, parts);
  std::vector<std::unique_ptr<PartProver>> provers(at(parts));
  for_each_part(parts, options_.threads, [&](int part) {
    provers[at(part)] = std::make_unique<PartProver>(tables_, topology_, graph_, options_);
    for (int destination : destinations[at(part)]) {
      provers[at(part)]->prove_destination(destination);
    }
  });
  for (const auto& part : provers) take(*part);
}

void Prover::take_figures(const RouteProof& part) {
  proof_.hop_bound = part.hop_bound;
  proof_.wrong_pairs += part.wrong_pairs;
  proof_.refused_pairs += part.refused_pairs;
  proof_.pairs += part.pairs;
  proof_.mean_hops += part.mean_hops;
  proof_.mean_stretch += part.mean_stretch;
  proof_.max_hops = std::max(proof_.max_hops, part.max_hops);
  if (part.max_stretch <= proof_.max_stretch) return;
  proof_.max_stretch = part.max_stretch;
  proof_.worst_source = part.worst_source;
  proof_.worst_destination = part.worst_destination;
}

void Prover::take(const PartProver& part) {
  take_figures(part.proof());
  for (const RouteFinding& finding : part.proof().findings) {
    if (++found_[finding.id] <= kFindingsOfAKind) proof_.findings.push_back(finding);
  }
  dependencies_.merge(part.dependencies());
  for (std::size_t i = 0; i < load_.size(); ++i) load_[i] += part.load()[i];
}

void Prover::find_unreachable() {
  proof_.unreachable = topology_.unreachable_chips();
  if (proof_.unreachable.empty()) return;
  proof_.findings.push_back({"ROUTE-010",
                             fmt::format("{} of {} live chips cannot be reached from chip {}: {}",
                                         proof_.unreachable.size(), live_.size(),
                                         to_string(topology_.coordinate(live_.front())),
                                         chip_list(topology_, proof_.unreachable)),
                             ExitCode::kUnreachable});
}

void Prover::find_deadlock() {
  proof_.dependencies = dependencies_.dependencies();
  proof_.cycle = dependencies_.find_cycle();
  if (proof_.cycle.empty()) return;
  std::string text =
      fmt::format("the tables can deadlock: {} channels wait for each other", proof_.cycle.size());
  for (const Channel& channel : proof_.cycle) {
    text += fmt::format("\n    {}  waits for", to_string(topology_, channel));
  }
  text += fmt::format("\n    {}", to_string(topology_, proof_.cycle.front()));
  proof_.findings.push_back({"ROUTE-016", text, ExitCode::kCheckFailed});
}

void Prover::sum_up_load() {
  int links = 0;
  for (int chip : live_) {
    for (int port = 0; port < kLinkPorts; ++port) {
      if (graph_.neighbour(chip, port) < 0) continue;
      const std::int64_t load = load_[at(chip * kLinkPorts + port)];
      ++links;
      proof_.mean_load += static_cast<double>(load);
      if (load <= proof_.most_load) continue;
      proof_.most_load = load;
      proof_.most_loaded = {chip, port, 0};
    }
  }
  proof_.mean_load /= std::max(1, links);
}

void Prover::sum_up() {
  const double pairs = static_cast<double>(std::max<std::int64_t>(1, proof_.pairs));
  proof_.mean_hops /= pairs;
  proof_.mean_stretch /= pairs;
  proof_.layers = layers_used(tables_);
  sum_up_load();
}

RouteProof Prover::run() {
  find_unreachable();
  prove_parts();
  find_deadlock();
  sum_up();
  return std::move(proof_);
}

}  // namespace

RouteProof prove(const RoutingTables& tables, const Topology& topology,
                 const ProofOptions& options) {
  if (tables.chips() != topology.chips()) {
    throw UserError("ROUTE-006", fmt::format("tables for {} chips cannot route a pod of {} chips",
                                             tables.chips(), topology.chips()));
  }
  return Prover(tables, topology, options).run();
}

std::string to_string(const Topology& topology, const RouteProof& proof) {
  std::string text = fmt::format(
      "routes   {}\n"
      "pairs    {} delivered, {} wrong{}, hop bound {}\n"
      "layers   {}\n"
      "hops     mean {:.2f}, max {}\n"
      "stretch  mean {:.3f}, max {:.2f} ({} to {})\n"
      "load     {} {} carries {} pairs, mean of links {:.1f}\n"
      "deadlock {}\n",
      proof.ok() ? "proved" : "WRONG", proof.pairs, proof.wrong_pairs,
      proof.refused_pairs == 0 ? "" : fmt::format(", {} refused", proof.refused_pairs),
      proof.hop_bound, proof.layers, proof.mean_hops, proof.max_hops, proof.mean_stretch,
      proof.max_stretch, to_string(topology.coordinate(proof.worst_source)),
      to_string(topology.coordinate(proof.worst_destination)),
      to_string(topology.coordinate(proof.most_loaded.chip)), port_name(proof.most_loaded.port),
      proof.most_load, proof.mean_load,
      proof.cycle.empty()
          ? fmt::format("none: {} channel dependencies, no cycle", proof.dependencies)
          : fmt::format("possible: cycle of {} channels", proof.cycle.size()));
  for (const RouteFinding& finding : proof.findings) {
    text += fmt::format("  {}: {}\n", finding.id, finding.text);
  }
  return text;
}

void require_proved(const RouteProof& proof) {
  if (proof.ok()) return;
  const RouteFinding& first = proof.findings.front();
  throw UserError(first.id, first.text, {}, {}, first.exit_code);
}

}  // namespace podsim
