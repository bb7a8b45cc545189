// SPDX-License-Identifier: Apache-2.0
// Modelled time of large streams against arithmetic by hand; no wall time.
#include <gtest/gtest.h>

#include "systemc/memory/hbm.h"
#include "tests/systemc/memory/dma_bench.h"

namespace podsim::test {
namespace {

constexpr int kRows = 16 * 1024;                        // 8 MiB
constexpr double kStream = kRows * 512 / 450e9 * 1e12;  // 18.64 us at 450 GB/s, in ps

/// An engine between an HBM half and a VMEM of 10 ns.
class DmaBandwidth : public testing::Test {
 protected:
  void build(const HbmParameters& parameters) {
    hbm = std::make_unique<Hbm>("hbm", parameters, std::uint64_t{64} << 20);
    for (PlainMemory* memory : {&smem, &imem}) memory->latency = 0;
    engine.sockets[0]->bind(hbm->socket);
    engine.sockets[1]->bind(vmem.socket);
    engine.sockets[2]->bind(smem.socket);
    engine.sockets[3]->bind(imem.socket);
    elaborate();
  }
  static HbmParameters without_refresh() {
    HbmParameters parameters;
    parameters.refresh_interval = 0;
    return parameters;
  }
  double time_of(const DmaDescriptor& d) {
    engine.start(d, 0);
    run(events);
    EXPECT_TRUE(client.faults.empty());
    return static_cast<double>(log.dmas.at(0).to - log.dmas.at(0).from);
  }
  EventQueue events;
  FakePort port;
  FakeClient client;
  EventLog log;
  DmaEngine engine{"engine", DmaParameters{}, 0, 8, events, client, port, log};
  std::unique_ptr<Hbm> hbm;
  PlainMemory vmem{"vmem", isa::kVmemRows, 10'000}, smem{"smem", 32, 0}, imem{"imem", 2048, 0};
};

TEST_F(DmaBandwidth, AReadStreamReachesTheConfiguredBandwidth) {
  build(without_refresh());
  const double time = time_of(descriptor(kRows));
  EXPECT_GE(time, kStream);
  EXPECT_LE(time, kStream * 1.10);
}

TEST_F(DmaBandwidth, AWriteStreamReachesTheConfiguredBandwidth) {
  build(without_refresh());
  DmaDescriptor d = descriptor(kRows);
  d[isa::kDmaSourceSpace] = 1;
  d[isa::kDmaTargetSpace] = 0;
  const double time = time_of(d);
  EXPECT_GE(time, kStream);
  EXPECT_LE(time, kStream * 1.10);
}

TEST_F(DmaBandwidth, HalfTheBandwidthTakesTwiceTheTime) {
  HbmParameters parameters = without_refresh();
  parameters.bandwidth /= 2;
  build(parameters);
  const double time = time_of(descriptor(kRows));
  EXPECT_GE(time, kStream * 2);
  EXPECT_LE(time, kStream * 2.20);
}

TEST_F(DmaBandwidth, ACopyWithinHbmMovesEveryByteTwice) {
  build(without_refresh());
  DmaDescriptor d = descriptor(kRows);
  d[isa::kDmaTargetSpace] = 0;
  d[isa::kDmaTargetRow] = 2 * kRows + 8 * 64;  // other banks than the source
  EXPECT_GE(time_of(d), kStream * 2);
}

TEST_F(DmaBandwidth, RefreshCostsItsShareOfAStream) {
  build(HbmParameters{});
  const double time = time_of(descriptor(kRows));
  EXPECT_GE(time, kStream + 4 * 260'000);  // at least 4 refreshes fall into 18.64 us
  // At most 5, each with the pipeline drained: 60 ns row miss, 10 ns write, a burst's 36 ns.
  EXPECT_LE(time, kStream * 1.05 + 5 * (260'000 + 110'000));
}

TEST_F(DmaBandwidth, BlocksOfOneRowReachTheBandwidthOfTheirChannels) {
  build(without_refresh());
  DmaDescriptor d = descriptor(1);
  d[isa::kDmaBlocks] = 2048;
  d[isa::kDmaSourceStride] = 16;  // every block in channel 0: 1/16 of the bandwidth
  d[isa::kDmaTargetStride] = 1;
  const double channel_time = 2048 * 512 / (450e9 / 16) * 1e12;
  const double time = time_of(d);
  EXPECT_GE(time, channel_time);
  EXPECT_LE(time, channel_time * 1.10);
}

}  // namespace
}  // namespace podsim::test
