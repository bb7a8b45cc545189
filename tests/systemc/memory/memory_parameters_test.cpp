// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/memory_parameters.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

class DefaultsInRange : public FieldVisitor {
 public:
  void integer(const FieldInfo& info, std::int64_t& value) override {
    EXPECT_LE(info.minimum, static_cast<double>(value)) << info.name;
    EXPECT_GE(info.maximum, static_cast<double>(value)) << info.name;
    EXPECT_FALSE(info.doc.empty()) << info.name;
    EXPECT_TRUE(names.insert(std::string(info.name)).second) << info.name;
  }
  void real(const FieldInfo&, double&) override { ADD_FAILURE(); }
  void boolean(const FieldInfo&, bool&) override { ADD_FAILURE(); }
  void text(const FieldInfo&, std::string&) override { ADD_FAILURE(); }
  void choice(const FieldInfo&, const std::vector<std::string>&, int&) override { ADD_FAILURE(); }
  std::set<std::string> names;
};

std::string check_error(const HbmParameters& parameters) {
  try {
    parameters.check();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "HBM-001");
    return error.message();
  }
  return "none";
}

TEST(MemoryParameters, HbmVisitsEveryFieldWithADefaultInRange) {
  HbmParameters parameters;
  DefaultsInRange visitor;
  parameters.visit(visitor);
  EXPECT_EQ(visitor.names.size(), sizeof(HbmParameters) / sizeof(std::int64_t));
}

TEST(MemoryParameters, DmaVisitsEveryFieldWithADefaultInRange) {
  DmaParameters parameters;
  DefaultsInRange visitor;
  parameters.visit(visitor);
  EXPECT_EQ(visitor.names.size(), sizeof(DmaParameters) / sizeof(std::int64_t));
}

TEST(MemoryParameters, DefaultsFitTogether) { EXPECT_EQ(check_error({}), "none"); }

TEST(MemoryParameters, CountsAndSizesAreAtLeastOne) {
  HbmParameters parameters;
  parameters.channels = 0;
  EXPECT_EQ(check_error(parameters), "a bandwidth, count or size of the HBM is 0");
}

TEST(MemoryParameters, RowBufferMustHoldWholePieces) {
  HbmParameters parameters;
  parameters.row_buffer_bytes = 2000;
  EXPECT_EQ(check_error(parameters),
            "row_buffer_bytes 2000 is not a multiple of interleave_bytes 512");
}

TEST(MemoryParameters, AMissTakesAtLeastAsLongAsAHit) {
  HbmParameters parameters;
  parameters.row_miss_latency = 29'999;
  EXPECT_EQ(check_error(parameters), "row_miss_latency 29999 ps is below row_hit_latency 30000 ps");
}

TEST(MemoryParameters, ARefreshMustEndBeforeTheNext) {
  HbmParameters parameters;
  parameters.refresh_interval = 260'000;
  EXPECT_EQ(check_error(parameters),
            "refresh_time 260000 ps is not below refresh_interval 260000 ps");
  parameters.refresh_interval = 0;
  EXPECT_EQ(check_error(parameters), "none");
}

}  // namespace
}  // namespace podsim
