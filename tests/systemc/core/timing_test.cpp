// SPDX-License-Identifier: Apache-2.0
// Cycle counts computed by hand from the default parameters: bundle i of a program without stalls
// issues at cycle i, so the halt's cycle tells all stalls before it.
#include <gtest/gtest.h>

#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

struct Stalls {
  StallCause cause;
  std::uint64_t cycles;
};

struct Case {
  const char* name;
  const char* source;
  Cycle halt;
  std::vector<Stalls> stalls;
};

class Timing : public testing::TestWithParam<Case> {};

TEST_P(Timing, IsAsComputedByHand) {
  CoreBench bench;
  bench.run(GetParam().source);
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  EXPECT_EQ(bench.core.cycle(), GetParam().halt);
  std::uint64_t expected_total = 0;
  for (const Stalls& s : GetParam().stalls) {
    EXPECT_EQ(bench.stalls(s.cause), s.cycles) << name(s.cause);
    expected_total += s.cycles;
  }
  std::uint64_t total = 0;
  for (const std::uint64_t cycles : bench.core.counters().stall_cycles) total += cycles;
  EXPECT_EQ(total, expected_total);
  EXPECT_EQ(bench.core.counters().bundles + total, bench.core.cycle() + 1);
}

std::string name_of(const testing::TestParamInfo<Case>& info) { return info.param.name; }

using C = StallCause;

