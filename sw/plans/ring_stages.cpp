// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/ring_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "firmware/diagnostics/user_error.h"

namespace podsim::plans {
namespace {

constexpr int kStreams = 2;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// Builds the plan stage by stage; remembers which rows each core works on.
class StageWriter {
 public:
  StageWriter(const StagedRings& rings, const BufferSize& size, const CutLimits& limits,
              StagedOperation operation)
      : rings_(rings), size_(size), operation_(operation) {
    list_chips();
    stream_rows_ = (size.rows + kStreams - 1) / kStreams;
    cuts_ = cut_stages({stage_lengths(0), stage_lengths(1)}, stream_rows_, limits);
    if (!cuts_[0].empty()) stream_rows_ = cuts_[0].front().rows();
    plan_.name = rings.name;
    plan_.combine = size.combine;
    plan_.buffer_rows = kStreams * stream_rows_;
    plan_.source_row = kSourceRow;
    plan_.target_row = kTargetRow;
    add_cores();
    plan_.ranks = static_cast<int>(plan_.groups.front().size());
    for (int stage = 0; stage < stages(); ++stage) assign_shards(stage);
    add_results();
  }

  Plan write() {
    for (int stage = 0; reduces() && stage < stages(); ++stage) {
      plan_.phases.push_back("reduce-scatter " + stage_name(stage));
      reduce_scatter(stage);
    }
    for (int stage = stages() - 1; gathers() && stage >= 0; --stage) {
      plan_.phases.push_back("all-gather " + stage_name(stage));
      all_gather(stage);
    }
    if (stages() == 0) copy();
    return std::move(plan_);
  }

 private:
  int stages() const { return static_cast<int>(cuts_[0].size()); }
  bool reduces() const { return operation_ != StagedOperation::kAllGather; }
  bool gathers() const { return operation_ != StagedOperation::kReduceScatter; }
  bool exchanges() const { return size_.ranks == Ranks::kCore; }
  int ring_stage(int stage) const { return exchanges() ? stage - 1 : stage; }

  void list_chips() {
    for (const auto& group : rings_.groups) {
      chips_.insert(chips_.end(), group.begin(), group.end());
    }
    std::sort(chips_.begin(), chips_.end());
  }

  std::vector<int> stage_lengths(int colour) const {
    std::vector<int> lengths;
    if (exchanges()) lengths.push_back(kCoresOfAChip);
    for (const RingStage& stage : rings_.colours[colour]) {
      lengths.push_back(static_cast<int>(stage.rings.front().size()));
    }
    return lengths;
  }

  std::string stage_name(int stage) const {
    if (ring_stage(stage) < 0) return "pair";
    const std::string& first = rings_.colours[0][at(ring_stage(stage))].name;
    const std::string& second = rings_.colours[1][at(ring_stage(stage))].name;
    return first == second ? first : first + " and " + second;
  }

  void add_cores() {
    std::map<int, int> group_of;
    for (std::size_t g = 0; g < rings_.groups.size(); ++g) {
      for (int chip : rings_.groups[g]) group_of[chip] = static_cast<int>(g);
    }
    const int cores_apart = exchanges() ? 1 : kCoresOfAChip;
    plan_.groups.resize(rings_.groups.size() * at(cores_apart));
    for (int chip : chips_) {
      for (int c = 0; c < kCoresOfAChip; ++c) {
        const int core = chip * kCoresOfAChip + c;
        const int group = cores_apart * group_of.at(chip) + (exchanges() ? 0 : c);
        plan_.cores.push_back({core, {}});
        plan_.groups[at(group)].push_back(core);
        group_of_core_[core] = group;
        for (int stream = 0; stream < kStreams; ++stream) {
          slice_[{core, stream}] = {stream * stream_rows_};
        }
      }
    }
  }

  /// What each core works on after a stage.
  void assign_shards(int stage) {
    for (int stream = 0; stream < kStreams; ++stream) {
      for (const Ring& ring : core_rings(stage, stream)) {
        const int n = static_cast<int>(ring.members.size());
        for (int i = 0; i < n; ++i) {
          std::vector<std::int64_t>& slices = slice_[{ring.members[at(i)], stream}];
          slices.push_back(slices.back() + finished_shard(i, n) * ring.cut.shard_rows());
        }
      }
    }
  }

  std::int64_t last_shard_rows(int core) const {
    const auto& cuts = cuts_[at(core % kCoresOfAChip)];
    return cuts.empty() ? stream_rows_ : cuts.back().shard_rows();
  }

