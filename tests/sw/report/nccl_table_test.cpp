// SPDX-License-Identifier: Apache-2.0
#include "sw/report/nccl_table.h"

#include <gtest/gtest.h>

#include <sstream>

namespace podsim {
namespace {

CollectiveRow example() {
  CollectiveRow row;
  row.bytes = 1'000'000;
  row.elements = 250'000;
  row.time = 50'000'000;  // 50 us: 20 GB/s
  row.bus_factor = all_reduce_bus_factor(4);
  row.wrong = 0;
  return row;
}

TEST(NcclTable, BandwidthsFollowTheDefinitionOfNcclTests) {
  EXPECT_DOUBLE_EQ(all_reduce_bus_factor(4), 1.5);
  EXPECT_DOUBLE_EQ(gather_bus_factor(4), 0.75);
  EXPECT_DOUBLE_EQ(all_reduce_bus_factor(1), 0.0);
  EXPECT_DOUBLE_EQ(example().algorithm_bandwidth(), 20e9);
  EXPECT_DOUBLE_EQ(example().bus_bandwidth(), 30e9);
}

TEST(NcclTable, RowHasTheColumnsInOrder) {
  std::istringstream row(nccl_row(example()));
  std::vector<std::string> cells;
  for (std::string cell; row >> cell;) cells.push_back(cell);
  EXPECT_EQ(cells, (std::vector<std::string>{"1000000", "250000", "float", "sum", "-1", "50.00",
                                             "20.00", "30.00", "0"}));
}

TEST(NcclTable, HeaderStandsOverTheRow) {
  const std::string header = nccl_header({"podsim"});
  const std::string titles = header.substr(header.find("size") - 8);
  const std::string row = nccl_row(example());
  EXPECT_EQ(header.rfind("# podsim\n#\n#", 0), 0u);
  EXPECT_EQ(titles.find('\n'), row.find('\n'));
  EXPECT_EQ(titles.find("busbw") + 5, row.find("30.00") + 5);
}

TEST(NcclTable, UncheckedIsNotCalledRight) {
  CollectiveRow row = example();
  row.wrong.reset();
  EXPECT_NE(nccl_row(row).find("N/A"), std::string::npos);
}

TEST(NcclTable, FooterSumsUp) {
  CollectiveRow slow = example();
  slow.time *= 3;  // 10 GB/s
  slow.wrong = 7;
  const std::string footer = nccl_footer({example(), slow}, {"note"});
  EXPECT_NE(footer.find("# Out of bounds values : 7 FAILED\n"), std::string::npos);
  EXPECT_NE(footer.find("# Avg bus bandwidth    : 20\n"), std::string::npos);
  EXPECT_NE(footer.find("# note\n"), std::string::npos);
  EXPECT_NE(nccl_footer({example()}).find("0 OK"), std::string::npos);
}

TEST(NcclTable, LongTimesLoseDecimalsNotColumns) {
  CollectiveRow row = example();
  row.time = 12'345'600'000;  // 12,345.6 us
  EXPECT_NE(nccl_row(row).find("    12346  "), std::string::npos);
}

}  // namespace
}  // namespace podsim
