// SPDX-License-Identifier: Apache-2.0
#include "sw/report/progress_meter.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

class ProgressMeterTest : public testing::Test {
 protected:
  void wait(int milliseconds) { now_ += std::chrono::milliseconds(milliseconds); }
  ProgressMeter::TimePoint now_;
  ProgressMeter meter_{"training", [this] { return now_; }};
};

TEST_F(ProgressMeterTest, ShowsShareDetailAndTimeLeft) {
  EXPECT_EQ(meter_.update(0, 100), "training  [                    ]   0 %");
  wait(10'000);
  EXPECT_EQ(meter_.update(25, 100, "step 25/100"),
            "training  [=====               ]  25 %  step 25/100  ETA 30.0 s");
}

TEST_F(ProgressMeterTest, IsRateLimited) {
  EXPECT_TRUE(meter_.update(1, 100));
  wait(99);
  EXPECT_FALSE(meter_.update(2, 100));
  wait(1);
  EXPECT_TRUE(meter_.update(3, 100));
}

TEST_F(ProgressMeterTest, BearsTotalsThatMakeNoSense) {
  EXPECT_EQ(meter_.update(5, 0), "training  [                    ]   0 %");
  wait(2'000);
  EXPECT_EQ(meter_.update(7, 5), "training  [====================] 100 %");
}

}  // namespace
}  // namespace podsim