// Latencies: scalar 1, multiply 3, load 3, branch 4, vector 2, multiply 4, transcendental 12,
// vector load 4, XLU 24, transpose 128; MXU interval 8, latency 128, weights 8, FIFO 4.
const Case kCases[] = {
    {"Straight", "smov s1, 1\nsadd s1, s1, 1\nsadd s1, s1, 1\nhalt", 3, {}},
    {"ScalarMultiply", "smul s1, s2, s3\nsadd s4, s1, 1\nhalt", 4, {{C::kScalarHazard, 2}}},
    {"ScalarLoad", "sld s1, [0]\nsnop\nsadd s4, s1, 1\nhalt", 4, {{C::kScalarHazard, 1}}},
    {"ScalarWriteAfterWrite", "smul s1, s2, s3\nsmov s1, 1\nhalt", 4, {{C::kScalarHazard, 2}}},
    {"ScalarUsedByLoad", "sld s1, [0]\nvld v1, [s1]\nhalt", 4, {{C::kScalarHazard, 2}}},
    {"Vector", "vaddi v1, v2, v3\nvst v1, [0]\nhalt", 3, {{C::kVectorHazard, 1}}},
    {"VectorMultiply", "vmulf v1, v2, v3\nvaddf v1, v1, v1\nhalt", 5, {{C::kVectorHazard, 3}}},
    {"Transcendental", "vexp v1, v2\nvaddf v4, v1, v1\nhalt", 13, {{C::kVectorHazard, 11}}},
    {"VectorLoad", "vld v1, [0]\nvaddf v4, v1, v1\nhalt", 5, {{C::kVectorHazard, 3}}},
    {"Mask", "vcltf m1, v1, v2\nvsel v1, v2, v3, m1\nhalt", 3, {{C::kVectorHazard, 1}}},
    {"ScalarBeforeVector",
     "{ smul s1, s2, s3 ; vmulf v1, v2, v3 }\nvst v1, [s1]\nhalt",
     5,
     {{C::kScalarHazard, 2}, {C::kVectorHazard, 1}}},
    {"Branch", "sbr next\nsnop\nnext: halt", 5, {{C::kBranch, 4}}},
    {"BranchNotTaken", "sbnz s1, next\nsnop\nnext: halt", 2, {}},
    {"CallAndReturn", "scall s1, sub\nhalt\nsub: sret s1", 10, {{C::kBranch, 8}}},
    // sloop, 5 rounds of two bundles, halt: no cost for the jumps back.
    {"Loop", "sloop 5, end\nsadd s1, s1, 1\nsadd s2, s2, 1\nend: halt", 11, {}},
    {"LoopSkipped", "sloop 0, end\nsadd s1, s1, 1\nend: halt", 5, {{C::kBranch, 4}}},
    {"Delay", "delay 10\nhalt", 11, {{C::kDelay, 10}}},
    {"DelayNone", "delay 0\nhalt", 1, {}},
    // Both begin at cycle 1: 4 cycles of refill, then 6 of the delay are left.
    {"DelayBehindBranch",
     "{ delay 10 ; sbr next }\nnext: halt",
     11,
     {{C::kBranch, 4}, {C::kDelay, 6}}},
    {"Reduction", "xsum v1\nxpop v2\nhalt", 25, {{C::kXluWait, 23}}},
    // Results at 24 and 25; both pops wait for the first one only.
    {"ReductionsFollow", "xsum v1\nxsum v1\nxpop v2\nxpop v3\nhalt", 26, {{C::kXluWait, 22}}},
    // xtrl at 1: results from 129 on, one a cycle; 16 pops at 129..144.
    {"Transpose", "xtr v1\nxtrl v1\nsloop 16, end\nxpop v2\nend: halt", 145, {{C::kXluWait, 126}}},
    // The rotation queued behind a transpose leaves after its 16 results: 129..144, so 145.
    {"RotateBehindTranspose",
     "xtr v1\nxtrl v1\nxrot v1, 1\nsloop 17, end\nxpop v2\nend: halt",
     146,
     {{C::kXluWait, 125}}},
    // mwl at 0 shifts in 0..8: the latch is at 8, so the product starts at 8 and is ready at 136.
    {"Product",
     "mwl mxu0, v1\nmlatch mxu0\nmmul mxu0, v1\nmpop v2, mxu0\nhalt",
     137,
     {{C::kResultWait, 133}}},
    // Pushes 0..3 at cycles 1..4 start at 1, 9, 17, 25, and push j at 1 + 8 j. The FIFO of 4 takes
    // push 4 at 5 (push 0 has started), push 5 at 9, push 6 at 17, push 7 at 25. All has shifted in
    // at 65: the product starts there and is ready at 193; the pop has waited since 28.
    {"WeightFifo",
     "sloop 8, end\nmwl mxu0, v1\nend: mlatch mxu0\nmmul mxu0, v1\nmpop v2, mxu0\nhalt",
     194,
     {{C::kMxuFull, 3 + 7 + 7}, {C::kResultWait, 193 - 28}}},
    // Products start at 8, 16, ... 48. The first four issue at 2..5, the fifth at 8 when the first
    // starts, the sixth at 16. Results at 136, 144, ... 176: the pops wait from 17 on, then 7 each.
    {"ProductFifo",
     "mwl mxu0, v1\nmlatch mxu0\nmmul mxu0, v1\nmmul mxu0, v1\nmmul mxu0, v1\nmmul mxu0, v1\n"
     "mmul mxu0, v1\nmmul mxu0, v1\nsloop 6, end\nmpop v2, mxu0\nend: halt",
     177,
     {{C::kMxuFull, 2 + 7}, {C::kResultWait, 136 - 18 + 5 * 7}}},
    // The latch waits for the product before it to start (8) and for its weights (mwl at 3: shifts
    // in 8..16): latch at 16, so the second product starts at 16 and is ready at 144.
    {"LatchBehindProduct",
     "mwl mxu0, v1\nmlatch mxu0\nmmul mxu0, v1\nmwl mxu0, v1\nmlatch mxu0\nmmul mxu0, v1\n"
     "mpop v2, mxu0\nmpop v3, mxu0\nhalt",
     145,
     {{C::kResultWait, 130 + 7}}},
    // Two units side by side: products at 8 and at 11.
    {"TwoUnits",
     "mwl mxu0, v1\nmlatch mxu0\nmmul mxu0, v1\nmwl mxu1, v1\nmlatch mxu1\nmmul mxu1, v1\n"
     "mpop v2, mxu0\nmpop v3, mxu1\nhalt",
     140,
     {{C::kResultWait, 130 + 2}}},
    {"WaitSatisfied", "sig 3, 2\nwait 3, 2\nhalt", 2, {}},
};

