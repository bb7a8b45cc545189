// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/frontier_program.h"

#include <algorithm>
#include <unordered_map>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

constexpr int kBitsPerLabel = 4;
constexpr std::uint64_t kLabelMask = 0xF;
constexpr std::uint8_t kNewPath = 15;  // larger than any path number of a cut of 16 edges

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

/// The states after a step, each once, in the order in which they were found.
class FrontierProgram::Table {
 public:
  void add(std::uint64_t labels, std::uint32_t parent) {
    if (seen_.emplace(labels, 0).second) states.push_back({labels, parent});
  }
  std::vector<State> states;

 private:
  std::unordered_map<std::uint64_t, char> seen_;
};

FrontierProgram::FrontierProgram(std::vector<std::vector<int>> neighbours)
    : neighbours_(std::move(neighbours)) {}

FrontierProgram::Labels FrontierProgram::unpack(std::uint64_t labels) {
  Labels unpacked{};
  for (std::uint8_t& label : unpacked) {
    label = static_cast<std::uint8_t>(labels & kLabelMask);
    labels >>= kBitsPerLabel;
  }
  return unpacked;
}

// Numbers the paths in order of their first end, so that equal pairings are equal words.
std::uint64_t FrontierProgram::pack(const Labels& labels, std::size_t size) {
  std::array<std::uint8_t, kLabelMask + 1> renamed{};
  std::uint8_t next = 1;
  std::uint64_t packed = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (labels[i] == 0) continue;
    std::uint8_t& name = renamed[labels[i]];
    if (name == 0) name = next++;
    packed |= std::uint64_t{name} << (kBitsPerLabel * i);
  }
  return packed;
}

bool FrontierProgram::lay_out() {
  std::vector<Edge> cut;
  for (int vertex = 0; vertex < static_cast<int>(neighbours_.size()); ++vertex) {
    Step step;
    step.before = cut;
    cut.clear();
    for (int place = 0; place < static_cast<int>(step.before.size()); ++place) {
      const Edge& edge = step.before[at(place)];
      (edge.later == vertex ? step.arriving : step.staying).push_back(place);
      if (edge.later != vertex) cut.push_back(edge);
    }
    for (int next : neighbours_[at(vertex)]) {
      if (next < vertex) continue;
      cut.push_back({vertex, next});
      ++step.leaving;
    }
    if (cut.size() > static_cast<std::size_t>(kMaxCut)) return false;
    step.after = cut;
    steps_.push_back(std::move(step));
  }
  return true;
}

// The vertex has exactly two of its edges in the circuit: those that arrive are known, the others
// are chosen among those that leave.
void FrontierProgram::take(const Step& step, const State& from, std::uint32_t index, bool last,
                           Table& to) const {
  const Labels before = unpack(from.labels);
  std::array<std::uint8_t, 2> ends{};
  std::size_t arrived = 0;
  for (int place : step.arriving) {
    if (before[at(place)] == 0) continue;
    if (arrived == ends.size()) return;
    ends[arrived++] = before[at(place)];
  }
  Labels after{};
  std::size_t size = 0;
  for (int place : step.staying) {
    const std::uint8_t label = before[at(place)];
    after[size++] = arrived == 2 && label != 0 && label == ends[1] ? ends[0] : label;
  }
  const std::size_t total = size + at(step.leaving);
  if (arrived == 2) {
    // Joining the two ends of one path closes a circuit: right only as the last act.
    if (ends[0] == ends[1] && !last) return;
    to.add(pack(after, total), index);
    return;
  }
  for (std::size_t i = size; i < total; ++i) {
    after[i] = arrived == 1 ? ends[0] : kNewPath;
    if (arrived == 1) {
      to.add(pack(after, total), index);
    } else {
      for (std::size_t j = i + 1; j < total; ++j) {
        after[j] = kNewPath;
        to.add(pack(after, total), index);
        after[j] = 0;
      }
    }
    after[i] = 0;
  }
}

FrontierProgram::Verdict FrontierProgram::run(std::size_t most_states) {
  if (!lay_out()) return Verdict::kGaveUp;
  states_.push_back({{0, 0}});
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    Table next;
    const bool last = i + 1 == steps_.size();
    for (std::uint32_t index = 0; index < states_[i].size(); ++index) {
      take(steps_[i], states_[i][index], index, last, next);
    }
    if (next.states.empty()) return Verdict::kNone;
    if (next.states.size() > most_states) return Verdict::kGaveUp;
    states_.push_back(std::move(next.states));
  }
  return Verdict::kFound;
}

std::vector<int> FrontierProgram::circuit() const {
  std::vector<std::vector<int>> sides(neighbours_.size());
  std::uint32_t index = 0;
  for (std::size_t i = states_.size() - 1; i > 0; --i) {
    const State& state = states_[i][index];
    const Labels labels = unpack(state.labels);
    const Step& step = steps_[i - 1];
    for (std::size_t place = step.staying.size(); place < step.after.size(); ++place) {
      if (labels[place] == 0) continue;
      const Edge& edge = step.after[place];
      sides[at(edge.earlier)].push_back(edge.later);
      sides[at(edge.later)].push_back(edge.earlier);
    }
    index = state.parent;
  }
  std::vector<int> path = {0};
  for (int vertex = sides[0][0], previous = 0; vertex != 0;) {
    path.push_back(vertex);
    const std::vector<int>& both = sides[at(vertex)];
    const int next = both[0] == previous ? both[1] : both[0];
    previous = vertex;
    vertex = next;
  }
  return path;
}

}  // namespace podsim
