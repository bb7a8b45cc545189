// SPDX-License-Identifier: Apache-2.0
// The form of `podsim bench fabric`, on tiny fabrics; its times are for people to judge.
#include "sw/bench/bench_fabric.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "systemc/ici/router_model.h"

namespace podsim::bench {
namespace {

std::vector<Figure> tiny() {
  BenchOptions options;
  options.seconds = 1e-4;
  FabricSizes sizes;
  sizes.small = 2;
  sizes.busy = 3;
  sizes.busy_large = 4;
  sizes.neighbour = 3;
  sizes.neighbour_large = 4;
  return bench_fabric(options, sizes);
}

TEST(BenchFabric, MeasuresEveryModelInTheSameWay) {
  const std::vector<Figure> figures = tiny();
  std::map<std::string, std::set<std::string>> by_model;
  for (const Figure& figure : figures) {
    EXPECT_GT(figure.value, 0) << figure.group << ": " << figure.name;
    EXPECT_FALSE(figure.unit.empty()) << figure.name;
    EXPECT_GT(figure.chips, 0) << figure.name;
    by_model[figure.group].insert(figure.name);
  }
  for (const std::string& model : router_model_names()) {
    if (model == "lockstep") continue;
    for (const char* name :
         {"memory of a router, tables and buffers included",
          "mesh, uniform, 4-flit packets, load 0.05", "mesh, uniform, 4-flit packets, load 0.4",
          "torus, neighbour, 4-flit packets, load 0.4", "torus, idle",
          "torus, all eight ports busy", "one thread's time over that of two, load 0.4"}) {
      EXPECT_EQ(by_model[model].count(name), 1u) << model << ": " << name;
    }
  }
  EXPECT_EQ(by_model["rtl-handle"].count("fabric over the bare class"), 1u);
}

TEST(BenchFabric, IsShownAsATableAndAsJson) {
  const std::vector<Figure> figures = {{"cycle", "torus, idle", 64, 0.25, "ns"}};
  EXPECT_NE(to_table(figures).find("cycle      torus, idle"), std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(to_json(figures));
  EXPECT_EQ(json.at("figures")[0].at("value"), 0.25);
  EXPECT_EQ(json.at("figures")[0].at("unit"), "ns");
}

}  // namespace
}  // namespace podsim::bench
