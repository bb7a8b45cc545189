// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_STEP_TABLE_H_
#define PODSIM_SW_REPORT_STEP_TABLE_H_

#include <string>
#include <vector>

#include "sw/report/text_table.h"
#include "systemc/base/time.h"
#include "systemc/probe/phase_table.h"

namespace podsim {

/// Where a step's cycles went: a row for each phase, indented by nesting, with core cycles of one
/// occurrence (mean over cores, and the slowest core), its time, its share of the outermost phases,
/// and the cycles stalled, in all and by cause. Causes that never occur have no column.
std::string step_table(const std::vector<PhaseSummary>& phases, const Clock& core_clock,
                       const TextStyle& style = {});

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_STEP_TABLE_H_
