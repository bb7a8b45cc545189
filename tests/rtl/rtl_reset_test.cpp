// SPDX-License-Identifier: Apache-2.0
// When the clock starts and when reset ends must not matter.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "VIciRouterLinkShallow4.h"
#include "VIciRouterNarrow4.h"

namespace podsim::rtl_test {
namespace {

enum class Release {
  kAfterRise,   ///< a quarter cycle after a rising edge
  kWithFall,    ///< together with the falling edge
  kAfterFall,   ///< a quarter cycle after it
  kBeforeRise,  ///< after evaluations at rest, just before the rising edge
};

template <class Model>
class Start {
 public:
  /// Everything that the outputs show in 400 cycles of random flits into one lane after reset.
  std::string run(bool clock_high, Release release, int reset_cycles) {
    model_.clk_i = clock_high;  // high: Verilator sees an edge at time 0
    model_.rst_i = 1;
    model_.eval();
    for (int i = 0; i < reset_cycles; ++i) cycle();
    end_reset(release);
    model_.clk_i = 1;
    model_.eval();
    std::string seen;
    std::mt19937 random(2);
    unsigned credits = 4;
    for (int i = 0; i < 400; ++i) {
      const bool load = i < 64;
      model_.csr_valid_i = model_.csr_write_i = load;
      model_.csr_addr_i = 0x7000 + i;
      model_.csr_wdata_i = 0x18;  // deliver to the lane that the head names
      const bool send = i > 80 && credits > 0 && random() % 2 != 0;
      model_.flit_valid_i = send ? 0x10 : 0;
      model_.flit_head_i = model_.flit_tail_i = 0x10;
      model_.flit_data_i[8] = random() % 64 | random() % 4 << 16;
      if (send) --credits;
      cycle();
      credits += model_.credit_o >> 16 & 1;
      seen += std::to_string(model_.flit_valid_o) + (model_.busy_o ? "b" : "i") +
              (model_.error_o ? "e" : "-") + std::to_string(model_.credit_o >> 16) + " ";
    }
    return seen;
  }

 private:
  void cycle() {
    model_.clk_i = 0;
    model_.eval();
    model_.clk_i = 1;
    model_.eval();
  }
  void end_reset(Release release) {
    if (release == Release::kAfterRise) {
      model_.rst_i = 0;
      model_.eval();
    }
    if (release == Release::kWithFall) model_.rst_i = 0;
    model_.clk_i = 0;
    model_.eval();
    if (release == Release::kBeforeRise) model_.eval();
    model_.rst_i = 0;
    if (release != Release::kBeforeRise) model_.eval();
  }

  VerilatedContext context_;
  Model model_{&context_};
};

template <class Model>
void compare() {
  const std::string want = Start<Model>().run(false, Release::kAfterFall, 3);
  // Lane 0 alone, or while the links train.
  EXPECT_TRUE(want.find("16b") != std::string::npos || want.find("31b") != std::string::npos)
      << "no flit came out: the test shows nothing";
  for (const bool clock_high : {false, true}) {
    for (const Release release :
         {Release::kAfterRise, Release::kWithFall, Release::kAfterFall, Release::kBeforeRise}) {
      for (const int cycles : {1, 2, 5}) {
        ASSERT_EQ(Start<Model>().run(clock_high, release, cycles), want)
            << "clock starts " << (clock_high ? "high" : "low") << ", release "
            << static_cast<int>(release) << ", reset for " << cycles;
      }
    }
  }
}

// FC-02, FC-19. Catches: a register without reset that matters, logic that reacts to the edge at
// time 0, an asynchronous reset. (A release at the rising edge itself is a race by definition: all
// harnesses set inputs while the clock is low.)
TEST(ResetRelease, AnyPhaseAndClockStartGiveTheSameRun) { compare<VIciRouterNarrow4>(); }
TEST(ResetRelease, AnyPhaseAndClockStartGiveTheSameRunWithLinkLayer) {
  compare<VIciRouterLinkShallow4>();
}

}  // namespace
}  // namespace podsim::rtl_test
