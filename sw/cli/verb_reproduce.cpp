// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/bounds/all_reduce_bound.h"
#include "sw/cli/verb.h"
#include "sw/plans/catalogue.h"
#include "sw/plans/plan_image.h"
#include "sw/plans/plan_timing.h"

namespace podsim::cli {
namespace {

constexpr double kLinkPayload = 656e9 / 8 * 8 / 9;  // bytes/s: a head flit in nine

/// A slice of a TPU-v3 Multipod. A slice that is shorter than an axis has no wrap there.
struct Slice {
  int chips;
  int width;
  int height;
  bool wrap_x;
  bool wrap_y;
};
constexpr Slice kSlices[] = {
    {512, 16, 32, false, true}, {1024, 32, 32, true, true}, {4096, 128, 32, false, true}};

/// Gradients of a published training run, and its published steps.
struct Model {
  const char* name;
  double bytes;
  plans::Combine combine;
  int chunk_rows;
  /// Upper bounds from the logs of MLPerf v0.6 and v0.7 in ms, by slice; 0: not published.
  double step[std::size(kSlices)];
};
constexpr Model kModels[] = {
    {"ResNet-50", 25'557'032.0 * 4, plans::Combine::kSumFloat, 128, {44.0, 25.1, 14.1}},
    {"BERT-large", 672e6, plans::Combine::kSumBfloat, 512, {0, 0, 46.5}}};

struct Damage {
  const char* name;
  int width;
  int height;
};
constexpr Damage kDamages[] = {{"none", 0, 0}, {"a board", 2, 2}, {"a host", 4, 2}};

Topology pod_of(const Slice& slice, const Damage& damage) {
  MeshShape shape;
  shape.width = slice.width;
  shape.height = slice.height;
  shape.wrap_x = slice.wrap_x;
  shape.wrap_y = slice.wrap_y;
  Topology topology(shape);
  if (damage.width > 0) {
    topology.fail_block({slice.width / 4 * 2, slice.height / 2}, damage.width, damage.height);
  }
  return topology;
}

struct Cell {
  const Damage* damage = nullptr;
  plans::Algorithm algorithm = plans::Algorithm::kAuto;
  double seconds = 0;
  double efficiency = 0;
  std::string refusal;  ///< id of the error where the algorithm does not work; else empty
};

void measure(const Topology& topology, const Model& model, Cell& cell) {
  plans::PlanRequest request;
  request.algorithm = cell.algorithm;
  request.size.rows = static_cast<std::int64_t>(model.bytes / 2 / isa::kRowBytes) + 1;
  request.size.combine = model.combine;
  request.cut = {model.chunk_rows, 4};
  try {
    const plans::Plan plan = plans::make_plan(topology, request);
    plans::make_images(plan);  // must fit into the cores
    cell.seconds = plans::estimate(plan, topology).seconds;
  } catch (const UserError& error) {
    cell.refusal = error.id();
    return;
  }
  const auto bytes = static_cast<std::int64_t>(model.bytes);
  cell.efficiency = all_reduce_bound(topology, bytes, kLinkPayload).efficiency(cell.seconds);
}

/// A healthy pod runs 2-D rings; a damaged one what goes around.
std::vector<plans::Algorithm> algorithms_for(const Damage& damage) {
  std::vector<plans::Algorithm> algorithms = {plans::Algorithm::kRing,
                                              plans::Algorithm::k2dTwoColour,
                                              plans::Algorithm::k2dHoles, plans::Algorithm::kTrees};
  algorithms.erase(algorithms.begin() + (damage.width > 0 ? 1 : 2));
  return algorithms;
}

/// The step with the failure's extra time: wholly on top, and hidden as far as the step allows.
std::string step_text(double step_ms, double extra_ms, double all_reduce_ms) {
  if (step_ms == 0) return "|  |  |";
  const double on_top = step_ms + extra_ms;
  const double hidden = std::max(step_ms, all_reduce_ms);
  return fmt::format("| {:.1f} ({:+.1f} %) | {:.1f} ({:+.1f} %) |", on_top,
                     100 * (on_top / step_ms - 1), hidden, 100 * (hidden / step_ms - 1));
}

std::vector<Cell> cells_of(const Slice& slice, const Model& model) {
  std::vector<Cell> cells;
  for (const Damage& damage : kDamages) {
    const Topology topology = pod_of(slice, damage);
    for (plans::Algorithm algorithm : algorithms_for(damage)) {
      cells.emplace_back();
      cells.back().damage = &damage;
      cells.back().algorithm = algorithm;
      measure(topology, model, cells.back());
    }
  }
  return cells;
}

/// Of the algorithm that takes least without a failure.
double best_healthy(const std::vector<Cell>& cells) {
  double best = 0;
  for (const Cell& cell : cells) {
    if (cell.damage->width > 0 || !cell.refusal.empty()) continue;
    best = best == 0 ? cell.seconds : std::min(best, cell.seconds);
  }
  return best;
}

void reproduce_slice(std::ostream& out, std::size_t number, const Model& model) {
  const std::vector<Cell> cells = cells_of(kSlices[number], model);
  const double healthy = best_healthy(cells);
  for (const Cell& cell : cells) {
    out << fmt::format("| {} | {} | {} | {} ", model.name, kSlices[number].chips, cell.damage->name,
                       plans::name_of(cell.algorithm));
    if (!cell.refusal.empty()) {
      out << fmt::format("| {} |  |  |  |  |\n", cell.refusal);
      continue;
    }
    out << fmt::format(
        "| {:.3f} | {:.3f} | {:.3f} {}\n", 1e3 * cell.seconds, cell.seconds / healthy,
        cell.efficiency,
        step_text(model.step[number], 1e3 * (cell.seconds - healthy), 1e3 * cell.seconds));
  }
  out << std::flush;
}

ExitCode run(const std::string& what, const std::string& chips, VerbContext& context) {
  if (what != "allreduce") {
    throw UserError("CLI-010", fmt::format("nothing named '{}' can be reproduced", what), {},
                    "allreduce");
  }
  const auto wanted = [&](const Slice& slice) {
    return ("," + chips + ",").find(fmt::format(",{},", slice.chips)) != std::string::npos;
  };
  if (std::none_of(std::begin(kSlices), std::end(kSlices), wanted)) {
    throw UserError("CLI-010", fmt::format("no slice of {} chips", chips), {}, "512, 1024, 4096");
  }
  std::ostream& out = context.terminal.out();
  out << "| model | chips | failed | algorithm | ms | times the best healthy | T*/T | step, on top "
         "(ms) | step, hidden (ms) |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const Model& model : kModels) {
    for (std::size_t i = 0; i < std::size(kSlices); ++i) {
      if (wanted(kSlices[i])) reproduce_slice(out, i, model);
    }
  }
  return ExitCode::kPass;
}

}  // namespace

Verb make_reproduce_verb() {
  const auto what = std::make_shared<std::string>("allreduce");
  const auto chips = std::make_shared<std::string>("512,1024,4096");
  Verb verb;
  verb.name = "reproduce";
  verb.summary = "Make a table of published runs: gradients summed around failures";
  verb.examples =
      "  podsim reproduce allreduce --chips 512,1024   all-reduce with a board or host failed\n";
  verb.declare = [what, chips](OptionSet& set) {
    set.positional("WHAT", *what, false, "allreduce");
    set.text("--chips", *chips, "LIST", "Slices: 512, 1024, 4096");
  };
  verb.run = [what, chips](VerbContext& context) { return run(*what, *chips, context); };
  return verb;
}

}  // namespace podsim::cli