  void add_results() {
    for (const CorePlan& core : plan_.cores) {
      plan_.results.emplace_back();
      if (operation_ == StagedOperation::kAllReduce) {
        plan_.results.back() = {{0, 0, plan_.buffer_rows, group_of_core_.at(core.core)}};
      } else if (operation_ == StagedOperation::kReduceScatter) {
        for (int stream = 0; stream < kStreams; ++stream) {
          const std::int64_t row = slice_.at({core.core, stream}).back();
          plan_.results.back().push_back(
              {row, row, last_shard_rows(core.core), group_of_core_.at(core.core)});
        }
      }
    }
    if (operation_ == StagedOperation::kAllGather) add_gathered_results();
  }

  /// Every core gets the shards of all of its group, each from one core.
  void add_gathered_results() {
    const std::vector<std::vector<int>> members = plan_.groups;
    plan_.groups.clear();
    std::map<int, int> single;
    for (const CorePlan& core : plan_.cores) {
      single[core.core] = static_cast<int>(plan_.groups.size());
      plan_.groups.push_back({core.core});
    }
    for (std::size_t i = 0; i < plan_.cores.size(); ++i) {
      for (int other : members[at(group_of_core_.at(plan_.cores[i].core))]) {
        for (int stream = 0; stream < kStreams; ++stream) {
          const std::int64_t row = slice_.at({other, stream}).back();
          plan_.results[i].push_back({row, row, last_shard_rows(other), single.at(other)});
        }
      }
    }
  }

  /// The rings of cores of a stage and stream, in the direction of travel.
  std::vector<Ring> core_rings(int stage, int stream) const {
    std::vector<Ring> rings;
    if (ring_stage(stage) < 0) {
      for (int chip : chips_) {
        rings.push_back(make_ring({2 * chip, 2 * chip + 1}, stage, stream));
      }
      return rings;
    }
    for (int c = 0; c < kCoresOfAChip; ++c) {
      for (const auto& chips : rings_.colours[c][at(ring_stage(stage))].rings) {
        std::vector<int> members;
        for (int chip : chips) members.push_back(chip * kCoresOfAChip + c);
        if (stream == 1) std::reverse(members.begin(), members.end());
        rings.push_back(make_ring(std::move(members), stage, stream));
      }
    }
    return rings;
  }

  Ring make_ring(std::vector<int> members, int stage, int stream) const {
    Ring ring;
    ring.members = std::move(members);
    ring.stream = stream;
    ring.cut = cuts_[at(ring.members.front() % kCoresOfAChip)][at(stage)];
    ring.first_row = slice_.at({ring.members.front(), stream})[at(stage)];
    for (int member : ring.members) {
      if (slice_.at({member, stream})[at(stage)] != ring.first_row) {
        throw InternalError("the members of a ring hold different shards");
      }
    }
    return ring;
  }

  void reduce_scatter(int stage) {
    const int phase = static_cast<int>(plan_.phases.size()) - 1;
    for (int stream = 0; stream < kStreams; ++stream) {
      for (Ring ring : core_rings(stage, stream)) {
        const bool first = stage == 0;
        ring.first_row += first ? plan_.source_row : plan_.target_row;
        add_reduce_scatter(plan_, ring, phase, first ? plan_.target_row - plan_.source_row : 0);
      }
    }
  }

  void all_gather(int stage) {
    const int phase = static_cast<int>(plan_.phases.size()) - 1;
    for (int stream = 0; stream < kStreams; ++stream) {
      for (Ring ring : core_rings(stage, stream)) {
        const bool first = !reduces() && stage == stages() - 1;
        ring.first_row += plan_.target_row;
        add_all_gather(plan_, ring, phase, first ? plan_.source_row - plan_.target_row : 0);
      }
    }
  }

  /// A single chip, ranks a chip: the result is the source.
  void copy() {
    plan_.phases.emplace_back("copy");
    for (CorePlan& core : plan_.cores) {
      Primitive primitive;
      primitive.own = true;
      primitive.store = true;
      primitive.walk.first = plan_.source_row;
      primitive.target_shift = plan_.target_row - plan_.source_row;
      primitive.chunk_rows = static_cast<int>(plan_.buffer_rows);
      core.primitives.push_back(primitive);
    }
  }

  const StagedRings& rings_;
  BufferSize size_;
  StagedOperation operation_;
  std::vector<int> chips_;
  std::vector<std::vector<RingCut>> cuts_;  // of each colour, by stage
  std::int64_t stream_rows_ = 0;
  Plan plan_;
  std::map<int, int> group_of_core_;
  /// First row, within the buffer, of what a core works on in each stage of a stream.
  std::map<std::pair<int, int>, std::vector<std::int64_t>> slice_;
};

}  // namespace

Plan plan_by_stages(const StagedRings& rings, const BufferSize& size, const CutLimits& limits,
                    StagedOperation operation) {
  return StageWriter(rings, size, limits, operation).write();
}

}  // namespace podsim::plans
