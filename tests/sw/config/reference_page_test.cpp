// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>

#include "sw/config/scenario_reader.h"
#include "sw/config/schema.h"
#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// PODSIM_UPDATE_GOLDENS=1 writes the page anew; never in CI.
TEST(ReferencePage, IsThatOfTheProgram) {
  const std::string file = PODSIM_SOURCE_DIR "/docs/user/configuration.md";
  if (is_set("PODSIM_UPDATE_GOLDENS")) {
    ASSERT_FALSE(is_set("CI")) << "goldens are not updated in CI";
    std::ofstream(file) << reference_page();
  }
  EXPECT_EQ(read_file(file, "page"), reference_page())
      << "run this test with PODSIM_UPDATE_GOLDENS=1 and look at the difference";
}

}  // namespace
}  // namespace podsim::config
