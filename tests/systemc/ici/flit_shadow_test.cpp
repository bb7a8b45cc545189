// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/flit_shadow.h"

#include <gtest/gtest.h>

#include "systemc/ici/packet.h"

namespace podsim::test {
namespace {

using Buffer = std::array<FlitData, 4>;

/// A packet of four flits whose head word is `id`.
Buffer packet(std::uint64_t id) {
  Buffer buffer{};
  buffer[0][0] = id;
  return buffer;
}

void enter(FlitShadow& shadow, unsigned port, std::uint8_t vc, const Buffer& buffer) {
  for_each_flit_of(packet_train(buffer.data(), 4, vc),
                   [&](const Flit& flit) { shadow.enter(port, flit); });
}

/// Takes `flits` flits of a packet out and gives back their handles.
std::vector<const FlitData*> leave(FlitShadow& shadow, unsigned port, std::uint8_t vc,
                                   const Buffer& buffer) {
  std::vector<const FlitData*> data;
  for_each_flit_of(packet_train(buffer.data(), 4, vc), [&](Flit flit) {
    flit.data = nullptr;
    data.push_back(shadow.leave(port, flit).value_or(nullptr));
  });
  return data;
}

std::vector<const FlitData*> handles(const Buffer& buffer) {
  return {&buffer[0], &buffer[1], &buffer[2], &buffer[3]};
}

TEST(FlitShadow, FindsTheInputOfAPacketByItsHead) {
  const Buffer a = packet(1);
  const Buffer b = packet(2);
  FlitShadow shadow;
  enter(shadow, 0, 0, a);
  enter(shadow, 3, 1, b);
  EXPECT_EQ(leave(shadow, 5, 1, b), handles(b));
  EXPECT_EQ(leave(shadow, 5, 0, a), handles(a));
}

TEST(FlitShadow, KeepsTheOrderOfAnInput) {
  const Buffer a = packet(1);
  const Buffer b = packet(2);
  FlitShadow shadow;
  enter(shadow, 2, 0, a);
  enter(shadow, 2, 0, b);
  EXPECT_EQ(leave(shadow, 4, 0, a), handles(a));
  EXPECT_EQ(leave(shadow, 6, 0, b), handles(b));
}

TEST(FlitShadow, ForgetsPacketsThatTheRouterDropped) {
  const Buffer dropped = packet(1);
  const Buffer next = packet(2);
  FlitShadow shadow;
  enter(shadow, 2, 0, dropped);
  enter(shadow, 2, 0, next);
  EXPECT_EQ(leave(shadow, 4, 0, next), handles(next));
}

TEST(FlitShadow, KnowsNothingOfAPacketThatNeverWentIn) {
  FlitShadow shadow;
  enter(shadow, 0, 0, packet(1));
  Flit stranger;
  stranger.head = true;
  stranger.head_word = 99;
  EXPECT_EQ(shadow.leave(4, stranger), std::nullopt);
}

}  // namespace
}  // namespace podsim::test
