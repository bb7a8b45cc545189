// SPDX-License-Identifier: Apache-2.0
// Every fault that a core can find, with its message and place.
#include <gtest/gtest.h>

#include <set>

#include "systemc/core/core_error.h"
#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

struct Case {
  const char* id;
  std::string source;
  std::uint32_t bundle;
  const char* message;
};

const std::string kLatched = "mwl mxu0, v1\nmlatch mxu0\n";

std::string repeat(int count, const std::string& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line + "\n";
  return text;
}

std::vector<Case> cases() {
  return {
      {"CORE-001", "snop\ncheck s0, 17\nhalt", 1, "check failed with code 17"},
      {"CORE-004", "snop\nsnop", 2, "no bundle was written at address 2"},
      {"CORE-004", "smov s1, -1\nsret s1", 0xffffffff,
       "no bundle was written at address 4294967295"},
      {"CORE-005", "smov s1, 32767\nvld v1, [s1]\nhalt", 1,
       "vld of VMEM row 32768 (sublane 1), not in 0..32767"},
      {"CORE-005", "smov s1, -1\nvst v1, [s1], 1, 1\nhalt", 1,
       "vst of VMEM row -1 (sublane 0), not in 0..32767"},
      {"CORE-006", "smov s1, 4095\nsld s1, [s1 + 1]\nhalt", 1,
       "sld of SMEM word 4096, not in 0..4095"},
      {"CORE-006", "smov s1, -9\nsst s2, [s1 + 2]\nhalt", 1, "sst of SMEM word -7, not in 0..4095"},
      {"CORE-007", "smov s1, 4085\ndma s1\nhalt", 1,
       "the descriptor at SMEM word 4085 does not lie in 0..4095"},
      {"CORE-007", "smov s1, -4\ndma s1\nhalt", 1,
       "the descriptor at SMEM word -4 does not lie in 0..4095"},
      {"CORE-008", "smov s1, 256\nsig s1, 1\nhalt", 1, "semaphore 256 is not in 0..255"},
      {"CORE-008", "smov s1, -1\nwait s1, 1\nhalt", 1, "semaphore -1 is not in 0..255"},
      {"CORE-008", "smov s1, 300\nrsig 0, s1, 1\nhalt", 1, "semaphore 300 is not in 0..255"},
      {"CORE-008", "smov s1, 300\nrdsem s2, s1\nhalt", 1, "semaphore 300 is not in 0..255"},
      {"CORE-009", "smov s1, 224\nwait s1, 1\nhalt", 1,
       "wait on barrier semaphore 224; bar waits for those"},
      {"CORE-009", "smov s1, 223\nbar s1, 1\nhalt", 1,
       "bar on semaphore 223, which is no barrier (224..255)"},
      {"CORE-010", "sig 3, -1\nsig 3, 1\nhalt", 1, "semaphore 3 = 4294967295 cannot rise by 1"},
      {"CORE-011", "sloop 2, e\nsloop 2, e\nsloop 2, e\nsloop 2, e\nsloop 2, e\nsnop\ne: halt", 4,
       "a hardware loop inside 4 others"},
      {"CORE-012", "back: snop\nsloop 2, back\nhalt", 1, "the loop from bundle 2 ends at 0"},
      {"CORE-012", "sloop 2, e\nsloop 2, f\nsnop\ne: snop\nf: halt", 1,
       "the loop over bundles 2..4 reaches out of the one over 1..3"},
      {"CORE-013", repeat(17, "mwl mxu1, v1"), 16,
       "weight push 17 without a latch; the staging weights hold 16"},
      {"CORE-014", "mwl mxu0, v1\nmwlt mxu0, v1\nhalt", 1,
       "mwl and mwlt mixed in one set of staged weights"},
      {"CORE-015", "mlatch mxu0\nhalt", 0, "no weights are staged"},
      {"CORE-016", "mmul mxu0, v1\nhalt", 0, "no weights have been latched"},
      {"CORE-017", kLatched + "mpop v1, mxu0\nhalt", 2, "no product is queued"},
      {"CORE-018", kLatched + repeat(33, "mmul mxu0, v1"), 34,
       "32 products are queued and not popped, the limit"},
      {"CORE-019", "xpop v1\nhalt", 0, "no cross-lane operation is queued"},
      {"CORE-020", repeat(33, "xsum v1"), 32,
       "32 results are queued and not popped, 1 more do not fit into 32"},
      {"CORE-020", repeat(17, "xsum v1") + "xtrl v1", 17,
       "17 results are queued and not popped, 16 more do not fit into 32"},
      {"CORE-021", repeat(17, "xtr v1"), 16, "the transpose buffer already holds 128 rows"},
      {"CORE-022", "sig 0, 3\nsig 223, 1\nhalt", 2,
       "left at halt: semaphore 0 = 3, semaphore 223 = 1"},
      {"CORE-022", kLatched + "mmul mxu0, v1\nmwl mxu0, v1\nhalt", 4,
       "left at halt: mxu0: 1 results not popped, 1 weight pushes not latched"},
      {"CORE-022", "xsum v1\nxtr v1\nhalt", 2,
       "left at halt: xlu: 1 results not popped, 8 rows in the transpose buffer"},
      {"CORE-025", "smov s1, 3\nmark 1, s1\nhalt", 1, "marker kind 3 is not 0, 1 or 2"},
  };
}

