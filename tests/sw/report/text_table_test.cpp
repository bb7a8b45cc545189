// SPDX-License-Identifier: Apache-2.0
#include "sw/report/text_table.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

TextTable example() {
  TextTable table({{"phase", "", false}, {"time", "us", true}});
  table.add_row({"forward", "9.5"});
  table.add_rule();
  table.add_row({"sum", "123.0"});
  return table;
}

TEST(TextTable, AlignsColumnsUnderTitleAndUnit) {
  TextStyle style;
  style.unicode = false;
  EXPECT_EQ(example().render(style),
            "phase     time\n"
            "            us\n"
            "--------------\n"
            "forward    9.5\n"
            "--------------\n"
            "sum      123.0\n");
}

TEST(TextTable, UsesColourOnlyIfTold) {
  EXPECT_EQ(example().render().find('\x1b'), std::string::npos);
  TextStyle style;
  style.colour = true;
  EXPECT_EQ(example().render(style).rfind("\x1b[1mphase", 0), 0u);
}

TEST(TextTable, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("■■ µs"), 5u);
  TextTable table({{"a", "", true}});
  table.add_row({"µµ"});
  table.add_row({"xyz"});
  TextStyle style;
  style.unicode = false;
  EXPECT_EQ(table.render(style), "  a\n---\n µµ\nxyz\n");
}

TEST(TextTable, FillsMissingCells) {
  TextTable table({{"a", "", false}, {"b", "", false}});
  table.add_row({"1"});
  TextStyle style;
  style.unicode = false;
  EXPECT_EQ(table.render(style), "a  b\n----\n1\n");
}

}  // namespace
}  // namespace podsim
