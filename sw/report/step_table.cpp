// SPDX-License-Identifier: Apache-2.0
#include "sw/report/step_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sw/report/units.h"

namespace podsim {
namespace {

/// A sum over occurrences as cycles of one occurrence.
std::string per_occurrence(double total, const PhaseSummary& phase) {
  const auto occurrences = static_cast<double>(std::max<std::uint64_t>(phase.occurrences, 1));
  return format_count(static_cast<std::uint64_t>(std::llround(total / occurrences)));
}

std::vector<int> causes_seen(const std::vector<PhaseSummary>& phases) {
  std::vector<int> causes;
  for (int cause = 0; cause < kStallCauses; ++cause) {
    const auto index = static_cast<std::size_t>(cause);
    if (std::any_of(phases.begin(), phases.end(), [index](const PhaseSummary& phase) {
          return phase.stalls[index].maximum != 0;
        })) {
      causes.push_back(cause);
    }
  }
  return causes;
}

double outermost_cycles(const std::vector<PhaseSummary>& phases) {
  double total = 0;
  for (const PhaseSummary& phase : phases) {
    if (phase.depth == 0) total += phase.cycles.mean;
  }
  return total;
}

std::vector<TextColumn> columns(const std::vector<int>& causes) {
  std::vector<TextColumn> result = {{"phase", "", false}, {"times", ""},  {"cycles", "mean"},
                                    {"cycles", "max"},    {"time", "us"}, {"share", "%"},
                                    {"stalled", "cycles"}};
  for (const int cause : causes) result.push_back({name(static_cast<StallCause>(cause)), ""});
  return result;
}

}  // namespace

std::string step_table(const std::vector<PhaseSummary>& phases, const Clock& core_clock,
                       const TextStyle& style) {
  const std::vector<int> causes = causes_seen(phases);
  const double total = outermost_cycles(phases);
  TextTable table(columns(causes));
  for (const PhaseSummary& phase : phases) {
    const double occurrences = std::max(1.0, static_cast<double>(phase.occurrences));
    const double us =
        phase.cycles.mean / occurrences / static_cast<double>(core_clock.hertz()) * 1e6;
    std::vector<std::string> row = {
        std::string(2 * static_cast<std::size_t>(phase.depth), ' ') + phase.name,
        format_count(phase.occurrences),
        per_occurrence(phase.cycles.mean, phase),
        per_occurrence(static_cast<double>(phase.cycles.maximum), phase),
        fmt::format("{:.2f}", us),
        fmt::format("{:.1f}", total > 0 ? 100 * phase.cycles.mean / total : 0.0),
        per_occurrence(phase.stalled.mean, phase)};
    for (const int cause : causes) {
      row.push_back(per_occurrence(phase.stalls[static_cast<std::size_t>(cause)].mean, phase));
    }
    table.add_row(std::move(row));
  }
  return table.render(style);
}

}  // namespace podsim
