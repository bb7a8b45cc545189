// SPDX-License-Identifier: Apache-2.0
// Every operation of the table reaches its unit; no legal bundle breaks the model.
#include <gtest/gtest.h>

#include <set>

#include "firmware/isa/operand_rules.h"
#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

using isa::Opcode;

isa::Slot first_slot(isa::SlotClass slot_class) {
  for (int i = 0; i < isa::kSlots; ++i) {
    if (isa::slot_class(static_cast<isa::Slot>(i)) == slot_class) return static_cast<isa::Slot>(i);
  }
  return isa::Slot::kMisc;
}

/// What has to be there before an operation is legal.
std::string preparation(Opcode opcode) {
  switch (opcode) {
    case Opcode::kMlatch:
      return "mwl mxu0, v1\n";
    case Opcode::kMmul:
      return "mwl mxu0, v1\nmlatch mxu0\n";
    case Opcode::kMpop:
      return "mwl mxu0, v1\nmlatch mxu0\nmmul mxu0, v1\n";
    case Opcode::kXpop:
      return "xsum v1\n";
    default:
      return "";
  }
}

/// Fields are zero where that is legal: registers 0, addresses 0, and the label at operand 0.
isa::Bundle bundle_of(const isa::Operation& op, std::int16_t next) {
  isa::Bundle bundle;
  isa::SlotOp slot = isa::with_defaults(op.opcode);
  for (int f = 0; f < isa::kFields; ++f) {
    const auto field = static_cast<isa::Field>(f);
    const isa::FieldRange range = isa::legal_values(op, field);
    if (slot.field(field) < range.low) slot.field(field) = range.low;
  }
  bundle.slot(first_slot(op.slot)) = slot;
  bundle.immediates[0] = next;
  return bundle;
}

TEST(Dispatch, ExecutesEveryOperationOfTheTable) {
  for (const isa::Operation& op : isa::operations()) {
    CoreBench bench;
    std::vector<isa::Bundle> program = bundles(preparation(op.opcode) + "snop\nsnop");
    const auto last = static_cast<std::int16_t>(program.size() - 1);
    program[program.size() - 2] = bundle_of(op, last);
    if (op.opcode == Opcode::kBar || op.opcode == Opcode::kCheck || op.opcode == Opcode::kSret) {
      continue;  // executed by the tests of control flow and faults; register 0 is no operand there
    }
    bench.core.start(program, 0);
    bench.run();
    if (op.opcode == Opcode::kHalt) {
      EXPECT_EQ(bench.core.state(), CoreState::kHalted);
      continue;
    }
    // It went on to the end of the program.
    ASSERT_EQ(bench.core.state(), CoreState::kFailed) << op.mnemonic;
    EXPECT_EQ(bench.core.fault().id, "CORE-004") << op.mnemonic << bench.core.fault().message;
    EXPECT_EQ(bench.core.counters().bundles, program.size()) << op.mnemonic;
  }
}

std::uint8_t between(std::mt19937& random, isa::FieldRange range) {
  return static_cast<std::uint8_t>(range.low + random() % (range.high - range.low + 1u));
}

isa::Bundle random_bundle(std::mt19937& random) {
  isa::Bundle bundle;
  for (int i = 0; i < isa::kSlots; ++i) {
    if (random() % 8 != 0) continue;
    const auto slot = static_cast<isa::Slot>(i);
    isa::SlotOp op;
    do {
      op.opcode = static_cast<Opcode>(random() % isa::kOperations);
    } while (isa::operation(op.opcode).slot != isa::slot_class(slot));
    for (int f = 0; f < isa::kFields; ++f) {
      const auto field = static_cast<isa::Field>(f);
      op.field(field) = between(random, isa::legal_values(isa::operation(op.opcode), field));
    }
    bundle.slot(slot) = op;
  }
  for (std::int16_t& value : bundle.immediates) value = static_cast<std::int16_t>(random() % 40);
  return bundle;
}

TEST(Dispatch, RandomProgramsEndInAStateThatIsDocumented) {
  std::mt19937 random(99);
  std::set<std::string> faults;
  std::uint64_t executed = 0;
  for (int round = 0; round < 1500; ++round) {
    CoreBench bench;
    std::vector<isa::Bundle> program(40);
    for (isa::Bundle& bundle : program) bundle = random_bundle(random);
    bench.core.start(program, 0);
    for (int step = 0; step < 400 && bench.core.state() == CoreState::kRunning; ++step) {
      bench.core.run_until(bench.core.next_time() + 1);
    }
    executed += bench.core.counters().bundles;
    if (bench.core.state() == CoreState::kFailed) faults.insert(bench.core.fault().id);
  }
  EXPECT_GT(executed, 3000u);
  EXPECT_GT(faults.size(), 8u);
}

}  // namespace
}  // namespace podsim::test
