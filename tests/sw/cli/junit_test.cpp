// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/junit.h"

#include <gtest/gtest.h>

namespace podsim::cli {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Junit, ReportsAPass) {
  const std::string xml = junit_xml({"run", "ring.toml", 1.5, "", false});
  EXPECT_TRUE(has(xml, "tests=\"1\" failures=\"0\" errors=\"0\"")) << xml;
  EXPECT_TRUE(has(xml, "classname=\"podsim.run\" name=\"ring.toml\" time=\"1.500\"")) << xml;
  EXPECT_FALSE(has(xml, "<failure"));
}

TEST(Junit, CarriesTheTextOfAFailure) {
  const std::string xml = junit_xml({"run", "r", 0, "a < b & \"c\"\nline 2\x01", false});
  EXPECT_TRUE(has(xml, "failures=\"1\" errors=\"0\"")) << xml;
  EXPECT_TRUE(has(xml, "<failure message=\"a &lt; b &amp; &quot;c&quot;\">")) << xml;
  EXPECT_TRUE(has(xml, "line 2</failure>")) << xml;
}

TEST(Junit, TellsErrorsFromFailures) {
  const std::string xml = junit_xml({"run", "r", 0, "no such file", true});
  EXPECT_TRUE(has(xml, "failures=\"0\" errors=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "<error message=\"no such file\">")) << xml;
}

}  // namespace
}  // namespace podsim::cli
