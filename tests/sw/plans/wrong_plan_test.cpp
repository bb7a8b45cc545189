// SPDX-License-Identifier: Apache-2.0
// Plans with one thing wrong each: every one is refused before it runs, with the right reason.
#include <gtest/gtest.h>

#include <functional>

#include "sw/plans/catalogue.h"
#include "sw/plans/check.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::Algorithm;
using plans::Plan;
using plans::Primitive;

Plan right_plan(Algorithm algorithm) {
  plans::PlanRequest request;
  request.algorithm = algorithm;
  request.size.rows = 64;
  request.cut = {4, 2};
  return make_plan(pod_of(4, 4, true, true), request);
}

/// The first primitive of a core that receives and sends.
Primitive& middle(Plan& plan, std::size_t core = 3) {
  for (Primitive& primitive : plan.cores[core].primitives) {
    if (!primitive.receive.empty() && !primitive.send.empty()) return primitive;
  }
  throw std::logic_error("no such primitive");
}
/// The first primitive of a core that stores what it has reduced.
Primitive& last(Plan& plan, std::size_t core = 3) {
  for (Primitive& primitive : plan.cores[core].primitives) {
    if (primitive.store && !primitive.receive.empty()) return primitive;
  }
  throw std::logic_error("no such primitive");
}

struct WrongPlan {
  const char* name;
  const char* id;
  std::function<void(Plan&)> spoil;
  Algorithm algorithm = Algorithm::k2d;
};
void PrintTo(const WrongPlan& wrong, std::ostream* out) { *out << wrong.name; }

class Wrong : public testing::TestWithParam<WrongPlan> {};

TEST_P(Wrong, IsRefused) {
  const WrongPlan& wrong = GetParam();
  const Topology topology = pod_of(4, 4, true, true);
  Plan plan = right_plan(wrong.algorithm);
  EXPECT_TRUE(plans::check_plan(plan, topology).faults.empty()) << "before it was spoilt";
  wrong.spoil(plan);
  const std::vector<PlanFault> faults = plans::check_plan(plan, topology).faults;
  ASSERT_FALSE(faults.empty());
  EXPECT_EQ(faults.front().id, wrong.id) << faults.front().text;
  EXPECT_FALSE(faults.front().text.empty());
}

const WrongPlan kWrongPlans[] = {
    {"AConnectionToADeadCore", "COLL-021", [](Plan& p) { p.connections[3].to = 99; }},
    {"AConnectionToItself", "COLL-021",
     [](Plan& p) { p.connections[3].to = p.connections[3].from; }},
    {"NoWindow", "COLL-020", [](Plan& p) { p.connections[5].window = 0; }},
    {"ALaneThatIsNotThere", "COLL-020", [](Plan& p) { p.connections[5].lane = 4; }},
    {"AReceiverLaneThatIsNotThere", "COLL-020", [](Plan& p) { p.connections[5].target_lane = -1; }},
    {"APhaseThatIsNotThere", "COLL-020", [](Plan& p) { p.connections[5].phase = 9; }},
    {"ChunksOfNoRows", "COLL-020", [](Plan& p) { middle(p).chunk_rows = 0; }},
    {"AWalkOfOtherLength", "COLL-020", [](Plan& p) { middle(p).walk.inner += 1; }},
    {"OverlappingBursts", "COLL-020",
     [](Plan& p) {
       middle(p).when.rounds = 2;
       middle(p).when.period = 1;
       middle(p).walk.outer *= 2;
     }},
    {"ChunksOfAnotherSize", "COLL-023", [](Plan& p) { middle(p).chunk_rows *= 2; }},
    {"SendingOnAnothersConnection", "COLL-023",
     [](Plan& p) { middle(p).send = middle(p, 8).send; }},
    {"AChunkTooFew", "COLL-023",
     [](Plan& p) {
       middle(p).when.burst -= 1;
       middle(p).walk.inner = middle(p).when.burst;
       middle(p).walk.middle = 1;
     }},
    {"NobodyReceives", "COLL-023",
     [](Plan& p) { p.cores[3].primitives.erase(p.cores[3].primitives.begin() + 2); }},
    {"NothingComesIn", "COLL-028",
     [](Plan& p) {
       for (Primitive& primitive : p.cores[3].primitives) {
         if (primitive.receive.empty()) primitive.own = false;
       }
     }},
    {"RowsBehindTheBuffer", "COLL-028", [](Plan& p) { middle(p).walk.first += p.buffer_rows; }},
    {"ATargetOutside", "COLL-028", [](Plan& p) { last(p).target_shift += 1000; }},
    {"AReductionOfWhatIsPlaced", "COLL-028",
     [](Plan& p) {
       for (Primitive& primitive : p.cores[3].primitives) {
         if (!primitive.own) primitive.own = true;
       }
     }},
    {"AWindowThatLetsAllWait", "COLL-024",
     [](Plan& p) {
       for (plans::Connection& connection : p.connections) connection.window = 1;
     }},
    {"ReceivingBeforeAnybodySends", "COLL-024",
     [](Plan& p) {
       for (plans::CorePlan& core : p.cores) {
         for (Primitive& primitive : core.primitives) {
           if (primitive.own && primitive.receive.empty()) primitive.when.start += 50;
         }
       }
     }},
    {"TheWrongShard", "COLL-026", [](Plan& p) { middle(p).walk.first += middle(p).chunk_rows; }},
    {"AResultInTheWrongPlace", "COLL-026",
     [](Plan& p) { last(p).target_shift += last(p).chunk_rows; }},
    {"AContributionLeftOut", "COLL-026", [](Plan& p) { p.groups[0].push_back(p.groups[1][0]); }},
    {"AResultThatIsNotStored", "COLL-026", [](Plan& p) { last(p).store = false; }},
    {"StepsInTheWrongOrder", "COLL-026",
     [](Plan& p) { std::swap(middle(p).walk.first, last(p).walk.first); }},
};

INSTANTIATE_TEST_SUITE_P(Plan, Wrong, testing::ValuesIn(kWrongPlans),
                         [](const auto& wrong) { return wrong.param.name; });

}  // namespace
}  // namespace podsim::test
