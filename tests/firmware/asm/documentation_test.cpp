// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "firmware/asm/disassembler.h"
#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::test {
namespace {

struct Example {
  std::string info;  ///< what follows "```tasm": nothing, "fragment" or "error=ID"
  std::string text;
  int line = 0;
};

std::vector<Example> examples() {
  std::istringstream page(read_source_file("docs/firmware/assembler.md"));
  std::vector<Example> found;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(page, line);) {
    ++number;
    const bool fence = line.rfind("```", 0) == 0;
    if (inside && !fence) found.back().text += line + "\n";
    if (inside && fence) {
      inside = false;
    } else if (line.rfind("```tasm", 0) == 0) {
      inside = true;
      found.push_back({line.size() > 8 ? line.substr(8) : "", "", number});
    }
  }
  return found;
}

TEST(Documentation, ExamplesAssembleOrFailAsStated) {
  ASSERT_GT(examples().size(), 8u);
  for (const Example& example : examples()) {
    SCOPED_TRACE("docs/firmware/assembler.md:" + std::to_string(example.line));
    if (example.info.rfind("error=", 0) == 0) {
      const std::vector<UserError> errors = errors_of(example.text);
      ASSERT_FALSE(errors.empty());
      EXPECT_EQ("error=" + errors[0].id(), example.info) << errors[0].what();
      continue;
    }
    assembler::AssembleOptions options;
    options.check_flow = example.info != "fragment";
    EXPECT_NO_THROW(assembler::assemble(example.text, "example.tasm", options));
  }
}

}  // namespace
}  // namespace podsim::test
