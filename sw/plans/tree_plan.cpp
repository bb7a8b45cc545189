// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/tree_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "firmware/diagnostics/user_error.h"
#include "sw/plans/rooted_tree.h"

namespace podsim::plans {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// A tree of cores, and the rows that it carries.
struct CoreTree {
  std::vector<int> cores;  ///< of each vertex
  RootedTree tree;
  std::int64_t first_row = 0;  ///< within the buffer
  int chunk_rows = 1;
  int chunks = 1;
  int stagger = 1;  ///< slots from one chip to the next
};

/// Adds the way up and the way down of a tree to a plan of one phase.
class TreeWriter {
 public:
  TreeWriter(Plan& plan, const Topology& topology, const CoreTree& tree)
      : plan_(plan),
        topology_(topology),
        tree_(tree),
        children_(tree.tree.children()),
        height_(tree.tree.height()) {}

  void add_all_reduce() {
    connect();
    for (int v = 0; v < size(); ++v) add_up(v);
    for (int v = 0; v < size(); ++v) {
      if (v != tree_.tree.root) add_down(v, tree_.stagger * (height_ + depth(v)));
    }
  }

  /// The root's source rows, down.
  void add_broadcast() {
    connect();
    for (int v = 0; v < size(); ++v) {
      if (v != tree_.tree.root) {
        add_down(v, tree_.stagger * depth(v));
        continue;
      }
      Primitive primitive = chunks(0, plan_.source_row);
      primitive.own = true;
      primitive.store = true;
      primitive.send = to_children(v);
      primitive.target_shift = plan_.target_row - plan_.source_row;
      add(v, primitive);
    }
  }

 private:
  int size() const { return static_cast<int>(tree_.cores.size()); }
  int depth(int v) const { return tree_.tree.depth[at(v)]; }

  void connect() {
    up_.assign(at(size()), -1);
    down_.assign(at(size()), -1);
    for (int v = 0; v < size(); ++v) {
      const int parent = tree_.tree.parent[at(v)];
      if (parent < 0) continue;
      up_[at(v)] = connection(v, parent, Landing::kVmem);
      down_[at(v)] = connection(parent, v, Landing::kPlaced);
    }
  }

  int connection(int from, int to, Landing landing) {
    Connection connection;
    connection.from = tree_.cores[at(from)];
    connection.to = tree_.cores[at(to)];
    // A lane a link, at both ends: so the lanes carry what the links carry.
    const std::optional<int> port =
        topology_.port_towards(connection.from / kCoresOfAChip, connection.to / kCoresOfAChip);
    connection.lane = port ? *port : lane_of(connection.from, 0);
    connection.target_lane = port ? opposite(*port) : lane_of(connection.to, 0);
    connection.landing = landing;
    connection.window = tree_.stagger + 2;  // a chunk is used `stagger` slots after it is due
    connection.chunk_rows = tree_.chunk_rows;
    plan_.connections.push_back(connection);
    return static_cast<int>(plan_.connections.size()) - 1;
  }

  Primitive chunks(int start, std::int64_t base) const {
    Primitive primitive;
    primitive.when.start = start;
    primitive.when.burst = tree_.chunks;
    primitive.when.period = tree_.chunks;
    primitive.walk.first = base + tree_.first_row;
    primitive.walk.inner = tree_.chunks;
    primitive.walk.inner_step = tree_.chunk_rows;
    primitive.chunk_rows = tree_.chunk_rows;
    return primitive;
  }

  std::vector<int> to_children(int v) const {
    std::vector<int> connections;
    for (int child : children_[at(v)]) connections.push_back(down_[at(child)]);
    return connections;
  }

  void add(int v, const Primitive& primitive) {
    plan_.cores[at(plan_.index_of(tree_.cores[at(v)]))].primitives.push_back(primitive);
  }

  void add_up(int v) {
    Primitive primitive = chunks(tree_.stagger * (height_ - depth(v)), plan_.source_row);
    primitive.own = true;
    for (int child : children_[at(v)]) primitive.receive.push_back(up_[at(child)]);
    if (v == tree_.tree.root) {
      primitive.store = true;
      primitive.send = to_children(v);
      primitive.target_shift = plan_.target_row - plan_.source_row;
    } else {
      primitive.send = {up_[at(v)]};
    }
    add(v, primitive);
  }

