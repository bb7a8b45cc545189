// SPDX-License-Identifier: Apache-2.0
#include "tests/systemc/core/random_vectors.h"

#include <algorithm>
#include <tuple>

#include "firmware/isa/operand_rules.h"
#include "systemc/core/decoded_program.h"

namespace podsim::test {

using isa::Field;
using isa::Opcode;
using isa::Slot;

namespace {

constexpr int kMostResults = 16;
// Immediates of every bundle: row, stride and sublanes of its load and of its store, by turns.
constexpr int kRowImmediate = 0;
constexpr int kStrideImmediate = 1;
constexpr int kSublaneImmediate = 2;

std::uint8_t immediate(int index) {
  return static_cast<std::uint8_t>(isa::kOperandImmediate0 + index);
}

isa::Bundle with(Slot slot, const isa::SlotOp& op) {
  isa::Bundle bundle;
  bundle.slot(slot) = op;
  return bundle;
}

}  // namespace

isa::SlotOp RandomVectors::random_fields(Opcode opcode) {
  isa::SlotOp op = isa::with_defaults(opcode);
  for (int f = 0; f < isa::kFields; ++f) {
    const isa::FieldRange range = isa::legal_values(isa::operation(opcode), static_cast<Field>(f));
    op.field(static_cast<Field>(f)) = static_cast<std::uint8_t>(pick(range.low, range.high));
  }
  return op;
}

isa::SlotOp RandomVectors::any_vector_operation() {
  std::vector<Opcode> all;
  for (const isa::Operation& operation : isa::operations()) {
    if (operation.slot == isa::SlotClass::kVector) all.push_back(operation.opcode);
  }
  return random_fields(all[static_cast<std::size_t>(pick(0, static_cast<int>(all.size()) - 1))]);
}

isa::SlotOp RandomVectors::memory_operation(Opcode opcode) {
  isa::SlotOp op = random_fields(opcode);
  op.field(Field::kX) = immediate(kRowImmediate);
  op.field(Field::kY) = isa::kOperandZero;
  op.field(Field::kZ) = immediate(kStrideImmediate);
  op.field(Field::kSublaneMask) = immediate(kSublaneImmediate);
  return op;
}

isa::Bundle RandomVectors::random_bundle() {
  isa::Bundle bundle;
  for (std::int16_t& value : bundle.immediates) value = static_cast<std::int16_t>(random_());
  bundle.immediates[kRowImmediate] = static_cast<std::int16_t>(pick(24, kRows - 25));
  bundle.immediates[kStrideImmediate] = static_cast<std::int16_t>(pick(-3, 3));
  bundle.immediates[kSublaneImmediate] = static_cast<std::int16_t>(pick(0, 255));
  bundle.slot(Slot::kVector0) = any_vector_operation();
  if (pick(0, 1) == 0) bundle.slot(Slot::kVector1) = any_vector_operation();
  if (pick(0, 2) == 0) bundle.slot(Slot::kLoad) = memory_operation(Opcode::kVld);
  if (pick(0, 2) == 0) bundle.slot(Slot::kStore) = memory_operation(Opcode::kVst);
  return bundle;
}

void RandomVectors::add_cross_lane(isa::Bundle& bundle) {
  if (pick(0, 1) == 0) {
    add_mxu(bundle);
  } else {
    add_xlu(bundle);
  }
}

void RandomVectors::add_mxu(isa::Bundle& bundle) {
  const auto on_unit_0 = [this](Opcode opcode) {
    isa::SlotOp op = random_fields(opcode);
    op.field(Field::kUnit) = 0;
    return op;
  };
  if (products_ > 0 && pick(0, 1) == 0) {
    bundle.slot(Slot::kPop) = on_unit_0(Opcode::kMpop);
    --products_;
  } else if (latched_ && products_ < kMostResults && pick(0, 1) == 0) {
    bundle.slot(Slot::kPush) = on_unit_0(Opcode::kMmul);
    ++products_;
  } else if (staged_ == 0) {
    bundle.slot(Slot::kPush) = on_unit_0(Opcode::kMwl);
    staged_ = 1;
  } else {
    bundle.slot(Slot::kPush) = on_unit_0(Opcode::kMlatch);
    staged_ = 0;
    latched_ = true;
  }
}

void RandomVectors::add_xlu(isa::Bundle& bundle) {
  constexpr Opcode kQueued[] = {Opcode::kXrot, Opcode::kXsum, Opcode::kXmax, Opcode::kXmin,
                                Opcode::kXtrl};
  if (results_ > 0 && pick(0, 2) != 0) {
    bundle.slot(Slot::kPop) = random_fields(Opcode::kXpop);
    --results_;
  } else if (results_ < kMostResults) {
    const Opcode opcode = kQueued[pick(0, 4)];
    bundle.slot(Slot::kPush) = random_fields(opcode);
    results_ += opcode == Opcode::kXtrl ? 16 : 1;
  }
}

void RandomVectors::drain() {
  isa::SlotOp op = isa::with_defaults(Opcode::kMlatch);
  if (staged_ > 0) bundles_.push_back(with(Slot::kPush, op));
  for (; products_ > 0; --products_) {
    op = random_fields(Opcode::kMpop);
    op.field(Field::kUnit) = 0;
    bundles_.push_back(with(Slot::kPop, op));
  }
  for (; results_ > 0; --results_) {
    bundles_.push_back(with(Slot::kPop, random_fields(Opcode::kXpop)));
  }
}

void RandomVectors::store_registers() {
  const auto store = [this](int number, std::uint8_t mask, int place) {
    isa::SlotOp op = isa::with_defaults(Opcode::kVst);
    op.field(Field::kDst) = static_cast<std::uint8_t>(number);
    op.field(Field::kX) = immediate(kRowImmediate);
    op.field(Field::kY) = isa::kOperandZero;
    op.field(Field::kMask) = mask;
    isa::Bundle bundle = with(Slot::kStore, op);
    bundle.immediates[kRowImmediate] = static_cast<std::int16_t>(kRegisterRows + place * 8);
    bundles_.push_back(bundle);
  };
  for (int number = 0; number < isa::kVectorRegisters; ++number) {
    store(number, isa::kNoMask, number);
  }
  isa::SlotOp ones = isa::with_defaults(Opcode::kVmov);
  ones.field(Field::kY) = isa::kOperandOne;
  bundles_.push_back(with(Slot::kVector0, ones));
  for (int mask = 0; mask < isa::kMaskRegisters; ++mask) {
    store(0, static_cast<std::uint8_t>(mask), isa::kVectorRegisters + mask);
  }
}

std::vector<isa::Bundle> RandomVectors::program(int bundles) {
  for (int scalar = 0; scalar < isa::kScalarRegisters; ++scalar) {  // for vbcast
    isa::SlotOp op = isa::with_defaults(Opcode::kSmov);
    op.field(Field::kDst) = static_cast<std::uint8_t>(scalar);
    op.field(Field::kY) = isa::kOperandWide0;
    isa::Bundle bundle = with(Slot::kScalar0, op);
    for (std::int16_t& value : bundle.immediates) value = static_cast<std::int16_t>(random_());
    bundles_.push_back(bundle);
  }
  while (bundles-- > 0) {
    isa::Bundle bundle = random_bundle();
    while (decode_bundle(bundle).kind != BundleKind::kLegal) bundle = random_bundle();
    isa::Bundle more = bundle;
    const auto before = std::make_tuple(staged_, latched_, products_, results_);
    if (cross_lane_ && pick(0, 3) == 0) add_cross_lane(more);
    if (decode_bundle(more).kind == BundleKind::kLegal) {
      bundles_.push_back(more);
    } else {  // two results for one register
      std::tie(staged_, latched_, products_, results_) = before;
      bundles_.push_back(bundle);
    }
  }
  drain();
  store_registers();
  bundles_.push_back(with(Slot::kMisc, isa::with_defaults(Opcode::kHalt)));
  return bundles_;
}

}  // namespace podsim::test
