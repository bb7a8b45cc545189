// SPDX-License-Identifier: Apache-2.0
// Route tables written as memories and over the configuration port are the same.
#include <gtest/gtest.h>

#include <random>

#include "VIciRouterHandle.h"
#include "VIciRouterHandle___024root.h"
#include "VIciRouterLinkTraced.h"
#include "VIciRouterLinkTraced___024root.h"
#include "cell_bench.h"
#include "rtl/ici_csr.h"
#include "systemc/ici/router_rtl_tables.h"

namespace podsim::rtl_test {
namespace {

template <class Model>
std::uint32_t access(CellBench<Model>& router, bool write, unsigned address, unsigned data) {
  router->csr_valid_i = 1;
  router->csr_write_i = write;
  router->csr_addr_i = address;
  router->csr_wdata_i = data;
  router.edge();
  router->csr_valid_i = 0;
  router.edge();
  return router->csr_rdata_o;
}

// Catches: tables of ports mixed up, an entry at another place, a table of the other hierarchy.
template <class Model, bool kLinkLayer>
void compare_paths() {
  CellBench<Model> router;
  router->rst_i = 1;
  for (int i = 0; i < 3; ++i) router.edge();
  router->rst_i = 0;
  router.edge();
  const unsigned entries = access(router, false, ici_csr::kTableEntries, 0);
  ASSERT_GE(entries, 1024U);
  std::mt19937 random(3);
  std::array<std::vector<std::uint8_t>, ici_csr::kPorts> want;
  for (unsigned port = 0; port < ici_csr::kPorts; ++port) {
    want[port].resize(entries);
    for (unsigned to = 0; to < entries; ++to) {
      want[port][to] = static_cast<std::uint8_t>(random());
      if (to % 2 == 0) {
        poke_route<kLinkLayer>(*router.operator->(), port, to, want[port][to]);
      } else {
        access(router, true, ici_csr::table(port, to), want[port][to]);
      }
    }
    poke_route<kLinkLayer>(*router.operator->(), port, entries, 0xaa);  // past the end
  }
  for (unsigned port = 0; port < ici_csr::kPorts; ++port) {
    for (unsigned to = 0; to < entries; ++to) {
      ASSERT_EQ(access(router, false, ici_csr::table(port, to), 0), want[port][to])
          << "port " << port << ", destination " << to;
    }
    with_route_table<kLinkLayer>(*router.operator->(), port, [&](const auto& table) {
      ASSERT_TRUE(
          std::equal(std::begin(table), std::end(table), want[port].begin(), want[port].end()));
    });
  }
}

TEST(RouteTables, AreTheSameByBothPaths) { compare_paths<VIciRouterHandle, false>(); }
TEST(RouteTables, AreTheSameByBothPathsWithLinkLayer) {
  compare_paths<VIciRouterLinkTraced, true>();
}

}  // namespace
}  // namespace podsim::rtl_test