  void add_down(int v, int start) {
    Primitive primitive = chunks(start, plan_.target_row);
    primitive.receive = {down_[at(v)]};
    primitive.send = to_children(v);
    add(v, primitive);
  }

  Plan& plan_;
  const Topology& topology_;
  const CoreTree& tree_;
  std::vector<std::vector<int>> children_;
  int height_;
  std::vector<int> up_;    // connection of each vertex to its parent
  std::vector<int> down_;  // and from it
};

/// Packed trees of live chips, by place.
struct ChipTrees {
  int capacity = 1;
  std::vector<RootedTree> trees;
  int height() const {
    int height = 0;
    for (const RootedTree& tree : trees) height = std::max(height, tree.height());
    return height;
  }
};

/// One tree of a single chip, or as many as fit; with lean roots.
ChipTrees pack(const Topology& topology, const std::vector<int>& chips) {
  ChipTrees packed;
  if (chips.size() == 1) {
    packed.trees.push_back({0, {-1}, {0}});
    return packed;
  }
  TreePacking packing = pack_trees(topology);
  if (packing.capacity == 1) {
    // Two trees that leave no link free are deeper than four that share each link with another.
    PackingOptions shared;
    shared.capacity = 2;
    TreePacking other = pack_trees(topology, shared);
    const bool as_good = other.value().value() >= packing.value().value();
    if (as_good && other.height() < packing.height()) packing = std::move(other);
  }
  packed.capacity = packing.capacity;
  for (const SpanningTree& tree : packing.trees) {
    packed.trees.push_back(with_lean_root(rooted_tree(tree, chips)));
  }
  return packed;
}

/// How the rows of a core are cut for its trees.
struct TreeCut {
  int chunk_rows = 2;
  int chunks = 1;
  int stagger = 1;
};

/// The cut with the least time: slots x the time of a slot, in which a core handles a chunk of
/// each of its trees up and down, and a link carries `capacity` chunks.
TreeCut cut_rows(const ChipTrees& packing, std::int64_t rows, const CutLimits& limits) {
  constexpr double kWork = 0.36e-6;           // chosen: a core, for a chunk up and down
  constexpr double kHop = 1.9e-6;             // chosen: from chip to chip, with the core's work
  constexpr double kRowSeconds = 512 / 73e9;  // on a link, with the share of head flits
  const auto trees = static_cast<std::int64_t>(packing.trees.size());
  TreeCut best;
  double best_time = 0;
  for (int stagger = 1; stagger <= 4; ++stagger) {
    for (int chunk = 2; chunk <= std::max(2, limits.chunk_rows); chunk += 2) {
      TreeCut cut{chunk, static_cast<int>(divide_up(rows * 2, trees * chunk)), stagger};
      const double hop = kHop + chunk * kRowSeconds;
      const double slot = std::max({hop / stagger, static_cast<double>(trees) / 2 * kWork,
                                    packing.capacity * chunk * kRowSeconds});
      const double time = (cut.chunks + 2 * stagger * packing.height()) * slot;
      if (best_time > 0 && time >= best_time) continue;
      best = cut;
      best_time = time;
    }
  }
  return best;
}

Plan empty_plan(const std::vector<int>& chips, const char* name, Combine combine) {
  Plan plan;
  plan.name = name;
  plan.combine = combine;
  plan.source_row = kSourceRow;
  plan.target_row = kTargetRow;
  for (int chip : chips) {
    for (int c = 0; c < kCoresOfAChip; ++c) plan.cores.push_back({chip * kCoresOfAChip + c, {}});
  }
  return plan;
}

/// Hands the trees of a packing to the cores and sets the plan's buffers.
std::vector<CoreTree> core_trees(const std::vector<int>& chips, const ChipTrees& packing,
                                 const BufferSize& size, const CutLimits& limits, Plan& plan) {
  const TreeCut cut = cut_rows(packing, size.rows, limits);
  const auto count = static_cast<int>(packing.trees.size());
  std::vector<CoreTree> trees;
  std::int64_t used[kCoresOfAChip] = {0, 0};
  const auto add = [&](int number, int c, int chunk_rows) {
    CoreTree tree;
    for (int chip : chips) tree.cores.push_back(chip * kCoresOfAChip + c);
    tree.tree = packing.trees[at(number)];
    tree.first_row = used[c];
    tree.chunk_rows = chunk_rows;
    tree.chunks = cut.chunks;
    tree.stagger = cut.stagger;
    used[c] += std::int64_t{chunk_rows} * cut.chunks;
    trees.push_back(std::move(tree));
  };
  const int whole = count - count % kCoresOfAChip;
  for (int number = 0; number < whole; ++number)
    add(number, number % kCoresOfAChip, cut.chunk_rows);
  for (int c = 0; whole < count && c < kCoresOfAChip; ++c) add(whole, c, cut.chunk_rows / 2);
  plan.buffer_rows = used[0];
  return trees;
}

void require_connected(const Topology& topology) {
  const std::vector<int> lost = topology.unreachable_chips();
  if (lost.empty() && topology.live_count() > 0) return;
  throw UserError(
      "COLL-002",
      fmt::format("no tree reaches all live chips: {} of them are cut off, the first is {}",
                  lost.size(),
                  lost.empty() ? "none" : to_string(topology.coordinate(lost.front()))),
      {}, {}, ExitCode::kUnreachable);
}

}  // namespace

