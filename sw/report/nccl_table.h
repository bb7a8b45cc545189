// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_NCCL_TABLE_H_
#define PODSIM_SW_REPORT_NCCL_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// One collective that was run, in the terms of nccl-tests.
struct CollectiveRow {
  std::uint64_t bytes = 0;     ///< size of one rank's buffer
  std::uint64_t elements = 0;  ///< in it
  std::string type = "float";
  std::string redop = "sum";  ///< "none" for collectives that do not reduce
  int root = -1;              ///< -1: none
  Picoseconds time = 0;
  double bus_factor = 1;               ///< bus bandwidth = bus_factor * bytes / time
  std::optional<std::uint64_t> wrong;  ///< elements that differ; not checked if absent

  double algorithm_bandwidth() const;  ///< bytes per second
  double bus_bandwidth() const;        ///< bytes per second
};

/// Bus factors as nccl-tests defines them (doc/PERFORMANCE.md there), for `ranks` ranks.
double all_reduce_bus_factor(int ranks);  ///< 2 (n - 1) / n
double gather_bus_factor(int ranks);      ///< (n - 1) / n: all-gather, reduce-scatter, all-to-all

/// Lines in the layout of nccl-tests: what reads its output reads this. Lines that begin with '#'
/// are comments.
std::string nccl_header(const std::vector<std::string>& comments = {});
std::string nccl_row(const CollectiveRow& row);
/// Totals as nccl-tests prints them: wrong elements and the mean bus bandwidth; then `comments`.
std::string nccl_footer(const std::vector<CollectiveRow>& rows,
                        const std::vector<std::string>& comments = {});

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_NCCL_TABLE_H_
