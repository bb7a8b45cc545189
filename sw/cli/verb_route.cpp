// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "sw/cli/verb.h"
#include "sw/collectives/hamiltonian_circuit.h"
#include "sw/config/json_writer.h"
#include "sw/config/scenario_reader.h"
#include "sw/config/values.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/draw_mesh.h"
#include "sw/routing/route_proof.h"
#include "sw/routing/sparse_tables.h"
#include "sw/routing/trace_route.h"

namespace podsim::cli {
namespace {

struct RouteOptions {
  std::string from;
  std::string to;
  std::string table;
  bool circuit = false;
  bool sparse = false;
};

/// Everything that the verb may show.
struct RouteReport {
  Topology topology;
  ComputedRoutes routes;
  RouteProof proof;
  std::optional<Route> route;
  std::optional<HamiltonianCircuit> circuit;
  std::string table;
};

int chip_of(const std::string& text, const char* option, const Topology& topology) {
  const SourcePlace place{fmt::format("command line: {} {}", option, text), 0, 0};
  try {
    const Coordinate at = config::parse_coordinate(text);
    if (topology.contains(at)) return topology.chip_at(at);
  } catch (const UserError& error) {
    throw UserError(error.id(), error.message(), place, error.hint());
  }
  throw UserError("CFG-012", fmt::format("chip {} is outside the pod", text), place);
}

std::optional<Route> traced(const RouteOptions& options, const RoutingTables& tables,
                            const Topology& topology) {
  if (options.from.empty() != options.to.empty())
    throw UserError("CLI-003", "--from and --to belong together");
  if (options.from.empty()) return std::nullopt;
  return trace_route(tables, topology, chip_of(options.from, "--from", topology),
                     chip_of(options.to, "--to", topology));
}

/// Routes and their proof; with `sparse`, as routers with small tables look them up.
std::pair<ComputedRoutes, RouteProof> proved(bool sparse, const config::Scenario& scenario,
                                             const Topology& topology) {
  const std::optional<SparseScheme> scheme =
      sparse ? std::optional<SparseScheme>(topology.shape()) : std::nullopt;
  RoutingOptions how;
  how.layers = static_cast<int>(scenario.routing_layers);
  how.reach = scheme ? &*scheme : nullptr;
  ComputedRoutes routes =
      compute_routes(topology, static_cast<RoutingMethod>(scenario.routing_method), how);
  if (scheme) routes.tables = looked_up(routes.tables, *scheme);
  ProofOptions options;
  options.reach = how.reach;
  RouteProof proof = prove(routes.tables, topology, options);
  return {std::move(routes), std::move(proof)};
}

RouteReport examine(const RouteOptions& options, const config::Scenario& scenario) {
  Topology topology = config::make_topology(scenario);
  auto [routes, proof] = proved(options.sparse, scenario, topology);
  RouteReport report{std::move(topology), std::move(routes), std::move(proof), {}, {}, {}};
  const RoutingTables& tables = report.routes.tables;
  report.route = traced(options, tables, report.topology);
  if (options.circuit) report.circuit = find_circuit(report.topology);
  if (!options.table.empty())
    report.table =
        table_text(tables, report.topology, chip_of(options.table, "--table", report.topology));
  return report;
}

std::string picture(const RouteReport& report) {
  if (report.route) return draw_mesh_text(report.topology, *report.route);
  if (report.circuit) return draw_mesh_text(report.topology, report.circuit->chips);
  if (!report.proof.cycle.empty()) return draw_mesh_text(report.topology, report.proof.cycle);
  return draw_mesh_text(report.topology);
}

std::string report_text(const RouteReport& report) {
  std::string text = picture(report) + "\n";
  text += fmt::format("pod      {} x {} chips, {} alive\n", report.topology.width(),
                      report.topology.height(), report.topology.live_count());
  text += fmt::format("method   {}\n", to_string(report.routes.method));
  if (!report.routes.note.empty()) text += fmt::format("because  {}\n", report.routes.note);
  text += to_string(report.topology, report.proof);
  if (report.circuit) {
    text += fmt::format("circuit  {} chips, found by {}\n", report.circuit->size(),
                        to_string(report.circuit->method));
  }
  if (report.route) text += "route    " + to_string(report.topology, *report.route) + "\n";
  if (!report.table.empty()) text += "\n" + report.table;
  return text;
}

void json_chips(const char* key, const std::vector<int>& chips, config::JsonWriter& json) {
  json.begin_list(key);
  for (const int chip : chips) json.integer("", chip);
  json.end();
}

void json_proof(const RouteProof& proof, config::JsonWriter& json) {
  json.boolean("proved", proof.ok()).integer("pairs", proof.pairs);
  json.integer("layers", proof.layers).integer("refused_pairs", proof.refused_pairs);
  json.integer("wrong_pairs", proof.wrong_pairs).integer("hop_bound", proof.hop_bound);
  json.real("mean_hops", proof.mean_hops).integer("max_hops", proof.max_hops);
  json.real("mean_stretch", proof.mean_stretch).real("max_stretch", proof.max_stretch);
  json.begin_object("most_loaded_link");
  json.integer("chip", proof.most_loaded.chip).text("port", port_name(proof.most_loaded.port));
  json.integer("pairs", proof.most_load).end();
  json.begin_list("findings");
  for (const RouteFinding& finding : proof.findings)
    json.begin_object().text("id", finding.id).text("text", finding.text).end();
  json.end();
}

std::string report_json(const RouteReport& report) {
  config::JsonWriter json;
  json.begin_object();
  json.integer("width", report.topology.width()).integer("height", report.topology.height());
  json.integer("live_chips", report.topology.live_count());
  json.text("method", to_string(report.routes.method));
  if (!report.routes.note.empty()) json.text("because", report.routes.note);
  json_proof(report.proof, json);
  if (report.route) json_chips("route", report.route->chips(), json);
  if (report.circuit) json_chips("circuit", report.circuit->chips, json);
  json.end();
  return json.str();
}

ExitCode run(const RouteOptions& options, VerbContext& context) {
  const config::Scenario scenario =
      config::load_scenario(context.common.configuration, context.common.overrides);
  const RouteReport report = examine(options, scenario);
  context.terminal.out() << (context.common.json ? report_json(report) : report_text(report));
  return report.proof.ok() ? ExitCode::kPass : report.proof.findings.front().exit_code;
}

}  // namespace

Verb make_route_verb() {
  const auto options = std::make_shared<RouteOptions>();
  Verb verb;
  verb.name = "route";
  verb.summary = "Compute routing tables, prove them free of deadlock, and draw the pod";
  verb.examples =
      "  podsim route --mesh 6x6 --fail board:2,2\n"
      "  podsim route --mesh 6x6 --fail board:2,2 --from 1,2 --to 4,2\n"
      "  podsim route --mesh 8x8 --fail block:2,2:4x2 --circuit\n";
  verb.uses = {true, false, true};
  verb.declare = [options](OptionSet& set) {
    set.setting("--method", "routing.method", "METHOD", "auto, xy or updown");
    set.setting("--layers", "routing.layers", "N", "Most layers of virtual channels to use");
    set.text("--from", options->from, "x,y", "With --to: follow a packet");
    set.text("--to", options->to, "x,y", "With --from: follow a packet");
    set.text("--table", options->table, "x,y", "Show the table of this chip");
    set.flag("--sparse", options->sparse,
             "Routers with 1024 entries a table: own band of rows, own group of columns");
    set.flag("--circuit", options->circuit, "Find a Hamiltonian circuit of the live chips");
  };
  verb.run = [options](VerbContext& context) { return run(*options, context); };
  return verb;
}

}  // namespace podsim::cli
