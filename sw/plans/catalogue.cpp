// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "firmware/diagnostics/user_error.h"
#include "sw/plans/exchange.h"
#include "sw/plans/hole_plan.h"
#include "sw/plans/pair_exchange.h"
#include "sw/plans/plan_image.h"
#include "sw/plans/plan_timing.h"
#include "sw/plans/tree_plan.h"

namespace podsim::plans {
namespace {

StagedRings rings_for(const Topology& topology, Algorithm algorithm, const ModelBlock& block) {
  TwoDimensions choice;
  choice.block = block;
  switch (algorithm) {
    case Algorithm::kRing:
      return one_ring(topology);
    case Algorithm::kLine:
      return one_line(topology);
    case Algorithm::kRowPair:
      return row_pair_rings(topology);
    case Algorithm::k2dTwoColour:
      choice.two_colours = true;
      return two_dimensions(topology, choice);
    case Algorithm::k2dYFirst:
      choice.y_first = true;
      return two_dimensions(topology, choice);
    default:
      return two_dimensions(topology, choice);
  }
}

Plan staged(const Topology& topology, const PlanRequest& request, Algorithm algorithm,
            StagedOperation operation) {
  return plan_by_stages(rings_for(topology, algorithm, request.block), request.size, request.cut,
                        operation);
}

bool has_block(const PlanRequest& request) {
  return request.block.width * request.block.height > 1;
}

/// Rings along rows and columns can go in steps of a block.
bool is_two_dimensional(Algorithm algorithm) {
  return algorithm == Algorithm::k2d || algorithm == Algorithm::k2dTwoColour ||
         algorithm == Algorithm::k2dYFirst;
}

/// A block that would be passed over is refused: without it the result is another one.
void require_block_fits(const PlanRequest& request) {
  if (!has_block(request) || request.operation == Operation::kHaloExchange) return;
  const bool by_rings = request.operation == Operation::kAllReduce ||
                        request.operation == Operation::kReduceScatter ||
                        request.operation == Operation::kAllGather;
  const bool fits = request.algorithm == Algorithm::kAuto || is_two_dimensional(request.algorithm);
  if (by_rings && fits) return;
  throw UserError("COLL-058",
                  fmt::format("{} by {} does not know blocks of chips", name_of(request.operation),
                              name_of(request.algorithm)),
                  {},
                  "all-reduce, reduce-scatter and all-gather by 2d, 2d-two-colour and 2d-y-first "
                  "do, and halo-exchange");
}

[[noreturn]] void refuse_algorithm(Operation operation, Algorithm algorithm) {
  std::vector<std::string> names;
  for (Algorithm known : algorithms_of(operation)) names.push_back(name_of(known));
  throw UserError(
      "COLL-052", fmt::format("{} has no algorithm {}", name_of(operation), name_of(algorithm)), {},
      names.empty() ? "it has one only: auto" : fmt::format("{}", fmt::join(names, ", ")));
}

/// The request for what is left after the cores of each chip have exchanged halves.
PlanRequest of_half(const PlanRequest& request) {
  PlanRequest half = request;
  half.size.ranks = Ranks::kChip;
  half.size.rows = (request.size.rows + 1) / 2;
  return half;
}

Plan around_damage(const Topology& topology, const PlanRequest& request, Algorithm algorithm) {
  if (request.size.ranks == Ranks::kCore) {
    return with_pair_exchange(around_damage(topology, of_half(request), algorithm), request.cut);
  }
  if (algorithm == Algorithm::k2dHoles) {
    return two_dimensions_around_holes(topology, request.size, request.cut);
  }
  return tree_all_reduce(topology, request.size, request.cut);
}

Plan with_algorithm(const Topology& topology, const PlanRequest& request, Algorithm algorithm) {
  switch (request.operation) {
    case Operation::kAllReduce:
      if (algorithm == Algorithm::kTrees || algorithm == Algorithm::k2dHoles) {
        return around_damage(topology, request, algorithm);
      }
      return staged(topology, request, algorithm, StagedOperation::kAllReduce);
    case Operation::kReduceScatter:
      return staged(topology, request, algorithm, StagedOperation::kReduceScatter);
    case Operation::kAllGather:
      return staged(topology, request, algorithm, StagedOperation::kAllGather);
    default:
      throw InternalError("an operation without algorithms");
  }
}

/// The plan that takes least by `estimate`, of the algorithms that work here; the error of the
/// first one if none does.
Plan fastest(const Topology& topology, const PlanRequest& request) {
  std::optional<Plan> best;
  std::optional<UserError> reason;
  double best_seconds = 0;
  const bool whole = topology.live_count() == topology.chips();
  for (Algorithm algorithm : algorithms_of(request.operation)) {
    if (whole && algorithm == Algorithm::k2dHoles) continue;  // there are none
    if (has_block(request) && !is_two_dimensional(algorithm)) continue;
    try {
      Plan plan = with_algorithm(topology, request, algorithm);
      make_images(plan);  // must fit into the cores
      const double seconds = estimate(plan, topology).seconds;
      if (best && seconds >= best_seconds) continue;
      best = std::move(plan);
      best_seconds = seconds;
    } catch (const UserError& error) {
      if (!reason) reason = error;
    }
  }
  if (!best) throw UserError(*reason);
  return std::move(*best);
}

}  // namespace

const std::vector<std::string>& operation_names() {
  static const std::vector<std::string> kNames = {
      "all-reduce", "reduce-scatter", "all-gather",       "broadcast",
      "all-to-all", "halo-exchange",  "group-all-reduce", "barrier"};
  return kNames;
}

const std::vector<std::string>& algorithm_names() {
  static const std::vector<std::string> kNames = {
      "auto", "ring", "line", "row-pair", "2d", "2d-two-colour", "2d-y-first", "2d-holes", "trees"};
  return kNames;
}

std::string name_of(Algorithm algorithm) {
  return algorithm_names()[static_cast<std::size_t>(algorithm)];
}

std::string name_of(Operation operation) {
  return operation_names()[static_cast<std::size_t>(operation)];
}

std::vector<Algorithm> algorithms_of(Operation operation) {
  switch (operation) {
    case Operation::kAllReduce:
      return {Algorithm::k2dTwoColour, Algorithm::kTrees,   Algorithm::k2dYFirst, Algorithm::k2d,
              Algorithm::kRowPair,     Algorithm::k2dHoles, Algorithm::kRing,     Algorithm::kLine};
    case Operation::kReduceScatter:
    case Operation::kAllGather:
      return {Algorithm::k2dTwoColour, Algorithm::k2dYFirst, Algorithm::k2d,
              Algorithm::kRowPair,     Algorithm::kRing,     Algorithm::kLine};
    default:
      return {};
  }
}

Plan make_plan(const Topology& topology, const PlanRequest& request) {
  require_block_fits(request);
  const std::vector<Algorithm> known = algorithms_of(request.operation);
  const bool has = std::find(known.begin(), known.end(), request.algorithm) != known.end();
  if (!has && request.algorithm != Algorithm::kAuto) {
    refuse_algorithm(request.operation, request.algorithm);
  }
  switch (request.operation) {
    case Operation::kAllToAll:
      return all_to_all(topology, request.size, request.cut);
    case Operation::kHaloExchange:
      return halo_exchange(topology, request.block, request.size, request.cut);
    case Operation::kGroupAllReduce:
      return plan_by_stages(batch_norm_groups(topology, request.group_cores), request.size,
                            request.cut);
    case Operation::kBroadcast:
      return tree_broadcast(topology,
                            request.root >= 0 ? request.root : topology.live_chips().front(),
                            request.size, request.cut);
    case Operation::kBarrier:
      return barrier(topology);
    default:
      if (request.algorithm == Algorithm::kAuto) return fastest(topology, request);
      return with_algorithm(topology, request, request.algorithm);
  }
}

}  // namespace podsim::plans