TEST(Fault, HasItsIdMessageAndBundle) {
  for (const Case& c : cases()) {
    CoreBench bench;
    bench.run(c.source);
    ASSERT_EQ(bench.core.state(), CoreState::kFailed) << c.source;
    EXPECT_EQ(bench.core.fault().id, c.id) << c.source;
    EXPECT_EQ(bench.core.fault().message, c.message);
    EXPECT_EQ(bench.core.fault().bundle, c.bundle) << c.message;
    EXPECT_EQ(bench.core.bundle_index(), c.bundle) << c.message;
    EXPECT_EQ(bench.core.fault().cycle, bench.core.cycle());
    EXPECT_EQ(bench.core.fault().is_check, c.id == std::string("CORE-001"));
    EXPECT_EQ(bench.core.next_time(), kNever);
  }
}

CoreFault fault_of(CoreBench& bench, const std::vector<isa::Bundle>& program) {
  bench.core.start(program, 0);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kFailed);
  return bench.core.fault();
}

isa::SlotOp smov(std::uint8_t target, std::uint8_t operand) {
  isa::SlotOp op;
  op.opcode = isa::Opcode::kSmov;
  op.field(isa::Field::kDst) = target;
  op.field(isa::Field::kY) = operand;
  return op;
}

TEST(Fault, IllegalBundlesFailOnlyWhenExecuted) {
  CoreBench bench;
  std::vector<isa::Bundle> program = bundles("sbr over\nsnop\nover: halt");
  program[1].slot(isa::Slot::kScalar0) = smov(1, 60);
  bench.core.start(program, 0);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
  program[0] = isa::Bundle();
  const CoreFault fault = fault_of(bench, program);
  EXPECT_EQ(fault.id, "CORE-002");
  EXPECT_EQ(fault.message, "field y of smov is 60, not in 0..44");
  EXPECT_EQ(fault.bundle, 1u);
}

TEST(Fault, OperationsInTheWrongSlotAreIllegal) {
  CoreBench bench;
  std::vector<isa::Bundle> program = bundles("halt");
  program[0].slot(isa::Slot::kVector1) = smov(1, 2);
  EXPECT_EQ(fault_of(bench, program).message, "smov in slot vector1");
}

TEST(Fault, SlotsThatConflict) {
  CoreBench bench;
  std::vector<isa::Bundle> program = bundles("halt");
  program[0].slot(isa::Slot::kScalar0) = smov(4, 1);
  program[0].slot(isa::Slot::kScalar1) = smov(4, 2);
  EXPECT_EQ(fault_of(bench, program).id, "CORE-003");
  EXPECT_EQ(bench.core.fault().message, "smov and smov write one register");
  program = bundles("{ sbr 0 }\nhalt");
  program[0].slot(isa::Slot::kScalar1) = program[0].slot(isa::Slot::kScalar0);
  EXPECT_EQ(fault_of(bench, program).message, "sbr and sbr both transfer control");
}

TEST(Fault, AProgramLargerThanImem) {
  CoreBench bench;
  const CoreFault fault = fault_of(bench, std::vector<isa::Bundle>(16385));
  EXPECT_EQ(fault.id, "CORE-024");
  EXPECT_EQ(fault.message, "the program has 16385 bundles, IMEM holds 16384");
}

TEST(Fault, AStartWithASemaphoreLeft) {
  CoreBench bench;
  bench.core.raise_semaphore(12, 5, 0);
  const CoreFault fault = fault_of(bench, bundles("halt"));
  EXPECT_EQ(fault.id, "CORE-023");
  EXPECT_EQ(fault.message, "not zero at the start: semaphore 12 = 5");
}

TEST(Fault, HaltWithATransferUnread) {
  CoreBench bench;
  bench.unread = 1;
  EXPECT_EQ(fault_of(bench, bundles("halt")).message,
            "left at halt: 1 transfers not yet read out of their source");
}

TEST(Fault, ASemaphoreThatOverflowsFromOutside) {
  CoreBench bench;
  bench.run("wait 4, -1\nhalt");
  bench.core.raise_semaphore(4, 0xfffffffe, 1000);
  bench.core.raise_semaphore(4, 2, 10000);
  EXPECT_EQ(bench.core.fault().id, "CORE-010");
  EXPECT_EQ(bench.core.fault().cycle, 10u);
}

TEST(Fault, TheBundleWritesNoRegisterAndStartsNothing) {
  CoreBench bench;
  bench.run("smov s1, 32767\n{ smov s1, 9 ; sst s1, [3] ; vst v1, [s1] }\nhalt");
  const std::uint64_t failed = bench.core.digest();
  EXPECT_EQ(bench.core.smem().read(3), 0u);
  CoreBench other;
  other.run("smov s1, 32767\n{ smov s1, 8 ; sst s1, [3] ; vst v1, [s1] }\nhalt");
  EXPECT_EQ(failed, other.core.digest());
}

TEST(Fault, ACoreStartsAgainAfterAFault) {
  CoreBench bench;
  bench.run(kLatched + "mmul mxu0, v1\nxsum v1\nxtr v1\nsloop 5, e\ncheck 0, 1\ne: halt");
  EXPECT_EQ(bench.core.state(), CoreState::kFailed);
  bench.run("smov s1, 1\ncheck s1, 1\nhalt");
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
}

TEST(Fault, EveryIdHasATest) {
  std::set<std::string> tested = {"CORE-002", "CORE-003", "CORE-023", "CORE-024"};
  for (const Case& c : cases()) tested.insert(c.id);
  for (const CoreFaultEntry& entry : core_faults()) {
    EXPECT_TRUE(tested.count(std::string(entry.id)) == 1) << entry.id;
    EXPECT_EQ(id(entry.kind), entry.id);
    EXPECT_FALSE(entry.meaning.empty());
  }
}

}  // namespace
}  // namespace podsim::test
