// SPDX-License-Identifier: Apache-2.0
#include "sw/report/nccl_table.h"

#include <fmt/format.h>

namespace podsim {
namespace {

double bytes_per_second(std::uint64_t bytes, Picoseconds time) {
  return time == 0 ? 0 : static_cast<double>(bytes) / (static_cast<double>(time) * 1e-12);
}

/// The time in us with the digits that nccl-tests gives it.
std::string time_cell(Picoseconds time) {
  const double us = static_cast<double>(time) * 1e-6;
  const int decimals = us >= 10000 ? 0 : us >= 100 ? 1 : 2;
  return fmt::format("{:7.{}f}", us, decimals);
}

std::string comment_lines(const std::vector<std::string>& comments) {
  std::string out;
  for (const std::string& comment : comments) out += "# " + comment + "\n";
  return out;
}

}  // namespace

double CollectiveRow::algorithm_bandwidth() const { return bytes_per_second(bytes, time); }
double CollectiveRow::bus_bandwidth() const { return bus_factor * algorithm_bandwidth(); }

double all_reduce_bus_factor(int ranks) { return 2 * gather_bus_factor(ranks); }
double gather_bus_factor(int ranks) { return static_cast<double>(ranks - 1) / ranks; }

std::string nccl_header(const std::vector<std::string>& comments) {
  std::string out = comment_lines(comments);
  out += "#\n";
  out += fmt::format("#{:>11}  {:>12}  {:>8}  {:>6}  {:>6}  {:>7}  {:>6}  {:>6}  {:>6}\n", "size",
                     "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong");
  out += fmt::format("#{:>11}  {:>12}  {:>8}  {:>6}  {:>6}  {:>7}  {:>6}  {:>6}\n", "(B)",
                     "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)");
  return out;
}

std::string nccl_row(const CollectiveRow& row) {
  return fmt::format("{:>12}  {:>12}  {:>8}  {:>6}  {:>6}  {}  {:6.2f}  {:6.2f}  {:>6}\n",
                     row.bytes, row.elements, row.type, row.redop, row.root, time_cell(row.time),
                     row.algorithm_bandwidth() * 1e-9, row.bus_bandwidth() * 1e-9,
                     row.wrong ? std::to_string(*row.wrong) : "N/A");
}

std::string nccl_footer(const std::vector<CollectiveRow>& rows,
                        const std::vector<std::string>& comments) {
  std::uint64_t wrong = 0;
  double bandwidth = 0;
  for (const CollectiveRow& row : rows) {
    wrong += row.wrong.value_or(0);
    bandwidth += row.bus_bandwidth() * 1e-9;
  }
  const double mean = rows.empty() ? 0 : bandwidth / static_cast<double>(rows.size());
  return fmt::format("# Out of bounds values : {} {}\n# Avg bus bandwidth    : {:g}\n#\n", wrong,
                     wrong == 0 ? "OK" : "FAILED", mean) +
         comment_lines(comments);
}

}  // namespace podsim
