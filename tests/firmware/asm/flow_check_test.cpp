// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::test {
namespace {

void expect_good(const std::string& source) {
  EXPECT_NO_THROW(assembler::assemble(source, "test.tasm")) << source;
}

void expect_error(const std::string& source, const std::string& id) {
  const std::vector<UserError> errors = errors_of(source);
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].id(), id) << errors[0].what() << "\n" << source;
}

TEST(FlowCheck, AProgramEndsWithHaltBranchOrReturn) {
  expect_good("halt");
  expect_good("start: sbr start");
  expect_good("sret s1");
  expect_good("halt\n.align 8");
  expect_error("smov s1, 2", "ASM-031");
  expect_error("start: sbnz s1, start", "ASM-031");
  expect_error("start: halt\nscall s1, start", "ASM-031");
  expect_error("", "ASM-031");
}

TEST(FlowCheck, BranchTargetsAreInTheProgram) {
  expect_good("sbr 1\nhalt");
  expect_error("sbr 2\nhalt", "ASM-027");
  expect_error("sbr end\nhalt\nend:", "ASM-027");
}

TEST(FlowCheck, ALoopNeedsABody) {
  expect_good("sloop 4, .end\nsnop\n.end: halt");
  expect_error("sloop 4, .end\n.end: halt", "ASM-028");
  expect_error("back: snop\nsloop 4, back\nhalt", "ASM-028");
}

std::string nested_loops(int depth) {
  std::string source;
  for (int i = 0; i < depth; ++i) source += "sloop 4, end" + std::to_string(i) + "\n";
  source += "vnop\n";
  for (int i = depth - 1; i >= 0; --i) source += "end" + std::to_string(i) + ": snop\n";
  return source + "halt\n";
}

TEST(FlowCheck, LoopsNestFourDeep) {
  expect_good(nested_loops(4));
  expect_error(nested_loops(5), "ASM-029");
}

TEST(FlowCheck, LoopsDoNotOverlap) {
  expect_error("sloop 4, a\nsnop\nsloop 4, b\nsnop\na: snop\nb: halt", "ASM-029");
  expect_good("sloop 4, a\nsnop\nsloop 4, a\nsnop\na: halt");
  expect_good("sloop 4, a\nsnop\na: sloop 4, b\nsnop\nb: halt");
}

TEST(FlowCheck, BranchesDoNotCrossALoop) {
  const std::string loop =
      "snop\nsloop 4, end\nbody: snop\nsbnz s1, TARGET\nlast: snop\nend: snop\nout: halt\n";
  const auto with_target = [&loop](const std::string& target) {
    return ".equ TARGET, " + target + "\n" + loop;
  };
  // snop and sloop share bundle 0; the body is 1 (with the branch) and 2.
  expect_good(with_target("1"));              // body
  expect_good(with_target("2"));              // the last bundle of the body
  expect_error(with_target("3"), "ASM-030");  // end
  expect_error(with_target("4"), "ASM-030");  // out
  expect_error(with_target("0"), "ASM-030");  // before
  expect_error("sbr in\nsloop 4, end\nsnop\nin: snop\nend: halt", "ASM-030");
}

TEST(FlowCheck, ACallIsNotTheLastBundleOfALoop) {
  expect_good("sloop 4, end\nscall s1, f\nvnop\nend: halt\nf: sret s1");
  expect_error("sloop 4, end\nscall s1, f\nend: halt\nf: sret s1", "ASM-030");
}

TEST(FlowCheck, ImemHasALimit) {
  const std::string bundles = ".rept " + std::to_string(isa::kImemBundles - 1) + "\n{}\n.endr\n";
  expect_good(bundles + "halt");
  expect_error(bundles + "{}\nhalt", "ASM-026");
}

TEST(FlowCheck, IsOffForFragments) {
  assembler::AssembleOptions options;
  options.check_flow = false;
  EXPECT_NO_THROW(assembler::assemble("sbr 9", "t", options));
}

}  // namespace
}  // namespace podsim::test
