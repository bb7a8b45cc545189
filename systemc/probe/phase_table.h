// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_PROBE_PHASE_TABLE_H_
#define PODSIM_SYSTEMC_PROBE_PHASE_TABLE_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "systemc/base/observer.h"
#include "systemc/base/time.h"
#include "systemc/probe/span_names.h"

namespace podsim {

/// One figure over the cores that have it.
struct Spread {
  std::uint64_t minimum = 0;
  double mean = 0;
  std::uint64_t maximum = 0;
};

/// What one core spent in one phase, in core cycles, summed over all its occurrences. A phase
/// includes the phases nested in it.
struct PhaseCycles {
  std::uint64_t occurrences = 0;
  std::uint64_t cycles = 0;
  std::array<std::uint64_t, kStallCauses> stalls{};

  std::uint64_t stalled() const;
};

/// One phase over all cores that went through it. Figures are for each core, summed over its
/// occurrences: divide by `occurrences` for one step.
struct PhaseSummary {
  std::uint32_t span = 0;
  std::string name;
  int depth = 0;  ///< spans around it at its first begin
  int cores = 0;
  std::uint64_t occurrences = 0;  ///< of the core that has most
  Spread cycles;
  Spread stalled;
  std::array<Spread, kStallCauses> stalls;
};

/// Cycles and stalls by phase: a phase is the span between the begin and the end marker of the
/// same number. A stall counts in the part of it that lies within a phase.
class PhaseTable final : public Observer {
 public:
  void on_marker(const MarkerEvent& event) override;
  void on_stall(const StallEvent& event) override;

  /// Phases that have ended at least once, in the order of their first begin. Spans without a
  /// name in `names` are called "span N".
  std::vector<PhaseSummary> summary(const SpanNames& names) const;
  /// One core's share; zeros if it never ended the phase.
  PhaseCycles of(int core, std::uint32_t span) const;

  /// Forgets the figures; spans that are open stay open and count from their begin.
  void reset();

 private:
  struct Interval {
    std::uint32_t span;
    Cycle begin;
    Cycle end;
    std::array<std::uint64_t, kStallCauses> stalls;
  };
  struct Core {
    std::vector<Interval> open;
    /// Ended, but a stall that is announced late may still reach into them.
    std::vector<Interval> ended;
    std::map<std::uint32_t, PhaseCycles> phases;
  };

  void begin_span(Core& core, const MarkerEvent& event);
  void end_span(Core& core, const MarkerEvent& event);
  void note_order(std::uint32_t span, std::size_t depth);
  PhaseSummary summarise(std::uint32_t span) const;

  std::map<int, Core> cores_;
  std::vector<std::uint32_t> order_;
  std::map<std::uint32_t, int> depth_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_PROBE_PHASE_TABLE_H_
