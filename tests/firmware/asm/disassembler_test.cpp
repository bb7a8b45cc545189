// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/disassembler.h"

#include <gtest/gtest.h>

#include "firmware/asm/packing_rules.h"
#include "firmware/isa/register_use.h"
#include "tests/firmware/asm/assemble_helpers.h"
#include "tests/firmware/isa/random_bundle.h"

namespace podsim::test {
namespace {

using assembler::Program;
using isa::Bundle;

/// As the assembler demands: no register written twice, one branch.
bool is_assemblable(const Bundle& bundle) {
  isa::RegisterUse all;
  int branches = 0;
  for (const isa::SlotOp& op : bundle.slots) {
    const isa::RegisterUse use = isa::register_use(op);
    if (isa::write_same_register(use, all)) return false;
    all |= use;
    if (assembler::is_branch(op)) ++branches;
  }
  return branches <= 1;
}

Bundle random_assemblable(Random& random) {
  while (true) {
    Bundle bundle = random_bundle(random);
    for (std::size_t i = 0; i < isa::kSlots; ++i) {
      if (below(random, 3) == 0) {
        bundle.slots[i] = isa::SlotOp{};
        bundle.slots[i].opcode = isa::nop(isa::slot_class(static_cast<isa::Slot>(i)));
      }
    }
    if (below(random, 2) == 0) {
      for (std::int16_t& immediate : bundle.immediates) immediate = immediate % 4;
    }
    if (is_assemblable(bundle)) return bundle;
  }
}

Program random_program(Random& random) {
  Program program;
  const int size = 1 + below(random, 30);
  for (int i = 0; i < size; ++i) program.bundles.push_back(random_assemblable(random));
  for (int i = below(random, 5); i > 0; --i) {
    program.labels["label" + std::to_string(i)] = below(random, size + 1);
  }
  for (int i = below(random, 9); i > 0; --i) {
    program.smem_image[below(random, isa::kSmemWords)] = static_cast<std::uint32_t>(random());
  }
  return program;
}

TEST(Disassembler, RandomProgramsAssembleBackToThemselves) {
  const std::uint64_t seed = test_seed(7);
  SCOPED_TRACE(reproduce(seed));
  Random random(seed);
  for (int trial = 0; trial < 200; ++trial) {
    const Program program = random_program(random);
    const std::string text = assembler::disassemble(program);
    ASSERT_TRUE(same_image(assemble_fragment(text), program)) << text;
  }
}

TEST(Disassembler, RandomBundlesAssembleBackToThemselves) {
  const std::uint64_t seed = test_seed(8);
  SCOPED_TRACE(reproduce(seed));
  Random random(seed);
  for (int trial = 0; trial < 3000; ++trial) {
    const Bundle bundle = random_assemblable(random);
    const std::string text = assembler::disassemble(bundle);
    ASSERT_TRUE(assemble_fragment(text).bundles.at(0) == bundle) << text;
  }
}

TEST(Disassembler, WritesWhatAPersonWould) {
  for (const std::string text :
       {"{ sadd s1, s2, 4 ; smov s3, -70000 ; vmulf v1, v2, 0.1 ; vaddi v3, v4, 255 }",
        "{ vld v0, [s1 + 8], stride=0, sublanes=15 ; vst v1, [s2], mask=m3 }",
        "{ snop ; sadd s1, s2, s3 ; mmul mxu1, v5 ; mpop v6, mxu0 ; wait 3, 4096 }",
        "{ vaddf v1, v2, 1.0 ; vmaxf v3, v4, asfloat(0x7f800000) }", "{ sst s1, [100] }", "{ }"}) {
    EXPECT_EQ(assembler::disassemble(assemble_fragment(text).bundles.at(0)), text);
  }
}

TEST(Disassembler, UsesOperandCodesWhereValuesWouldNotDo) {
  EXPECT_EQ(assembler::disassemble(
                assemble_fragment("{ .imm 0, 7, 0, 0, 0, 0 ; smov s1, imm0 }").bundles.at(0)),
            "{ .imm 0, 7, 0, 0, 0, 0 ; smov s1, imm0 }");
}

TEST(Disassembler, NamesLabels) {
  const Program program = assemble_fragment("start: sadd s1, s1, 1\n.x: sbnz s1, .x\nsbr start");
  const std::string text = assembler::disassemble(program);
  EXPECT_NE(text.find("start:\n  { sadd s1, s1, 1 }  // 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("{ sbnz s1, start.x }"), std::string::npos) << text;
  EXPECT_TRUE(same_image(assemble_fragment(text), program));
}

}  // namespace
}  // namespace podsim::test
