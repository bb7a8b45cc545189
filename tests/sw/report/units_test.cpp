// SPDX-License-Identifier: Apache-2.0
#include "sw/report/units.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

TEST(Units, BytesAreBinary) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1024), "1 KiB");
  EXPECT_EQ(format_bytes(16 << 20), "16 MiB");
  EXPECT_EQ(format_bytes(3 << 19), "1.5 MiB");
  EXPECT_EQ(format_bytes(407'080), "398 KiB");  // 397.54
  EXPECT_EQ(format_bytes(1ull << 50), "1 PiB");
}

TEST(Units, RatesAreDecimal) {
  EXPECT_EQ(format_rate(82e9), "82.0 GB/s");
  EXPECT_EQ(format_rate(656e9 / 8), "82.0 GB/s");
  EXPECT_EQ(format_rate(999.6e6), "1.00 GB/s");
  EXPECT_EQ(format_rate(0), "0 B/s");
  EXPECT_EQ(format_si(1.28125e9, "Hz", 6), "1.28125 GHz");
  EXPECT_EQ(format_si(-1500, "m"), "-1.50 km");
}

TEST(Units, TimesHaveFourDigits) {
  EXPECT_EQ(format_time(0), "0 ps");
  EXPECT_EQ(format_time(850), "850 ps");
  EXPECT_EQ(format_time(1'064), "1.064 ns");
  EXPECT_EQ(format_time(12'345'678), "12.35 us");
  EXPECT_EQ(format_time(999'990'000), "1.000 ms");
  EXPECT_EQ(format_time(2'500'000'000'000), "2.500 s");
}

TEST(Units, HostTimesUseMinutesAndHours) {
  EXPECT_EQ(format_duration(4.25), "4.2 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(7500), "2 h 5 min");
}

TEST(Units, CountsHaveSeparators) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(1'234'567), "1,234,567");
  EXPECT_EQ(format_percent(0.4126), "41.3 %");
}

}  // namespace
}  // namespace podsim
