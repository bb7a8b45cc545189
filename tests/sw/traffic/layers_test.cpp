// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/layers.h"

#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim::traffic {
namespace {

RoutingTables tables_with_layer(int layer) {
  RoutingTables tables(4);
  RouteEntry entry = RouteEntry::to_port(kEast);
  if (layer > 0) {
    entry.set_layer = true;
    entry.layer = layer;
  }
  tables.set(1, kWest, 3, entry);
  return tables;
}

TEST(VcLayers, SharesFourChannelsOutAmongTheLayersOfTheTables) {
  struct Case {
    int layer;
    int vcs;
    int shift;
  };
  for (const Case& c : {Case{0, 4, 2}, Case{1, 2, 1}, Case{2, 1, 0}, Case{3, 1, 0}}) {
    const VcLayers layers = choose_layers(0, tables_with_layer(c.layer));
    EXPECT_EQ(layers.vcs, c.vcs) << "layer " << c.layer;
    EXPECT_EQ(layers.shift, c.shift) << "layer " << c.layer;
  }
}

TEST(VcLayers, TakesWhatTheUserAsksForIfTheRoutersHaveIt) {
  EXPECT_EQ(choose_layers(1, tables_with_layer(0)).vcs, 1);
  EXPECT_EQ(choose_layers(2, tables_with_layer(0)).shift, 1);
  EXPECT_EQ(choose_layers(1, tables_with_layer(3)).vcs, 1);
  for (const auto& [asked, layer] : {std::pair{3, 0}, std::pair{4, 1}, std::pair{2, 2}}) {
    try {
      choose_layers(asked, tables_with_layer(layer));
      ADD_FAILURE() << asked << " channels of layer " << layer;
    } catch (const UserError& error) {
      EXPECT_EQ(error.id(), "TRAF-003");
    }
  }
}

}  // namespace
}  // namespace podsim::traffic
