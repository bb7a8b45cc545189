// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/packet_pool.h"

#include <gtest/gtest.h>

#include <set>

namespace podsim::test {
namespace {

TEST(PacketPool, GivesBuffersThatDoNotOverlap) {
  PacketPool pool(9);
  std::set<const FlitData*> starts;
  for (int i = 0; i < 200; ++i) {
    FlitData* buffer = pool.take();
    for (int flit = 0; flit < pool.flits(); ++flit) {
      EXPECT_TRUE(starts.insert(buffer + flit).second);
    }
  }
}

TEST(PacketPool, ReusesWhatWasGivenBack) {
  PacketPool pool(2);
  const FlitData* first = pool.take();
  pool.give_back(first);
  EXPECT_EQ(pool.take(), first);
}

}  // namespace
}  // namespace podsim::test
