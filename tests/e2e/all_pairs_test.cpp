// SPDX-License-Identifier: Apache-2.0
// The smallest meshes and tori, where a port map or a wrap link that is wrong shows first: every
// core writes a row into every core, itself included.
#include <gtest/gtest.h>

#include <numeric>

#include "firmware/asm/assembler.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/load_routes.h"
#include "sw/routing/trace_route.h"
#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

constexpr int kVmem = static_cast<int>(isa::Space::kVmem);
constexpr int kOwnRow = 4096;

/// Word 4095 of SMEM: number of cores n. Descriptors from word 0 on, 12 words each.
constexpr const char* kProgram = R"(
    sld s1, [4095]
    smov s2, 0
    sloop s1, sent
    dma s2
    sadd s2, s2, 12
sent:
    smul s3, s1, 512
    wait 1, s3
    dwait
    halt
)";

/// A row that tells who sent it.
std::vector<std::int32_t> row_of(int core) {
  std::vector<std::int32_t> row(isa::kLanes);
  std::iota(row.begin(), row.end(), 1000 * (core + 1));
  return row;
}

/// Core c writes its row into row c of core 0, 1, ... n - 1.
void load(Pod& pod, int cores) {
  for (int core = 0; core < cores; ++core) {
    pod.write_vmem(core, kOwnRow, row_of(core).data(), isa::kRowBytes);
    for (int to = 0; to < cores; ++to)
      pod.write_smem(core, 12 * to, {to, kVmem, kOwnRow, kVmem, core, 1, 1, 1, 1, -1, 1, -1});
    pod.write_smem(core, 4095, {cores});
  }
}

void expect_rows(const Pod& pod, int cores) {
  for (int core = 0; core < cores; ++core) {
    for (int from = 0; from < cores; ++from) {
      std::vector<std::int32_t> row(isa::kLanes);
      pod.read_vmem(core, from, row.data(), isa::kRowBytes);
      EXPECT_EQ(row, row_of(from)) << "from core " << from << " to core " << core;
    }
  }
}

/// Flits that cross a link when every core sends a head and 8 data flits to every core.
std::uint64_t expected_flits(const RoutingTables& tables, const Topology& topology) {
  std::uint64_t flits = 0;
  for (int from = 0; from < topology.chips(); ++from)
    for (int to = 0; to < topology.chips(); ++to)
      flits += 4 * 9 * static_cast<std::uint64_t>(trace_route(tables, topology, from, to).hops());
  return flits;
}

void expect_all_pairs(const MeshShape& shape) {
  SCOPED_TRACE(std::to_string(shape.width) + " x " + std::to_string(shape.height) +
               (shape.wrap_x ? " torus" : " mesh"));
  const Topology topology(shape);
  const RoutingTables tables = compute(topology);
  Observer observer;
  Pod pod({}, topology, observer);
  load_routes(pod, tables);
  const int cores = 2 * topology.chips();
  load(pod, cores);
  const RunOutcome outcome = pod.run(assembler::assemble(kProgram, "all_pairs.tasm"));
  ASSERT_EQ(outcome.status, RunStatus::kHalted) << describe(outcome, topology);
  expect_rows(pod, cores);
  std::uint64_t flits = 0;
  for (const LinkLoad& link : pod.link_loads()) flits += link.flits;
  EXPECT_EQ(flits, expected_flits(tables, topology));
}

constexpr std::pair<int, int> kSizes[] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}};

TEST(AllPairs, ReachEachOtherOnEverySmallMesh) {
  for (const auto& [width, height] : kSizes) expect_all_pairs(mesh(width, height).shape());
}

TEST(AllPairs, ReachEachOtherOnEverySmallTorus) {
  for (const auto& [width, height] : kSizes) {
    MeshShape shape = mesh(width, height).shape();
    shape.wrap_x = true;
    shape.wrap_y = true;
    expect_all_pairs(shape);
  }
}

// Across and around: a ring of two has two links between the same two chips.
TEST(AllPairs, ATorusOfTwoHasDoubleLinks) {
  MeshShape shape = mesh(2, 2).shape();
  shape.wrap_x = true;
  const Topology topology(shape);
  EXPECT_EQ(topology.wired(0, kEast), 1);
  EXPECT_EQ(topology.wired(0, kWest), 1);
  EXPECT_EQ(topology.wired(1, kEast), 0);
  EXPECT_EQ(topology.wired(1, kWest), 0);
  EXPECT_EQ(topology.wired(0, kNorth), std::nullopt);
}

}  // namespace
}  // namespace podsim::test
