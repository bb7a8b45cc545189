// SPDX-License-Identifier: Apache-2.0
#include "firmware/diagnostics/nearest_name.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

TEST(NearestName, FindsOneEditOfEachKind) {
  const std::vector<std::string> names = {"sadd", "ssub", "smul"};
  EXPECT_EQ(nearest_name("sad", names), "sadd");    // insert
  EXPECT_EQ(nearest_name("sadde", names), "sadd");  // delete
  EXPECT_EQ(nearest_name("sxub", names), "ssub");   // replace
  EXPECT_EQ(nearest_name("smlu", names), "smul");   // swap of neighbours
}

TEST(NearestName, GivesNothingBeyondAThirdOfTheWord) {
  EXPECT_EQ(nearest_name("abc", {"axyz"}), "");
  EXPECT_EQ(nearest_name("bandwidth", {"bandwise"}), "bandwise");  // distance 2 of 9 letters
  EXPECT_EQ(nearest_name("band", {"bond-to"}), "");
}

TEST(NearestName, GivesNothingWithoutCandidates) { EXPECT_EQ(nearest_name("x", {}), ""); }

TEST(NearestName, TiesGoToTheFirst) { EXPECT_EQ(nearest_name("vab", {"vac", "vad"}), "vac"); }

TEST(NearestName, AnExactNameIsNearest) { EXPECT_EQ(nearest_name("b", {"a", "b"}), "b"); }

TEST(DidYouMean, AsksOrIsEmpty) {
  EXPECT_EQ(did_you_mean("halr", {"halt"}), "did you mean 'halt'?");
  EXPECT_EQ(did_you_mean("zzzz", {"halt"}), "");
}

}  // namespace
}  // namespace podsim
