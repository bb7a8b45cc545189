// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/core_parameters.h"

#include <gtest/gtest.h>

#include <set>

namespace podsim::test {
namespace {

/// Checks each field and changes it, so that a forgotten one would show.
class Checker : public FieldVisitor {
 public:
  void integer(const FieldInfo& info, std::int64_t& value) override {
    EXPECT_TRUE(names.insert(std::string(info.name)).second) << info.name;
    EXPECT_GE(static_cast<double>(value), info.minimum) << info.name;
    EXPECT_LE(static_cast<double>(value), info.maximum) << info.name;
    EXPECT_EQ(info.doc.back(), '.') << info.name;
    value = 0;
  }
  void real(const FieldInfo&, double&) override { FAIL(); }
  void boolean(const FieldInfo&, bool&) override { FAIL(); }
  void text(const FieldInfo&, std::string&) override { FAIL(); }
  void choice(const FieldInfo&, const std::vector<std::string>&, int&) override { FAIL(); }
  std::set<std::string> names;
};

TEST(CoreParameters, VisitsEveryFieldOnce) {
  CoreParameters parameters;
  Checker checker;
  parameters.visit(checker);
  EXPECT_EQ(checker.names.size(), sizeof(CoreParameters) / sizeof(std::int64_t));
  CoreParameters zeros;
  static_assert(std::is_trivially_copyable_v<CoreParameters>);
  const auto* fields = reinterpret_cast<const std::int64_t*>(&parameters);
  for (std::size_t i = 0; i < checker.names.size(); ++i) EXPECT_EQ(fields[i], 0) << i;
}

}  // namespace
}  // namespace podsim::test
