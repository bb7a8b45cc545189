// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_CATALOGUE_H_
#define PODSIM_SW_PLANS_CATALOGUE_H_

#include <optional>
#include <string>
#include <vector>

#include "sw/plans/mesh_rings.h"
#include "sw/plans/plan.h"
#include "systemc/pod/topology.h"

/// Every operation and algorithm by name.
namespace podsim::plans {

enum class Operation {
  kAllReduce,
  kReduceScatter,
  kAllGather,
  kBroadcast,
  kAllToAll,
  kHaloExchange,
  kGroupAllReduce,
  kBarrier
};
/// "all-reduce", ... in the order of the enumeration.
const std::vector<std::string>& operation_names();

enum class Algorithm {
  kAuto,
  kRing,
  kLine,
  kRowPair,
  k2d,
  k2dTwoColour,
  k2dYFirst,
  k2dHoles,
  kTrees
};
/// "auto", "ring", ... in the order of the enumeration.
const std::vector<std::string>& algorithm_names();
std::string name_of(Algorithm algorithm);
std::string name_of(Operation operation);

/// What is asked for.
struct PlanRequest {
  Operation operation = Operation::kAllReduce;
  Algorithm algorithm = Algorithm::kAuto;
  BufferSize size;
  CutLimits cut;
  ModelBlock block;     ///< of all-reduces
  int group_cores = 8;  ///< of kGroupAllReduce
  int root = -1;        ///< chip, of kBroadcast; -1: the first live one
};

/// The plan. Throws UserError:
///   what the algorithm throws when it cannot work here (mesh_rings.h, tree_plan.h, ...),
///   COLL-058 a block with an operation or algorithm that has none,
///   COLL-052 an operation that does not have the algorithm, with those that it has.
Plan make_plan(const Topology& topology, const PlanRequest& request);

/// The algorithms of an operation, fastest first on a healthy torus, kAuto not among them.
std::vector<Algorithm> algorithms_of(Operation operation);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_CATALOGUE_H_
