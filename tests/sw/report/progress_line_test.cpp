// SPDX-License-Identifier: Apache-2.0
#include "sw/report/progress_line.h"

#include <gtest/gtest.h>

#include <sstream>

namespace podsim {
namespace {

class ProgressLineTest : public testing::Test {
 protected:
  void wait(int milliseconds) { now_ += std::chrono::milliseconds(milliseconds); }
  std::string take() {
    const std::string text = out_.str();
    out_.str("");
    return text;
  }
  std::ostringstream out_;
  ProgressLine::TimePoint now_;
  std::function<ProgressLine::TimePoint()> clock_ = [this] { return now_; };
};

TEST_F(ProgressLineTest, SaysNothingUnlessEnabled) {
  {
    ProgressLine line(out_, false, "training", clock_);
    line.update(1, 2);
    line.clear();
  }
  EXPECT_EQ(take(), "");
}

TEST_F(ProgressLineTest, ShowsShareDetailAndTimeLeft) {
  ProgressLine line(out_, true, "training", clock_);
  line.update(0, 100);
  EXPECT_EQ(take(), "\r\x1b[Ktraining  [                    ]   0 %");
  wait(10'000);
  line.update(25, 100, "step 25/100");
  EXPECT_EQ(take(), "\r\x1b[Ktraining  [=====               ]  25 %  step 25/100  ETA 30.0 s");
}

TEST_F(ProgressLineTest, IsRateLimited) {
  ProgressLine line(out_, true, "run", clock_);
  line.update(1, 100);
  EXPECT_NE(take(), "");
  wait(99);
  line.update(2, 100);
  EXPECT_EQ(take(), "");
  wait(1);
  line.update(3, 100);
  EXPECT_NE(take(), "");
}

TEST_F(ProgressLineTest, ErasesItself) {
  {
    ProgressLine line(out_, true, "run", clock_);
    line.update(1, 100);
    take();
    line.clear();
    EXPECT_EQ(take(), "\r\x1b[K");
    line.clear();
    EXPECT_EQ(take(), "");
    wait(200);
    line.update(2, 0);
    take();
  }
  EXPECT_EQ(take(), "\r\x1b[K");
}

}  // namespace
}  // namespace podsim