INSTANTIATE_TEST_SUITE_P(ByHand, Timing, testing::ValuesIn(kCases), name_of);

TEST(TimingEvents, AStallNamesItsBundleAndCycles) {
  CoreBench bench;
  bench.run("smul s1, s2, s3\nsadd s4, s1, 1\nsbr end\nend: halt");
  ASSERT_EQ(bench.stall_events.size(), 2u);
  const StallEvent& hazard = bench.stall_events[0];
  EXPECT_EQ(hazard.core, 6);
  EXPECT_EQ(hazard.cause, StallCause::kScalarHazard);
  EXPECT_EQ(hazard.from, 1u);
  EXPECT_EQ(hazard.to, 3u);
  EXPECT_EQ(hazard.bundle, 1u);
  const StallEvent& branch = bench.stall_events[1];
  EXPECT_EQ(branch.from, 5u);
  EXPECT_EQ(branch.to, 9u);
  EXPECT_EQ(branch.bundle, 3u);
}

TEST(TimingEvents, ACoreStartsAtAnEdge) {
  CoreBench bench;
  bench.core.start(bundles("scyc s1\nsst s1, [0]\nhalt"), 2000);  // edges at 0, 1064, 2128
  EXPECT_EQ(bench.core.next_time(), 2128u);
  bench.run();
  EXPECT_EQ(bench.core.smem().read(0), 2u);
  EXPECT_EQ(bench.core.cycle(), 4u);
}

TEST(TimingEvents, RunUntilStopsBeforeItsLimit) {
  CoreBench bench;
  bench.start("snop\nsmul s1, s1, s1\nsmov s2, s1\nhalt");
  bench.core.run_until(1064);
  EXPECT_EQ(bench.core.counters().bundles, 1u);
  bench.core.run_until(1065);
  EXPECT_EQ(bench.core.counters().bundles, 2u);
  EXPECT_EQ(bench.core.next_time(), 4256u);  // cycle 4: the product
  bench.core.run_until(4256);
  EXPECT_EQ(bench.core.counters().bundles, 2u);
  EXPECT_EQ(bench.stalls(StallCause::kScalarHazard), 0u);
  bench.core.run_until(4257);
  EXPECT_EQ(bench.core.counters().bundles, 3u);
  bench.core.run_until(kNever);
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
  EXPECT_EQ(bench.core.next_time(), kNever);
}

TEST(TimingEvents, ParametersSetTheLatencies) {
  CoreParameters parameters;
  parameters.scalar_latency = 5;
  parameters.branch_penalty = 0;
  CoreBench bench(parameters);
  bench.run("smov s1, 1\nsadd s1, s1, 1\nsbr end\nsnop\nend: halt");
  EXPECT_EQ(bench.core.cycle(), 7u);
  EXPECT_EQ(bench.stalls(StallCause::kScalarHazard), 4u);
}

TEST(TimingEvents, CountersCountOperations) {
  CoreBench bench;
  bench.run("{ smov s1, 1 ; smov s2, 2 ; vmov v1, v2 ; vld v3, [0] ; vst v4, [8] }\nhalt");
  const CoreCounters& c = bench.core.counters();
  EXPECT_EQ(c.bundles, 2u);
  EXPECT_EQ(c.scalar_ops, 2u);
  EXPECT_EQ(c.vector_ops, 1u);
  EXPECT_EQ(c.loads, 1u);
  EXPECT_EQ(c.stores, 1u);
}

}  // namespace
}  // namespace podsim::test
