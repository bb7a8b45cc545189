// SPDX-License-Identifier: Apache-2.0
#include "sw/report/counters_csv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "systemc/pod/pod.h"

namespace podsim {
namespace {

struct Csv {
  std::vector<std::string> comments;
  std::vector<std::vector<std::string>> rows;  ///< the first holds the names

  std::string cell(std::size_t row, const std::string& name) const {
    const auto found = std::find(rows[0].begin(), rows[0].end(), name);
    return rows[row].at(static_cast<std::size_t>(found - rows[0].begin()));
  }
};

Csv parse(const std::string& text) {
  Csv csv;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '#') {
      csv.comments.push_back(line);
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) cells.push_back(field);
    csv.rows.push_back(cells);
  }
  return csv;
}

/// Every column has its comment line, in order, after the title and the explanation.
void expect_described(const Csv& csv) {
  ASSERT_EQ(csv.comments.size(), csv.rows[0].size() + 2);
  for (std::size_t i = 0; i < csv.rows[0].size(); ++i) {
    EXPECT_EQ(csv.comments[i + 2].rfind("# " + csv.rows[0][i] + ", ", 0), 0u);
  }
}

Topology mesh() {
  MeshShape shape;
  shape.width = 3;
  shape.height = 2;
  return Topology(shape);
}

TEST(CoreCountersCsv, HasOneDescribedRowForEachCore) {
  CoreCounters counters;
  counters.bundles = 1234;
  counters.mxu_products = 56;
  counters.stall_cycles[static_cast<std::size_t>(StallCause::kSemaphoreWait)] = 78;
  DmaCounters dma;
  dma.bytes_read = 4096;
  const Csv csv =
      parse(core_counters_csv(mesh(), {{0, 2000, &counters, &dma}, {9, 2001, &counters, &dma}}));
  expect_described(csv);
  ASSERT_EQ(csv.rows.size(), 3u);
  EXPECT_EQ(csv.cell(1, "core"), "0");
  EXPECT_EQ(csv.cell(2, "core"), "9");
  EXPECT_EQ(csv.cell(2, "x"), "1");  // chip 4 of a mesh 3 wide
  EXPECT_EQ(csv.cell(2, "y"), "1");
  EXPECT_EQ(csv.cell(2, "cycles"), "2001");
  EXPECT_EQ(csv.cell(1, "bundles"), "1234");
  EXPECT_EQ(csv.cell(1, "mxu_products"), "56");
  EXPECT_EQ(csv.cell(1, "stall_semaphore"), "78");
  EXPECT_EQ(csv.cell(1, "stall_mxu_full"), "0");
  EXPECT_EQ(csv.cell(1, "dma_bytes_read"), "4096");
}

TEST(LinkCountersCsv, HasOneDescribedRowForEachDirection) {
  LinkMeasure measure;
  measure.cycles = 1000;
  const Csv csv = parse(link_counters_csv(mesh(), {{1, kSouth, 500}, {4, kNorth, 0}}, measure));
  expect_described(csv);
  ASSERT_EQ(csv.rows.size(), 3u);
  EXPECT_EQ(csv.cell(1, "x"), "1");
  EXPECT_EQ(csv.cell(1, "y"), "0");
  EXPECT_EQ(csv.cell(1, "port"), "S");
  EXPECT_EQ(csv.cell(1, "to_y"), "1");
  EXPECT_EQ(csv.cell(1, "flits"), "500");
  EXPECT_EQ(csv.cell(1, "load"), "0.500000");
  EXPECT_EQ(csv.cell(1, "rate"), "41.0000");  // half of 82 GB/s
  EXPECT_EQ(csv.cell(2, "load"), "0.000000");
}

}  // namespace
}  // namespace podsim
