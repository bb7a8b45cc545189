// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "sw/config/json_writer.h"
#include "sw/report/line_chart.h"
#include "sw/report/text_table.h"
#include "sw/traffic/zero_load.h"

namespace podsim::traffic {
namespace {

std::string network_name(const Topology& topology) {
  const MeshShape& shape = topology.shape();
  const char* kind = "mesh";
  if (shape.wrap_x && shape.wrap_y) {
    kind = "torus";
  } else if (shape.wrap_x || shape.wrap_y) {
    kind = shape.wrap_x ? "mesh with wrap on X" : "mesh with wrap on Y";
  }
  return fmt::format("{} x {} {}, {} nodes alive", topology.width(), topology.height(), kind,
                     topology.live_count());
}

std::string saturation_text(const SweepResult& result) {
  if (const auto point = result.saturation()) {
    return fmt::format("{:.4g} flits/node/cycle", *point);
  }
  return "not reached";
}

std::string load_text(double load) { return fmt::format("{:.4g}", load); }

std::string sweep_table(const SweepResult& result) {
  TextTable table({{"load", "flits/node/cycle"},
                   {"offered", "flits/node/cycle"},
                   {"accepted", "flits/node/cycle"},
                   {"mean", "cycles"},
                   {"p50", "cycles"},
                   {"p99", "cycles"},
                   {"max", "cycles"},
                   {"packets", ""},
                   {"state", "", false}});
  for (const LoadPoint& p : result.points) {
    table.add_row({load_text(p.load), fmt::format("{:.4f}", p.offered),
                   fmt::format("{:.4f}", p.accepted), fmt::format("{:.1f}", p.latency.mean),
                   std::to_string(p.latency.median), std::to_string(p.latency.percentile_99),
                   std::to_string(p.latency.maximum), std::to_string(p.packets),
                   p.stable ? "stable" : "unstable"});
  }
  return table.render();
}

std::string formula_text(const SweepReport& report) {
  const auto flits = report.setup.traffic.packet_flits;
  return fmt::format("{:.4g} hops x ({} router + {} link) + {} router + {} flits = {:.2f} cycles",
                     report.setup.mean_hops, kRouterCycles, link_cycles(report.setup.pod.ici),
                     kRouterCycles, flits - 1, report.setup.zero_load);
}

/// Our latency at a load of the reference; absent if the sweep has not got it.
std::string latency_at(const SweepResult& result, double load) {
  for (const LoadPoint& p : result.points) {
    if (std::abs(p.load - load) < 1e-9)
      return p.stable ? fmt::format("{:.1f}", p.latency.mean) : "unstable";
  }
  return "-";
}

std::string reference_table(const SweepReport& report) {
  const ReferenceCurve& reference = *report.reference;
  TextTable table(
      {{"load", "flits/node/cycle"}, {"podsim", "cycles"}, {reference.simulator, "cycles"}});
  for (const ReferenceCurve::Point& point : reference.points) {
    table.add_row({load_text(point.load), latency_at(report.result, point.load),
                   fmt::format("{:.1f}", point.latency)});
  }
  table.add_row({load_text(reference.unstable_load),
                 latency_at(report.result, reference.unstable_load), "unstable"});
  const double flits = static_cast<double>(report.setup.traffic.packet_flits);
  std::string text =
      fmt::format("\nMean latency beside {} ({})\n", reference.simulator, reference.network);
  text += table.render();
  text += fmt::format("zero load   {}: {:.4g} routers x {} + {} flits = {:.2f} cycles\n",
                      reference.simulator, reference.mean_routers, reference.hop_cycles, flits - 1,
                      reference.mean_routers * reference.hop_cycles + flits - 1);
  const double hop = kRouterCycles + link_cycles(report.setup.pod.ici);
  if (hop != reference.hop_cycles) {
    text += fmt::format("note        a hop takes {} cycles here: --link {} makes them alike\n", hop,
                        reference.hop_cycles - kRouterCycles);
  }
  text += fmt::format("saturation  {}: {:.4g} stable, {:.4g} not\n", reference.simulator,
                      reference.saturation(), reference.unstable_load);
  return text;
}

struct CsvColumn {
  const char* name;
  const char* unit;
  const char* meaning;
  std::function<std::string(const LoadPoint&)> cell;
};

std::vector<CsvColumn> csv_columns() {
  return {
      {"load", "flits/node/cycle", "asked for",
       [](const LoadPoint& p) { return fmt::format("{:.6g}", p.load); }},
      {"offered", "flits/node/cycle", "generated in the measured cycles",
       [](const LoadPoint& p) { return fmt::format("{:.6f}", p.offered); }},
      {"accepted", "flits/node/cycle", "arrived in the measured cycles",
       [](const LoadPoint& p) { return fmt::format("{:.6f}", p.accepted); }},
      {"mean", "cycles", "latency from generation to tail of the packets generated then",
       [](const LoadPoint& p) { return fmt::format("{:.3f}", p.latency.mean); }},
      {"p50", "cycles", "median latency",
       [](const LoadPoint& p) { return std::to_string(p.latency.median); }},
      {"p99", "cycles", "99th percentile of the latency",
       [](const LoadPoint& p) { return std::to_string(p.latency.percentile_99); }},
      {"max", "cycles", "greatest latency",
       [](const LoadPoint& p) { return std::to_string(p.latency.maximum); }},
      {"packets", "", "measured packets that arrived",
       [](const LoadPoint& p) { return std::to_string(p.packets); }},
      {"stable", "", "1 if all measured packets arrived in time",
       [](const LoadPoint& p) { return std::string(p.stable ? "1" : "0"); }},
      {"cycles", "cycles", "simulated until the last measured packet arrived",
       [](const LoadPoint& p) { return std::to_string(p.cycles); }},
  };
}

void json_points(const SweepResult& result, config::JsonWriter& json) {
  json.begin_list("points");
  for (const LoadPoint& p : result.points) {
    json.begin_object().real("load", p.load).real("offered", p.offered);
    json.real("accepted", p.accepted).real("mean", p.latency.mean);
    json.integer("p50", static_cast<std::int64_t>(p.latency.median));
    json.integer("p99", static_cast<std::int64_t>(p.latency.percentile_99));
    json.integer("max", static_cast<std::int64_t>(p.latency.maximum));
    json.integer("packets", static_cast<std::int64_t>(p.packets));
    json.boolean("stable", p.stable);
    json.integer("cycles", static_cast<std::int64_t>(p.cycles)).end();
  }
  json.end();
}

void json_reference(const ReferenceCurve& reference, config::JsonWriter& json) {
  json.begin_object("reference").text("simulator", reference.simulator);
  json.text("network", reference.network).real("unstable_load", reference.unstable_load);
  json.begin_list("points");
  for (const ReferenceCurve::Point& point : reference.points) {
    json.begin_object().real("load", point.load).real("mean", point.latency).end();
  }
  json.end().end();
}

/// A curve of the stable loads; what is above `top` is drawn there.
ChartSeries curve(const std::string& name, const SweepResult& result, double top,
                  const std::function<double(const LoadPoint&)>& value) {
  ChartSeries series{name, {}, true};
  for (const LoadPoint& p : result.points) {
    if (p.stable) series.points.push_back({p.load, std::min(value(p), top)});
  }
  return series;
}

ChartSeries reference_series(const ReferenceCurve& reference, double top) {
  ChartSeries series{reference.simulator + " mean", {}, true};
  for (const ReferenceCurve::Point& point : reference.points) {
    series.points.push_back({point.load, std::min(point.latency, top)});
  }
  return series;
}

}  // namespace

std::string pattern_name(const config::TrafficParameters& traffic) {
  return config::traffic_pattern_names()[static_cast<std::size_t>(traffic.pattern)];
}

std::string sweep_text(const SweepReport& report) {
  const config::TrafficParameters& traffic = report.setup.traffic;
  std::string text =
      fmt::format("podsim traffic: {}, {}; packets of {} flits, {} VCs a layer, {} lanes\n\n",
                  network_name(report.setup.topology), pattern_name(traffic), traffic.packet_flits,
                  report.setup.layers.vcs, traffic.lanes);
  text += sweep_table(report.result);
  text += fmt::format("\nzero load   {}\n", formula_text(report));
  text += fmt::format("saturation  {}\n", saturation_text(report.result));
  text += fmt::format("throughput  {:.4f} flits/node/cycle accepted at most\n",
                      report.result.throughput());
  if (report.reference != nullptr) text += reference_table(report);
  return text;
}

std::string sweep_csv(const SweepReport& report) {
  const std::vector<CsvColumn> columns = csv_columns();
  std::string out =
      fmt::format("# podsim traffic: {}, {}\n# column, unit, meaning\n",
                  network_name(report.setup.topology), pattern_name(report.setup.traffic));
  for (const CsvColumn& c : columns) {
    out += fmt::format("# {}, {}, {}\n", c.name, c.unit, c.meaning);
  }
  for (const CsvColumn& c : columns)
    out += std::string(c.name) + (&c == &columns.back() ? "\n" : ",");
  for (const LoadPoint& point : report.result.points) {
    for (const CsvColumn& c : columns) out += c.cell(point) + (&c == &columns.back() ? "\n" : ",");
  }
  return out;
}

std::string sweep_json(const SweepReport& report) {
  config::JsonWriter json;
  json.begin_object().text("verb", "traffic");
  json.text("pattern", pattern_name(report.setup.traffic));
  json.integer("width", report.setup.topology.width());
  json.integer("height", report.setup.topology.height());
  json.integer("live_nodes", report.setup.topology.live_count());
  json.integer("vcs_a_layer", report.setup.layers.vcs);
  json.real("mean_hops", report.setup.mean_hops).real("zero_load", report.setup.zero_load);
  json.real("saturation",
            report.result.saturation().value_or(std::numeric_limits<double>::quiet_NaN()));
  json.real("throughput", report.result.throughput());
  json_points(report.result, json);
  if (report.reference != nullptr) json_reference(*report.reference, json);
  json.end();
  return json.str();
}

std::string sweep_svg(const SweepReport& report) {
  const SweepResult& result = report.result;
  const double top = 6 * report.setup.zero_load;
  Chart chart;
  chart.title = fmt::format("podsim traffic: {}", pattern_name(report.setup.traffic));
  chart.subtitle =
      fmt::format("{}; packets of {} flits; saturation: {}", network_name(report.setup.topology),
                  report.setup.traffic.packet_flits, saturation_text(result));
  chart.x_label = "offered load, flits a node and cycle";
  ChartPanel latency{"latency, cycles", {}, 0.0, std::nullopt};
  latency.series = {curve("mean", result, top, [](const LoadPoint& p) { return p.latency.mean; }),
                    curve("99th percentile", result, top, [](const LoadPoint& p) {
                      return static_cast<double>(p.latency.percentile_99);
                    })};
  if (report.reference != nullptr)
    latency.series.push_back(reference_series(*report.reference, top));
  ChartPanel accepted{"accepted load, flits a node and cycle", {}, 0.0, std::nullopt};
  ChartSeries series{"accepted", {}, true};
  for (const LoadPoint& p : result.points) series.points.push_back({p.load, p.accepted});
  accepted.series = {series};
  chart.panels = {latency, accepted};
  return line_chart_svg(chart);
}

}  // namespace podsim::traffic
