// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/interrupt.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace podsim::cli {
namespace {

TEST(Interrupt, IsNotRequestedByItself) {
  Interrupt interrupt;
  EXPECT_FALSE(interrupt.requested());
}

TEST(Interrupt, TakesASignalInsteadOfDying) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Interrupt interrupt;
    kill(getpid(), signal);
    EXPECT_TRUE(interrupt.requested());
    EXPECT_TRUE(interrupt.requested()) << "and remembers it";
  }
}

TEST(Interrupt, LetsTheSecondSignalEndTheProgram) {
  EXPECT_EXIT(
      {
        Interrupt interrupt;
        kill(getpid(), SIGINT);
        if (interrupt.requested()) kill(getpid(), SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace podsim::cli
