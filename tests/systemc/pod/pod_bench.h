// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SYSTEMC_POD_POD_BENCH_H_
#define PODSIM_TESTS_SYSTEMC_POD_POD_BENCH_H_

#include <string>
#include <vector>

#include "firmware/asm/assembler.h"
#include "systemc/pod/pod.h"

namespace podsim::test {

/// A healthy mesh with dimension-order tables.
inline Topology mesh(int width, int height) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  return Topology(shape);
}

/// Loads X-then-Y tables, computed here: tests of the pod do not lean on sw/routing.
inline void load_dimension_order(Pod& pod) {
  const Topology& topology = pod.topology();
  for (int chip = 0; chip < topology.chips(); ++chip) {
    std::vector<std::uint8_t> entries;
    for (int to = 0; to < topology.chips(); ++to) {
      const Coordinate a = topology.coordinate(chip);
      const Coordinate b = topology.coordinate(to);
      int port = b.y > a.y ? kSouth : kNorth;
      if (b.x != a.x) port = b.x > a.x ? kEast : kWest;
      entries.push_back(static_cast<std::uint8_t>(a == b ? 0x18 : 0x08 | port));
    }
    for (int port = 0; port < kPorts; ++port) pod.load_routes(chip, port, entries);
  }
}

inline assembler::Program program(const std::string& text) {
  return assembler::assemble(text, "test.tasm");
}

/// SMEM words of a DMA descriptor of one block.
inline std::vector<std::int32_t> descriptor(int target, isa::Space from, int from_row,
                                            isa::Space to, int to_row, int rows, int send,
                                            int receive) {
  return {target,   static_cast<int>(from),
          from_row, static_cast<int>(to),
          to_row,   rows,
          1,        rows,
          rows,     send,
          receive,  -1};
}

}  // namespace podsim::test

#endif  // PODSIM_TESTS_SYSTEMC_POD_POD_BENCH_H_
