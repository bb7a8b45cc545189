// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "firmware/isa/operand_rules.h"
#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::test {
namespace {

using isa::Bundle;
using isa::Field;
using isa::Slot;
using isa::SlotOp;

Bundle bundle_of(const std::string& line) { return assemble_fragment(line).bundles.at(0); }

TEST(OperationParser, OptionalOperandsHaveDefaults) {
  const Bundle load_bundle = bundle_of("vld v3, [s1 + 8]");
  const SlotOp& load = load_bundle.slot(Slot::kLoad);
  EXPECT_EQ(load.field(Field::kDst), 3);
  EXPECT_EQ(load.field(Field::kX), 1);
  EXPECT_EQ(load.field(Field::kY), 32);
  EXPECT_EQ(load.field(Field::kZ), isa::kOperandOne);
  EXPECT_EQ(load.field(Field::kSublaneMask), isa::kOperandAllSublanes);
  EXPECT_EQ(bundle_of("vst v3, [s1]").slot(Slot::kStore).field(Field::kMask), isa::kNoMask);
}

TEST(OperationParser, OptionalOperandsByPositionAndKeywordAgree) {
  EXPECT_EQ(bundle_of("vst v3, [s1 + 8], 0, 1, m2"),
            bundle_of("vst v3, [s1 + 8], stride=0, sublanes=1, mask=m2"));
  EXPECT_EQ(bundle_of("vst v3, [s1 + 8], 1, 255, m2"), bundle_of("vst v3, [s1 + 8], mask=m2"));
  EXPECT_EQ(bundle_of("vld v3, [s1 + 8], 0, 1"), bundle_of("vld v3, [s1+8], sublanes=1, stride=0"));
}

TEST(OperationParser, AddressForms) {
  const Bundle both = bundle_of("sld s1, [s2 + s3]");
  EXPECT_EQ(both.slot(Slot::kScalar0).field(Field::kX), 2);
  EXPECT_EQ(both.slot(Slot::kScalar0).field(Field::kY), 3);
  const Bundle base = bundle_of("sld s1, [s2]");
  EXPECT_EQ(base.slot(Slot::kScalar0).field(Field::kY), isa::kOperandZero);
  const Bundle negative = bundle_of("sld s1, [s2 - 4 + 1]");
  EXPECT_EQ(negative.immediates[0], -3);
  const Bundle absolute = bundle_of("sld s1, [4095]");
  EXPECT_EQ(absolute.immediates[0], 4095);
  EXPECT_EQ(absolute.slot(Slot::kScalar0).field(Field::kY), isa::kOperandZero);
}

TEST(OperationParser, RegistersMayBeComputed) {
  EXPECT_EQ(bundle_of("vaddf v(1 + 2), v(4 * 2), v31"), bundle_of("vaddf v3, v8, v31"));
  EXPECT_EQ(bundle_of("mmul mxu(3 - 2), v0"), bundle_of("mmul mxu1, v0"));
}

TEST(OperationParser, RawOperandCodesStandAsWritten) {
  const Bundle bundle = bundle_of("{ .imm 1, 2, 3, 4, 5, 6 ; sadd s1, imm5, wide1 ; sbr imm0 }");
  EXPECT_EQ(bundle.immediates, (std::array<std::int16_t, 6>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(bundle.slot(Slot::kScalar0).field(Field::kX), 37);
  EXPECT_EQ(bundle.slot(Slot::kScalar0).field(Field::kY), isa::kOperandWide0 + 1);
  EXPECT_EQ(bundle.slot(Slot::kScalar1).field(Field::kY), 32);
}

TEST(OperationParser, AFixedImmediateCanBeShared) {
  EXPECT_EQ(
      bundle_of("{ .imm 1, 2, 3, 4, 5, 6 ; sadd s1, s2, 6 }").slot(Slot::kScalar0).field(Field::kY),
      37);
}

TEST(OperationParser, ZeroIsBothIntegerAndReal) {
  EXPECT_EQ(bundle_of("vaddf v1, v2, 0"), bundle_of("vaddf v1, v2, 0.0"));
}

TEST(OperationParser, BitwiseOperationsTakeRealsAndIntegers) {
  EXPECT_EQ(bundle_of("vand v1, v2, 0x7fffffff").immediates[0], -1);
  EXPECT_EQ(bundle_of("vmov v1, 1.0").slot(Slot::kVector0).field(Field::kY), isa::kOperandOneFloat);
}

/// A number just outside a field is refused, never cut (one inside is kept).
TEST(OperationParser, NoRangeIsTruncated) {
  struct Case {
    const char* good;
    const char* bad;
  };
  for (const Case& c :
       std::vector<Case>{{"vld v0, [s1], 1, 255", "vld v0, [s1], 1, 256"},
                         {"sshl s1, s2, 31", "sshl s1, s2, 32"},
                         {"vshr v1, v2, 31", "vshr v1, v2, -1"},
                         {"sig 255, 1", "sig 256, 1"},
                         {"bar 224, 1", "bar 223, 1"},
                         {"wait 0, 1", "wait -1, 1"},
                         {"rsig 4, 255, 1", "rsig 4, 256, 1"},
                         {"rdsem s1, 255", "rdsem s1, 256"},
                         {"mark 3, 2", "mark 3, 3"},
                         {"dma 4084", "dma 4085"},
                         {"delay 0x7fffffff", "delay 0x80000000"},
                         {"sld s1, [4095]", "sld s1, [4096]"},
                         {"vld v1, [32767]", "vld v1, [32768]"},
                         {"sbr 16383", "sbr 16384"},
                         {"smov s1, 0xffffffff", "smov s1, 0x100000000"},
                         {"smov s1, -0x80000000", "smov s1, -0x80000001"},
                         {"{ .imm 32767, -32768, 0, 0, 0, 0 }", "{ .imm 32768, 0, 0, 0, 0, 0 }"},
                         {"vmov v1, 3.4028235e38", "vmov v1, 3.4028236e38"}}) {
    EXPECT_NO_THROW(assemble_fragment(c.good)) << c.good;
    const std::vector<UserError> errors = errors_of(c.bad);
    ASSERT_FALSE(errors.empty()) << c.bad;
    EXPECT_EQ(errors[0].id(), "ASM-009") << c.bad;
  }
}

/// The narrowest spelling of every operation with registers only assembles.
TEST(OperationParser, EveryOperationCanBeWritten) {
  for (const isa::Operation& op : isa::operations()) {
    std::string line(op.mnemonic);
    for (int i = 0; i < isa::operand_count(op); ++i) {
      line += i == 0 ? " " : ", ";
      switch (op.operands[static_cast<std::size_t>(i)].kind) {
        case isa::OperandKind::kAddress:
          line += "[s1 + s2]";
          break;
        case isa::OperandKind::kLabel:
        case isa::OperandKind::kImmediate:
          line += "3";
          break;
        case isa::OperandKind::kVectorDst:
        case isa::OperandKind::kVectorReg:
        case isa::OperandKind::kVector:
          line += "v4";
          break;
        case isa::OperandKind::kMaskDst:
        case isa::OperandKind::kMaskReg:
        case isa::OperandKind::kStoreMask:
          line += "m5";
          break;
        case isa::OperandKind::kMxu:
          line += "mxu1";
          break;
        default:
          line += "s6";
      }
    }
    const auto program = assemble_fragment("{ " + line + " }");
    EXPECT_EQ(mnemonics(program), op.code == 0 ? "" : std::string(op.mnemonic)) << line;
  }
}

}  // namespace
}  // namespace podsim::test
