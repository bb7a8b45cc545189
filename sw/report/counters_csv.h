// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_COUNTERS_CSV_H_
#define PODSIM_SW_REPORT_COUNTERS_CSV_H_

#include <string>
#include <vector>

#include "sw/report/link_utilisation.h"
#include "systemc/base/time.h"
#include "systemc/pod/topology.h"

namespace podsim {

struct CoreCounters;
struct DmaCounters;

/// The counters of one core at the end of a run.
struct CoreRecord {
  int core = 0;      ///< chip * 2 + core of the chip
  Cycle cycles = 0;  ///< core cycle of the last halt, from the start of the pod
  const CoreCounters* counters = nullptr;
  const DmaCounters* dma = nullptr;
};

/// CSV with one row for each core. Lines that begin with '#' say what each column is
/// ("# name, unit, meaning"); the first other line holds the names.
std::string core_counters_csv(const Topology& topology, const std::vector<CoreRecord>& cores);

/// The same with one row for each direction of each live link.
std::string link_counters_csv(const Topology& topology, const std::vector<LinkLoad>& loads,
                              const LinkMeasure& measure);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_COUNTERS_CSV_H_
