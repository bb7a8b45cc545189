// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/register_use.h"

#include <gtest/gtest.h>

#include "firmware/isa/operand_rules.h"

namespace podsim::isa {
namespace {

SlotOp make(Opcode opcode, std::initializer_list<std::pair<Field, int>> fields) {
  SlotOp op = with_defaults(opcode);
  for (const auto& [field, value] : fields) op.field(field) = static_cast<std::uint8_t>(value);
  return op;
}

TEST(RegisterUse, OfScalarArithmetic) {
  const RegisterUse use =
      register_use(make(Opcode::kSadd, {{Field::kDst, 3}, {Field::kX, 4}, {Field::kY, 31}}));
  EXPECT_EQ(use.scalar_writes, 1u << 3);
  EXPECT_EQ(use.scalar_reads, 1u << 4 | 1u << 31);
  EXPECT_EQ(use.vector_reads | use.vector_writes | use.mask_reads | use.mask_writes, 0u);
}

TEST(RegisterUse, ImmediatesAreNoRegisters) {
  const RegisterUse use = register_use(
      make(Opcode::kSadd, {{Field::kDst, 0}, {Field::kX, kOperandZero}, {Field::kY, 32}}));
  EXPECT_EQ(use.scalar_reads, 0u);
  EXPECT_EQ(use.scalar_writes, 1u);
}

TEST(RegisterUse, AStoreReadsTheRegisterInItsDstField) {
  const RegisterUse use =
      register_use(make(Opcode::kSst, {{Field::kDst, 3}, {Field::kX, 4}, {Field::kY, 5}}));
  EXPECT_EQ(use.scalar_reads, 1u << 3 | 1u << 4 | 1u << 5);
  EXPECT_EQ(use.scalar_writes, 0u);
}

TEST(RegisterUse, AConditionalMoveReadsAndWritesItsTarget) {
  const RegisterUse use =
      register_use(make(Opcode::kScmov, {{Field::kDst, 3}, {Field::kX, 4}, {Field::kY, 5}}));
  EXPECT_EQ(use.scalar_reads, 1u << 3 | 1u << 4 | 1u << 5);
  EXPECT_EQ(use.scalar_writes, 1u << 3);
}

TEST(RegisterUse, ReadSemaphoreWritesTheRegisterInFieldX) {
  const RegisterUse use = register_use(make(Opcode::kRdsem, {{Field::kX, 7}, {Field::kY, 2}}));
  EXPECT_EQ(use.scalar_writes, 1u << 7);
  EXPECT_EQ(use.scalar_reads, 1u << 2);
}

TEST(RegisterUse, OfAMaskedStore) {
  const RegisterUse use = register_use(make(Opcode::kVst, {{Field::kDst, 9},
                                                           {Field::kX, 1},
                                                           {Field::kY, 2},
                                                           {Field::kZ, 3},
                                                           {Field::kSublaneMask, 4},
                                                           {Field::kMask, 5}}));
  EXPECT_EQ(use.vector_reads, 1u << 9);
  EXPECT_EQ(use.scalar_reads, 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4);
  EXPECT_EQ(use.mask_reads, 1u << 5);
}

TEST(RegisterUse, AStoreWithoutMaskReadsNone) {
  EXPECT_EQ(register_use(make(Opcode::kVst, {{Field::kDst, 9}})).mask_reads, 0u);
}

TEST(RegisterUse, OfCompareSelectBroadcastAndPop) {
  EXPECT_EQ(register_use(make(Opcode::kVcltf, {{Field::kDst, 6}})).mask_writes, 1u << 6);
  EXPECT_EQ(register_use(make(Opcode::kVsel, {{Field::kMask, 2}})).mask_reads, 1u << 2);
  EXPECT_EQ(register_use(make(Opcode::kVbcast, {{Field::kY, 8}})).scalar_reads, 1u << 8);
  EXPECT_EQ(register_use(make(Opcode::kMpop, {{Field::kDst, 8}})).vector_writes, 1u << 8);
}

TEST(RegisterUse, OfABundleIsTheUnion) {
  Bundle bundle;
  bundle.slot(Slot::kScalar0) = make(Opcode::kSmov, {{Field::kDst, 1}, {Field::kY, 2}});
  bundle.slot(Slot::kPop) = make(Opcode::kXpop, {{Field::kDst, 3}});
  const RegisterUse use = register_use(bundle);
  EXPECT_EQ(use.scalar_writes, 1u << 1);
  EXPECT_EQ(use.scalar_reads, 1u << 2);
  EXPECT_EQ(use.vector_writes, 1u << 3);
}

TEST(RegisterUse, NopsUseNothing) { EXPECT_EQ(register_use(Bundle{}), RegisterUse{}); }

TEST(RegisterUse, ComparesReadsAndWrites) {
  RegisterUse writer;
  writer.mask_writes = 4;
  RegisterUse reader;
  reader.mask_reads = 4;
  EXPECT_TRUE(reads_result_of(reader, writer));
  EXPECT_FALSE(reads_result_of(writer, reader));
  EXPECT_TRUE(write_same_register(writer, writer));
  EXPECT_FALSE(write_same_register(writer, reader));
}

}  // namespace
}  // namespace podsim::isa
