// SPDX-License-Identifier: Apache-2.0
// Every number that can be configured for the machine is used: changing it changes the cycles or
// the result of some program. A parameter that nothing depends on would mislead whoever sets it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::test {
namespace {

using cli::ProcessResult;
using nlohmann::json;

// Documented to change no result: how often routers meet, when podsim gives up on a hang, and
// models of the router that are exact.
const std::set<std::string> kWithoutEffect{"ici.window", "ici.hang_limit", "ici.model"};

/// Settings of the link layer, which is off here: LinkFault tests show what they do.
bool is_link_setting(const std::string& key) {
  return key.rfind("link_", 0) == 0 && key != "link_latency" && key != "link_layer";
}

/// Each core's SMEM word 0 is the next core.
constexpr const char* kWorkout = R"(
[pod]
width = 2
height = 2
[run]
program = "workout.tasm"
[[load]]
space = "smem"
pattern = "core"
value = 1
count = 1
[[load]]
space = "smem"
cores = 7
values = [0]
[[load]]
space = "hbm"
type = "float32"
pattern = "random"
count = 131072
)";

/// A default of the schema, "\"450GB/s\"" or "52", times factor.
std::string scaled(const std::string& text, double factor) {
  const std::string bare = text[0] == '"' ? text.substr(1, text.size() - 2) : text;
  std::size_t digits = 0;
  const double number = std::stod(bare, &digits) * factor;
  const std::string unit = bare.substr(digits);
  if (unit.empty()) return std::to_string(static_cast<long>(number));
  return "\"" + std::to_string(number) + unit + "\"";
}

class Sensitivity : public testing::Test {
 protected:
  Sensitivity() {
    std::filesystem::copy(PODSIM_SOURCE_DIR "/tests/e2e/workout.tasm",
                          workspace.path() / "workout.tasm");
    workspace.write("workout.toml", kWorkout);
  }

  /// What the program gives; a setting that is refused is none that was tried.
  json run(std::vector<std::string> program, const std::string& setting) const {
    program.emplace_back("--json");
    if (!setting.empty()) program.insert(program.end(), {"-s", setting});
    const ProcessResult result = workspace.podsim(program);
    EXPECT_NE(result.exit_code, 2) << setting << ": " << result.err;
    return json::parse(result.out);
  }

  bool changes_something(const std::string& path, const std::string& value) {
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      if (references_.size() == i) references_.push_back(run(programs_[i], ""));
      if (run(programs_[i], path + "=" + value) != references_[i]) return true;
    }
    return false;
  }

  /// Other choices, the other boolean, or other numbers.
  bool changes_for_some_value(const std::string& path, const json& field) {
    if (field.contains("enum")) {
      const json& choices = field.at("enum");
      return std::any_of(choices.begin(), choices.end(), [&](const json& choice) {
        return changes_something(path, choice.get<std::string>());
      });
    }
    const std::string value = field.at("x-default");
    if (field.at("type") == "boolean") {
      return changes_something(path, value == "true" ? "false" : "true");
    }
    return changes_for_some_factor(path, value);
  }

  /// Sizes of queues may matter only when much smaller, latencies behind a queue only when much
  /// larger; a window longer than a link is refused.
  bool changes_for_some_factor(const std::string& path, const std::string& value) {
    const std::vector<double> factors = path == "ici.window"
                                            ? std::vector<double>{1.5, 0.5}
                                            : std::vector<double>{2, 0.5, 0.0625, 32};
    return std::any_of(factors.begin(), factors.end(), [&](double factor) {
      return changes_something(path, scaled(value, factor));
    });
  }

  cli::Workspace workspace;

 private:
  const std::vector<std::vector<std::string>> programs_{
      {"run", "workout.toml"},
      {"collective", "--mesh", "2x2", "-b", "32KiB", "-e", "32KiB"},
      {"train", "--mesh", "2x2", "--steps", "1", "--target", "0"}};
  std::vector<json> references_;
};

TEST_F(Sensitivity, EveryParameterOfTheMachineChangesSomething) {
  const ProcessResult schema = workspace.podsim({"config", "schema", "--json"});
  ASSERT_EQ(schema.exit_code, 0);
  const json tables = json::parse(schema.out).at("properties");
  std::set<std::string> unused;
  int tried = 0;
  for (const char* table : {"core", "hbm", "dma", "ici"}) {
    for (const auto& [key, field] : tables.at(table).at("properties").items()) {
      const std::string path = std::string(table) + "." + key;
      if (is_link_setting(key)) continue;
      ++tried;
      if (!changes_for_some_value(path, field)) unused.insert(path);
    }
  }
  EXPECT_EQ(unused, kWithoutEffect);
  EXPECT_GE(tried, 40);
}

/// A slower machine takes longer, and never less.
TEST_F(Sensitivity, TimeGrowsWithEveryLatencyAndWithLessBandwidth) {
  const std::vector<std::string> workout{"run", "workout.toml"};
  const auto time_of = [&](const std::string& setting) {
    return run(workout, setting).at("picoseconds").get<std::int64_t>();
  };
  const std::int64_t before = time_of("");
  for (const char* slower :
       {"core.clock_hz=\"470MHz\"", "core.memory_port_bytes=\"64B\"", "hbm.bandwidth=\"225GB/s\"",
        "hbm.refresh_time=\"520ns\"", "hbm.row_miss_latency=\"240ns\"",
        "dma.issue_latency=\"900ns\"", "dma.bursts_in_flight=2", "ici.clock=\"640.625MHz\"",
        "ici.link_latency=104", "ici.nic_send_latency=256", "ici.nic_receive_latency=256",
        "ici.nic_credit_latency=3000"})
    EXPECT_GT(time_of(slower), before) << slower;
}

}  // namespace
}  // namespace podsim::test
