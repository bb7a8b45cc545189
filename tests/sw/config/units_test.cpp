// SPDX-License-Identifier: Apache-2.0
#include "sw/config/units.h"

#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

TEST(Units, ReadsEveryKindOfQuantityExactly) {
  EXPECT_EQ(parse_quantity("8MiB", Unit::kBytes), 8388608);
  EXPECT_EQ(parse_quantity("8 MB", Unit::kBytes), 8000000);
  EXPECT_EQ(parse_quantity("940MHz", Unit::kHertz), 940000000);
  EXPECT_EQ(parse_quantity("1281.25MHz", Unit::kHertz), 1281250000);
  EXPECT_EQ(parse_quantity("40ns", Unit::kPicoseconds), 40000);
  EXPECT_EQ(parse_quantity("3.9us", Unit::kPicoseconds), 3900000);
  EXPECT_EQ(parse_quantity("70GB/s", Unit::kBytesPerSecond), 70000000000);
  EXPECT_EQ(parse_quantity("656Gb/s", Unit::kBitsPerSecond), 656000000000);
}

TEST(Units, KeepsBitsAndBytesApart) {
  EXPECT_EQ(parse_quantity("656Gb/s", Unit::kBytesPerSecond), 82000000000);
  EXPECT_EQ(parse_quantity("82GB/s", Unit::kBitsPerSecond), 656000000000);
}

TEST(Units, RefusesANumberWithoutUnitAndNamesTheUnits) {
  EXPECT_EQ(errors_of([] { parse_quantity("8", Unit::kHertz); }),
            "CFG-005 : '8' has no unit (write one of Hz, kHz, MHz, GHz)\n");
}

TEST(Units, RefusesAnUnknownUnit) {
  EXPECT_EQ(errors_of([] { parse_quantity("8Mhz", Unit::kHertz); }),
            "CFG-006 : '8Mhz' has the unknown unit 'Mhz' (units: Hz, kHz, MHz, GHz)\n");
}

TEST(Units, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "MHz", "1.2.3MHz", "--1Hz", "fast", "99999999999999999999Hz"})
    EXPECT_EQ(errors_of([&] { parse_quantity(text, Unit::kHertz); }).substr(0, 7), "CFG-006")
        << text;
}

TEST(Units, RefusesAPartOfTheBaseUnit) {
  EXPECT_EQ(errors_of([] { parse_quantity("0.5ps", Unit::kPicoseconds); }),
            "CFG-006 : '0.5ps' is not a whole number of ps ()\n");
}

TEST(Units, RefusesWhatDoesNotFit) {
  EXPECT_EQ(errors_of([] { parse_quantity("99999999999s", Unit::kPicoseconds); }),
            "CFG-007 : '99999999999s' is too large ()\n");
}

TEST(Units, WritesTheLargestFittingUnit) {
  EXPECT_EQ(format_quantity(8388608, Unit::kBytes), "8MiB");
  EXPECT_EQ(format_quantity(512, Unit::kBytes), "512B");
  EXPECT_EQ(format_quantity(1025, Unit::kBytes), "1025B");
  EXPECT_EQ(format_quantity(1281250000, Unit::kHertz), "1.28125GHz");
  EXPECT_EQ(format_quantity(450000000000, Unit::kBytesPerSecond), "450GB/s");
  EXPECT_EQ(format_quantity(0, Unit::kPicoseconds), "0ps");
  EXPECT_EQ(format_quantity(7, Unit::kIciCycles), "7");
}

TEST(Units, ReadsBackWhatItWrote) {
  for (const Unit unit : {Unit::kHertz, Unit::kPicoseconds, Unit::kBytes, Unit::kBytesPerSecond,
                          Unit::kBitsPerSecond}) {
    std::int64_t value = 1;
    for (int i = 0; i < 60; ++i, value = value * 3 / 2 + 1)
      EXPECT_EQ(parse_quantity(format_quantity(value, unit), unit), value);
  }
}

TEST(Units, WritesRealsThatTomlReadsAsReals) {
  EXPECT_EQ(format_real(1), "1.0");
  EXPECT_EQ(format_real(0.1), "0.1");
  EXPECT_EQ(format_real(1e30), "1e+30");
}

}  // namespace
}  // namespace podsim::config
