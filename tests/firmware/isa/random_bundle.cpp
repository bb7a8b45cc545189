// SPDX-License-Identifier: Apache-2.0
#include "tests/firmware/isa/random_bundle.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "firmware/isa/operand_rules.h"

namespace podsim::test {

std::uint64_t test_seed(std::uint64_t fallback) {
  const char* text = std::getenv("PODSIM_TEST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 0) : fallback;
}

std::string reproduce(std::uint64_t seed) {
  const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
  return "reproduce: PODSIM_TEST_SEED=" + std::to_string(seed) +
         " firmware_tests --gtest_filter=" + info->test_suite_name() + "." + info->name();
}

int below(Random& random, int bound) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(bound));
}

isa::Opcode random_opcode(Random& random, isa::SlotClass slot) {
  std::vector<isa::Opcode> candidates;
  for (const isa::Operation& op : isa::operations()) {
    if (op.slot == slot) candidates.push_back(op.opcode);
  }
  return candidates[static_cast<std::size_t>(below(random, static_cast<int>(candidates.size())))];
}

isa::SlotOp random_operation(Random& random, isa::Opcode opcode) {
  isa::SlotOp op;
  op.opcode = opcode;
  for (std::size_t f = 0; f < isa::kFields; ++f) {
    const isa::FieldRange range =
        isa::legal_values(isa::operation(opcode), static_cast<isa::Field>(f));
    op.fields[f] = static_cast<std::uint8_t>(range.low + below(random, range.high - range.low + 1));
  }
  return op;
}

isa::Bundle random_bundle(Random& random) {
  isa::Bundle bundle;
  for (std::size_t i = 0; i < isa::kSlots; ++i) {
    const isa::SlotClass slot = isa::slot_class(static_cast<isa::Slot>(i));
    bundle.slots[i] = random_operation(random, random_opcode(random, slot));
  }
  for (std::int16_t& immediate : bundle.immediates) {
    immediate = static_cast<std::int16_t>(random() & 0xffffu);
  }
  return bundle;
}

}  // namespace podsim::test