Plan tree_all_reduce(const Topology& topology, const BufferSize& size, const CutLimits& limits) {
  require_connected(topology);
  const std::vector<int> chips = topology.live_chips();
  Plan plan = empty_plan(chips, "trees", size.combine);
  plan.phases = {"up and down"};
  plan.ranks = static_cast<int>(chips.size());
  for (const CoreTree& tree : core_trees(chips, pack(topology, chips), size, limits, plan)) {
    TreeWriter writer(plan, topology, tree);
    chips.size() > 1 ? writer.add_all_reduce() : writer.add_broadcast();
  }
  plan.groups.resize(kCoresOfAChip);
  for (const CorePlan& core : plan.cores) {
    plan.groups[at(core.core % kCoresOfAChip)].push_back(core.core);
    plan.results.push_back({{0, 0, plan.buffer_rows, core.core % kCoresOfAChip}});
  }
  return plan;
}

Plan tree_broadcast(const Topology& topology, int root_chip, const BufferSize& size,
                    const CutLimits& limits) {
  require_connected(topology);
  const std::vector<int> chips = topology.live_chips();
  const auto place = std::find(chips.begin(), chips.end(), root_chip);
  if (place == chips.end()) {
    throw UserError("COLL-055",
                    fmt::format("a broadcast from {}, which is not alive",
                                to_string(topology.coordinate(root_chip))),
                    {}, "a live chip");
  }
  ChipTrees packing = pack(topology, chips);
  for (RootedTree& tree : packing.trees) {
    tree = rooted_at(tree, static_cast<int>(place - chips.begin()));
  }
  Plan plan = empty_plan(chips, "trees", size.combine);
  plan.phases = {"down"};
  plan.ranks = static_cast<int>(chips.size());
  for (const CoreTree& tree : core_trees(chips, packing, size, limits, plan)) {
    TreeWriter(plan, topology, tree).add_broadcast();
  }
  for (int c = 0; c < kCoresOfAChip; ++c) plan.groups.push_back({root_chip * kCoresOfAChip + c});
  for (const CorePlan& core : plan.cores) {
    plan.results.push_back({{0, 0, plan.buffer_rows, core.core % kCoresOfAChip}});
  }
  return plan;
}

Plan barrier(const Topology& topology) {
  require_connected(topology);
  const std::vector<int> chips = topology.live_chips();
  Plan plan = empty_plan(chips, "tree", Combine::kMaxFloat);
  plan.phases = {"meet"};
  plan.ranks = static_cast<int>(plan.cores.size());
  plan.buffer_rows = 1;
  CoreTree tree;
  tree.tree = shortest_tree(topology, chips);
  for (int chip : chips) tree.cores.push_back(chip * kCoresOfAChip);
  for (int v = 0; v < static_cast<int>(chips.size()); ++v) {
    tree.cores.push_back(chips[at(v)] * kCoresOfAChip + 1);
    tree.tree.parent.push_back(v);
    tree.tree.depth.push_back(tree.tree.depth[at(v)] + 1);
  }
  TreeWriter(plan, topology, tree).add_all_reduce();
  plan.groups.resize(1);
  for (const CorePlan& core : plan.cores) {
    plan.groups[0].push_back(core.core);
    plan.results.push_back({{0, 0, 1, 0}});
  }
  return plan;
}

}  // namespace podsim::plans
