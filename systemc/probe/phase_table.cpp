// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/phase_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace podsim {
namespace {

/// Cycles that [from, to) and [begin, end) share.
std::uint64_t overlap(Cycle from, Cycle to, Cycle begin, Cycle end) {
  const Cycle low = std::max(from, begin);
  const Cycle high = std::min(to, end);
  return high > low ? high - low : 0;
}

/// Collects one figure over cores.
class SpreadBuilder {
 public:
  void add(std::uint64_t value) {
    spread_.minimum = count_ == 0 ? value : std::min(spread_.minimum, value);
    spread_.maximum = std::max(spread_.maximum, value);
    sum_ += static_cast<double>(value);
    ++count_;
  }
  Spread result() const {
    Spread result = spread_;
    result.mean = count_ == 0 ? 0 : sum_ / count_;
    return result;
  }

 private:
  Spread spread_;
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace

std::uint64_t PhaseCycles::stalled() const {
  return std::accumulate(stalls.begin(), stalls.end(), std::uint64_t{0});
}

void PhaseTable::on_marker(const MarkerEvent& event) {
  Core& core = cores_[event.core];
  // A bundle has issued at this cycle, so no later stall reaches back before it.
  core.ended.erase(std::remove_if(core.ended.begin(), core.ended.end(),
                                  [&event](const Interval& i) { return i.end < event.cycle; }),
                   core.ended.end());
  if (event.kind == MarkerEvent::kBegin) begin_span(core, event);
  if (event.kind == MarkerEvent::kEnd) end_span(core, event);
}

void PhaseTable::begin_span(Core& core, const MarkerEvent& event) {
  note_order(event.span, core.open.size());
  core.open.push_back({event.span, event.cycle, kNever, {}});
}

/// Ends the innermost span of that number and whatever was left open inside it.
void PhaseTable::end_span(Core& core, const MarkerEvent& event) {
  const auto found =
      std::find_if(core.open.rbegin(), core.open.rend(),
                   [&event](const Interval& open) { return open.span == event.span; });
  if (found == core.open.rend()) return;
  const auto keep = static_cast<std::size_t>(core.open.rend() - found) - 1;
  while (core.open.size() > keep) {
    Interval span = core.open.back();
    core.open.pop_back();
    span.end = event.cycle;
    PhaseCycles& phase = core.phases[span.span];
    ++phase.occurrences;
    phase.cycles += span.end - span.begin;
    for (std::size_t i = 0; i < span.stalls.size(); ++i) phase.stalls[i] += span.stalls[i];
    core.ended.push_back(span);
  }
}

void PhaseTable::on_stall(const StallEvent& event) {
  Core& core = cores_[event.core];
  const auto cause = static_cast<std::size_t>(event.cause);
  for (Interval& open : core.open) {
    open.stalls[cause] += overlap(event.from, event.to, open.begin, kNever);
  }
  for (const Interval& ended : core.ended) {
    core.phases[ended.span].stalls[cause] += overlap(event.from, event.to, ended.begin, ended.end);
  }
}

void PhaseTable::note_order(std::uint32_t span, std::size_t depth) {
  if (depth_.emplace(span, static_cast<int>(depth)).second) order_.push_back(span);
}

std::vector<PhaseSummary> PhaseTable::summary(const SpanNames& names) const {
  std::vector<PhaseSummary> result;
  for (const std::uint32_t span : order_) {
    PhaseSummary phase = summarise(span);
    if (phase.cores == 0) continue;
    phase.name = span_name(names, span);
    result.push_back(std::move(phase));
  }
  return result;
}

PhaseSummary PhaseTable::summarise(std::uint32_t span) const {
  PhaseSummary summary;
  summary.span = span;
  summary.depth = depth_.at(span);
  SpreadBuilder cycles;
  SpreadBuilder stalled;
  std::array<SpreadBuilder, kStallCauses> stalls;
  for (const auto& entry : cores_) {
    const PhaseCycles phase = of(entry.first, span);
    if (phase.occurrences == 0) continue;
    ++summary.cores;
    summary.occurrences = std::max(summary.occurrences, phase.occurrences);
    cycles.add(phase.cycles);
    stalled.add(phase.stalled());
    for (std::size_t i = 0; i < stalls.size(); ++i) stalls[i].add(phase.stalls[i]);
  }
  summary.cycles = cycles.result();
  summary.stalled = stalled.result();
  for (std::size_t i = 0; i < stalls.size(); ++i) summary.stalls[i] = stalls[i].result();
  return summary;
}

PhaseCycles PhaseTable::of(int core, std::uint32_t span) const {
  const auto found = cores_.find(core);
  if (found == cores_.end()) return {};
  const auto phase = found->second.phases.find(span);
  return phase == found->second.phases.end() ? PhaseCycles{} : phase->second;
}

void PhaseTable::reset() {
  for (auto& entry : cores_) {
    entry.second.phases.clear();
    entry.second.ended.clear();
  }
}

}  // namespace podsim
