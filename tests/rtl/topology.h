// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_TOPOLOGY_H_
#define PODSIM_TESTS_RTL_TOPOLOGY_H_

#include <memory>
#include <string>

#include "network_bench.h"

namespace podsim::rtl_test {

enum LinkPort : unsigned { kNorth, kEast, kSouth, kWest };

/// Rows x columns of routers. Wrapped dimensions of size 2 have doubled links: both ports of the
/// dimension lead to the same neighbour.
struct Topology {
  unsigned columns = 1;
  unsigned rows = 1;
  bool wrap_columns = false;  ///< east of the last column is the first
  bool wrap_rows = false;     ///< south of the last row is the first

  unsigned nodes() const { return columns * rows; }
  std::string name() const;
};

/// The network of a topology, links enabled, tables loaded with routes along columns, then rows
/// (x before y). A doubled link takes the packets of odd sources over east and south, those of even
/// ones over west and north. `flight` cycles a link.
std::unique_ptr<NetworkBench> make_network(const Topology& topology, Variant variant,
                                           unsigned flight, unsigned seed);

/// Random packets of 1 to `longest` flits from every lane to every node and lane.
void send_random(NetworkBench& network, unsigned packets_a_lane, unsigned longest, unsigned vcs,
                 unsigned seed);

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_TOPOLOGY_H_
