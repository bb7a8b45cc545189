// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "firmware/diagnostics/user_error.h"
#include "tests/firmware/microprograms/microprogram_bench.h"

namespace podsim::test {
namespace {

/// A program starts with a branch over its subroutines; the other files are included.
bool is_program(const std::string& text) { return text.find("sbr     main") != std::string::npos; }

TEST(Microprograms, EveryBuiltInProgramAssembles) {
  int programs = 0;
  for (const std::string& name : microprograms::names()) {
    if (!is_program(*microprograms::source(name))) continue;
    ++programs;
    EXPECT_GT(built_in(name).bundles.size(), 10U) << name;
  }
  EXPECT_EQ(programs, 4);
}

TEST(Microprograms, TheTableHoldsTheFiles) {
  for (const std::string& name : microprograms::names()) {
    std::ifstream file(std::string(PODSIM_SOURCE_DIR) + "/" + name);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(*microprograms::source(name), text.str()) << name;
  }
}

TEST(Microprograms, AnUnknownNameIsRefusedWithTheNearest) {
  try {
    built_in("firmware/training/train_steps.tasm");
    FAIL() << "accepted";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "ASM-001");
    EXPECT_NE(error.hint().find("train_step.tasm"), std::string::npos);
  }
}

TEST(Microprograms, SpansAreNamedAfterTheirSymbols) {
  const auto names = microprograms::span_names(built_in("firmware/training/train_step.tasm"));
  EXPECT_EQ(names.at(4), "all-reduce");
  EXPECT_EQ(names.at(2), "forward");
}

TEST(FirstExample, AddsTwoVectorsInHbm) {
  const auto program =
      assembler::assemble_file(std::string(PODSIM_SOURCE_DIR) + "/examples/first/first.tasm");
  Observer observer;
  InstantPod pod(1, observer);
  std::vector<HostRow> x(16);
  std::vector<HostRow> y(16);
  for (std::size_t r = 0; r < x.size(); ++r) {
    x[r].fill(static_cast<float>(r));
    y[r].fill(0.5F);
  }
  pod.write_hbm(0, 0, x);
  pod.write_hbm(0, 64, y);
  ASSERT_EQ(pod.run(program), "");
  const std::vector<HostRow> z = pod.read_hbm(0, 128, 17);
  for (std::size_t r = 0; r < x.size(); ++r) EXPECT_EQ(z[r][r], static_cast<float>(r) + 0.5F);
  EXPECT_EQ(z[16], HostRow{});
}

}  // namespace
}  // namespace podsim::test
