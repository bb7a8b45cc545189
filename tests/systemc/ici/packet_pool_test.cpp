// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/packet_pool.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

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

TEST(PacketPool, TakesAndGivesSeveralAtOnce) {
  PacketPool pool(2);
  std::vector<FlitData*> buffers;
  pool.take(100, buffers);
  EXPECT_EQ(std::set<FlitData*>(buffers.begin(), buffers.end()).size(), 100u);
  const std::set<FlitData*> given(buffers.begin() + 60, buffers.end());
  pool.give_back(40, buffers);
  EXPECT_EQ(buffers.size(), 60u);
  std::vector<FlitData*> again;
  pool.take(40, again);
  EXPECT_EQ(std::set<FlitData*>(again.begin(), again.end()), given);
}

TEST(PacketCache, GivesWhatItHasTooMuchBackToThePool) {
  PacketPool pool(2);
  PacketCache sender(pool);
  std::set<const FlitData*> seen;
  {
    PacketCache receiver(pool);
    for (int i = 0; i < 10'000; ++i) {  // all buffers go one way
      FlitData* buffer = sender.take();
      seen.insert(buffer);
      receiver.give_back(reinterpret_cast<std::byte*>(buffer + 1));
    }
  }
  EXPECT_LE(seen.size(), 128u);
}

}  // namespace
}  // namespace podsim::test
