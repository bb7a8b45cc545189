// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "firmware/isa/operation.h"

namespace podsim::isa {
namespace {

std::string golden_path() {
  return std::string(PODSIM_SOURCE_DIR) + "/docs/firmware/isa-reference.md";
}

/// PODSIM_UPDATE_GOLDENS=1 rewrites goldens; it is refused where CI is set.
bool updates_goldens() {
  const char* update = std::getenv("PODSIM_UPDATE_GOLDENS");
  if (update == nullptr || std::string(update) != "1") return false;
  EXPECT_EQ(std::getenv("CI"), nullptr) << "goldens are not updated in CI";
  return std::getenv("CI") == nullptr;
}

TEST(Reference, ThePageIsUpToDate) {
  if (updates_goldens()) std::ofstream(golden_path()) << reference_page();
  std::ifstream file(golden_path());
  const std::string golden{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(golden, reference_page())
      << "run with PODSIM_UPDATE_GOLDENS=1 to rewrite " << golden_path();
}

TEST(Reference, HasARowForEveryOperation) {
  const std::string page = reference_page();
  for (const Operation& op : operations()) {
    const std::string start = "| `" + std::string(op.mnemonic);
    EXPECT_NE(page.find(start), std::string::npos) << op.mnemonic;
  }
}

}  // namespace
}  // namespace podsim::isa
