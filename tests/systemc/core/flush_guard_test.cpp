// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/flush_guard.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

/// Whether the host computes with subnormals now.
bool keeps_subnormals() {
  volatile float least = 0x1p-126f;
  volatile float half = least * 0.5f;
  return half * 2 == least;
}

/// Notes it whenever it is called from within the core.
class Listener : public CoreEnvironment, public Observer {
 public:
  void start_dma(const DmaDescriptor&, Picoseconds) override { note(); }
  void send_signal(std::int32_t, std::int32_t, std::uint32_t, Picoseconds) override { note(); }
  int unread_transfers() const override {
    const_cast<Listener*>(this)->note();
    return 0;
  }
  void on_marker(const MarkerEvent&) override { note(); }
  void on_stall(const StallEvent&) override { note(); }
  void note() {
    ++calls;
    flushed += keeps_subnormals() ? 0 : 1;
  }
  int calls = 0;
  int flushed = 0;
};

TEST(FlushGuard, DoesNotLeakOutOfTheCore) {
  Listener listener;
  TensorCore core("core", CoreParameters{}, 0, listener, listener);
  core.start(bundles("sld s1, [0]\ndma s1\nrsig 1, 2, 3\nmark 1, 1\ndwait\nhalt"), 0);
  while (core.state() == CoreState::kRunning) core.run_until(kNever);
  EXPECT_EQ(core.state(), CoreState::kHalted);
  EXPECT_GE(listener.calls, 6);
  EXPECT_EQ(listener.flushed, 0);
  EXPECT_TRUE(keeps_subnormals());
}

class Thrower : public Listener {
 public:
  void on_marker(const MarkerEvent&) override { throw std::runtime_error("stop"); }
};

TEST(FlushGuard, DoesNotLeakWithAnException) {
  Thrower thrower;
  TensorCore core("core", CoreParameters{}, 0, thrower, thrower);
  core.start(bundles("mark 1, 1\nhalt"), 0);
  EXPECT_THROW(core.run_until(kNever), std::runtime_error);
  EXPECT_TRUE(keeps_subnormals());
}

TEST(FlushGuard, DoesNotLeakWithAFault) {
  CoreBench bench;
  bench.run("xpop v1");
  EXPECT_EQ(bench.core.state(), CoreState::kFailed);
  EXPECT_TRUE(keeps_subnormals());
}

TEST(FlushGuard, FlushesWhileItLives) {
  {
    const FlushGuard guard;
    EXPECT_EQ(keeps_subnormals(), !kHostFlushes);
    {
      const NormalGuard normal;
      EXPECT_TRUE(keeps_subnormals());
    }
    EXPECT_EQ(keeps_subnormals(), !kHostFlushes);
  }
  EXPECT_TRUE(keeps_subnormals());
}

}  // namespace
}  // namespace podsim::test
