// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_descriptor.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace podsim {
namespace {

constexpr int kCores = 8;
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

/// HBM row 100, 4 blocks of 2 rows every 10 rows, to VMEM row 50, every 3 rows, of core 5.
DmaDescriptor good() { return {5, 0, 100, 1, 50, 2, 4, 10, 3, 7, 8, 1}; }

std::string fault(std::vector<std::pair<int, std::int32_t>> changes) {
  DmaDescriptor d = good();
  for (const auto& [word, value] : changes) d[static_cast<std::size_t>(word)] = value;
  const auto found = check_descriptor(d, kCores);
  return found ? found->id + ": " + found->message : "none";
}

TEST(DmaDescriptor, AGoodOneHasNoFault) { EXPECT_EQ(fault({}), "none"); }

TEST(DmaDescriptor, Dma001TargetCore) {
  EXPECT_EQ(fault({{isa::kDmaTarget, 8}}), "DMA-001: target core 8 is outside -1..7");
  EXPECT_EQ(fault({{isa::kDmaTarget, -2}}), "DMA-001: target core -2 is outside -1..7");
  EXPECT_EQ(fault({{isa::kDmaTarget, -1}}), "none");
}

TEST(DmaDescriptor, Dma002Spaces) {
  EXPECT_EQ(fault({{isa::kDmaSourceSpace, 4}}), "DMA-002: source space 4 is outside 0..3");
  EXPECT_EQ(fault({{isa::kDmaTargetSpace, -1}}), "DMA-002: target space -1 is outside 0..3");
}

TEST(DmaDescriptor, Dma003SourceRowsOfAllBlocks) {
  EXPECT_EQ(fault({{isa::kDmaSourceRow, 29}, {isa::kDmaSourceStride, -10}}),
            "DMA-003: source rows -1..30 are outside HBM rows 0..33554431 (row 29, 4 blocks of 2 "
            "rows, stride -10)");
  EXPECT_EQ(fault({{isa::kDmaSourceRow, 30}, {isa::kDmaSourceStride, -10}}), "none");
  EXPECT_EQ(fault({{isa::kDmaSourceRow, 33554432 - 31}}),
            "DMA-003: source rows 33554401..33554432 are outside HBM rows 0..33554431 (row "
            "33554401, 4 blocks of 2 rows, stride 10)");
  EXPECT_EQ(fault({{isa::kDmaSourceRow, 33554432 - 32}}), "none");
}

TEST(DmaDescriptor, Dma004TargetRowsOfAllBlocks) {
  EXPECT_EQ(fault({{isa::kDmaTargetRow, 32768 - 10}}),
            "DMA-004: target rows 32758..32768 are outside VMEM rows 0..32767 (row 32758, 4 blocks "
            "of 2 rows, stride 3)");
  EXPECT_EQ(fault({{isa::kDmaTargetRow, 32768 - 11}}), "none");
  EXPECT_EQ(fault({{isa::kDmaTargetSpace, 2}, {isa::kDmaTargetRow, 22}}),
            "DMA-004: target rows 22..32 are outside SMEM rows 0..31 (row 22, 4 blocks of 2 rows, "
            "stride 3)");
  EXPECT_EQ(fault({{isa::kDmaTargetSpace, 3}, {isa::kDmaTargetRow, 2038}}),
            "DMA-004: target rows 2038..2048 are outside IMEM rows 0..2047 (row 2038, 4 blocks of "
            "2 rows, stride 3)");
}

TEST(DmaDescriptor, ExtremeWordsDoNotWrapAround) {
  EXPECT_EQ(
      fault({{isa::kDmaSourceStride, kMost}, {isa::kDmaBlocks, 8388607}, {isa::kDmaBlockRows, 1}})
          .substr(0, 7),
      "DMA-003");
  EXPECT_EQ(fault({{isa::kDmaSourceStride, -kMost - 1}}).substr(0, 7), "DMA-003");
}

TEST(DmaDescriptor, Dma005Size) {
  EXPECT_EQ(fault({{isa::kDmaBlockRows, 0}}), "DMA-005: block rows 0 is outside 1..8388607");
  EXPECT_EQ(fault({{isa::kDmaBlocks, -4}}), "DMA-005: blocks -4 is outside 1..8388607");
  EXPECT_EQ(fault({{isa::kDmaBlockRows, 4096}, {isa::kDmaBlocks, 2048}}),
            "DMA-005: rows of the transfer (blocks x block rows) 8388608 is outside 1..8388607");
}

TEST(DmaDescriptor, Dma006Semaphores) {
  EXPECT_EQ(fault({{isa::kDmaSendSemaphore, 256}}),
            "DMA-006: send semaphore 256 is outside -1..255");
  EXPECT_EQ(fault({{isa::kDmaReceiveSemaphore, -2}}),
            "DMA-006: receive semaphore -2 is outside -1..255");
  EXPECT_EQ(fault({{isa::kDmaSendSemaphore, -1}, {isa::kDmaReceiveSemaphore, 255}}), "none");
}

TEST(DmaDescriptor, Dma007Lane) {
  EXPECT_EQ(fault({{isa::kDmaLane, 20}}), "DMA-007: lane 20 is outside -1..19");
  EXPECT_EQ(fault({{isa::kDmaLane, -1}}), "none");
}

TEST(DmaDescriptor, TheOwnNumberMeansLocal) {
  EXPECT_TRUE(decode_descriptor(good(), 5).local());
  EXPECT_FALSE(decode_descriptor(good(), 4).local());
  DmaDescriptor d = good();
  d[isa::kDmaTarget] = -1;
  EXPECT_TRUE(decode_descriptor(d, 4).local());
}

TEST(DmaDescriptor, TheDefaultLaneIsTheCoresFirst) {
  DmaDescriptor d = good();
  EXPECT_EQ(decode_descriptor(d, 4).lane, 1);
  d[isa::kDmaLane] = -1;
  EXPECT_EQ(decode_descriptor(d, 4).lane, 0);
  EXPECT_EQ(decode_descriptor(d, 3).lane, 2);
}

TEST(DmaDescriptor, SaysWhatItMoves) {
  EXPECT_EQ(to_string(decode_descriptor(good(), 4)),
            "HBM row 100 -> core 5 VMEM row 50, 4 x 2 rows");
  EXPECT_EQ(to_string(decode_descriptor(good(), 5)), "HBM row 100 -> VMEM row 50, 4 x 2 rows");
}

TEST(DmaPieces, ABlockIsCutAndNoPieceCrossesABlock) {
  DmaDescriptor d = good();
  d[isa::kDmaBlockRows] = 5;
  d[isa::kDmaBlocks] = 2;
  const DmaTransfer transfer = decode_descriptor(d, 4);
  DmaPieces pieces;
  const std::vector<std::array<std::uint32_t, 3>> expected = {
      {100, 50, 2}, {102, 52, 2}, {104, 54, 1}, {110, 53, 2}, {112, 55, 2}, {114, 57, 1}};
  for (const auto& [source, target, rows] : expected) {
    ASSERT_FALSE(pieces.done(transfer));
    const DmaPieces::Piece piece = pieces.next(transfer, 2);
    EXPECT_EQ(piece.source_row, source);
    EXPECT_EQ(piece.target_row, target);
    EXPECT_EQ(piece.rows, rows);
  }
  EXPECT_TRUE(pieces.done(transfer));
}

TEST(DmaPieces, BlocksThatFollowOneAnotherAtBothEndsBecomeOne) {
  DmaDescriptor d = good();
  d[isa::kDmaSourceStride] = 2;
  d[isa::kDmaTargetStride] = 2;
  const DmaTransfer transfer = decode_descriptor(d, 4);
  DmaPieces pieces;
  EXPECT_EQ(pieces.next(transfer, 8).rows, 8u);
  EXPECT_TRUE(pieces.done(transfer));
}

}  // namespace
}  // namespace podsim
