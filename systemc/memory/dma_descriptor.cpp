// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace podsim {
namespace {

using isa::Space;
constexpr std::int64_t kSpaces = 4;

/// A fault when `value` is not in minimum..maximum.
std::optional<DmaFault> check_word(const char* id, const char* what, std::int64_t value,
                                   std::int64_t minimum, std::int64_t maximum) {
  if (value >= minimum && value <= maximum) return std::nullopt;
  return DmaFault{id, fmt::format("{} {} is outside {}..{}", what, value, minimum, maximum)};
}

/// One end of a transfer: rows row + i * stride + 0..block_rows-1 must lie in the space.
std::optional<DmaFault> check_rows(const char* id, const char* end, std::int64_t space_word,
                                   std::int64_t row, std::int64_t stride, const DmaTransfer& size) {
  const auto space = static_cast<Space>(space_word);
  const std::int64_t last = row + (size.blocks - 1) * stride;
  const std::int64_t first_row = std::min(row, last);
  const std::int64_t last_row = std::max(row, last) + size.block_rows - 1;
  if (first_row >= 0 && last_row < space_rows(space)) return std::nullopt;
  return DmaFault{
      id, fmt::format("{} rows {}..{} are outside {} rows 0..{} (row {}, {} blocks of "
                      "{} rows, stride {})",
                      end, first_row, last_row, space_name(space), space_rows(space) - 1, row,
                      size.blocks, size.block_rows, stride)};
}

std::optional<DmaFault> check_size(const DmaDescriptor& d) {
  constexpr std::int64_t kMax = kMaxDmaRows;
  if (auto f = check_word("DMA-005", "block rows", d[isa::kDmaBlockRows], 1, kMax)) return f;
  if (auto f = check_word("DMA-005", "blocks", d[isa::kDmaBlocks], 1, kMax)) return f;
  const std::int64_t rows = std::int64_t{d[isa::kDmaBlockRows]} * d[isa::kDmaBlocks];
  return check_word("DMA-005", "rows of the transfer (blocks x block rows)", rows, 1, kMax);
}

std::optional<DmaFault> check_places(const DmaDescriptor& d) {
  DmaTransfer size;
  size.block_rows = d[isa::kDmaBlockRows];
  size.blocks = d[isa::kDmaBlocks];
  if (auto f = check_rows("DMA-003", "source", d[isa::kDmaSourceSpace], d[isa::kDmaSourceRow],
                          d[isa::kDmaSourceStride], size)) {
    return f;
  }
  return check_rows("DMA-004", "target", d[isa::kDmaTargetSpace], d[isa::kDmaTargetRow],
                    d[isa::kDmaTargetStride], size);
}

std::optional<DmaFault> check_semaphores(const DmaDescriptor& d) {
  constexpr std::int64_t kLast = isa::kSemaphores - 1;
  if (auto f = check_word("DMA-006", "send semaphore", d[isa::kDmaSendSemaphore], -1, kLast)) {
    return f;
  }
  return check_word("DMA-006", "receive semaphore", d[isa::kDmaReceiveSemaphore], -1, kLast);
}

}  // namespace

const char* space_name(Space space) {
  constexpr std::array<const char*, kSpaces> kNames = {"HBM", "VMEM", "SMEM", "IMEM"};
  return kNames[static_cast<std::size_t>(space)];
}

std::int64_t space_rows(Space space) {
  switch (space) {
    case Space::kHbm:
      return isa::kHbmRows;
    case Space::kVmem:
      return isa::kVmemRows;
    case Space::kSmem:
      return isa::kSmemWords * 4 / isa::kRowBytes;
    case Space::kImem:
      return isa::kImemBundles * isa::kBundleBytes / isa::kRowBytes;
  }
  return 0;
}

std::optional<DmaFault> check_descriptor(const DmaDescriptor& d, int total_cores) {
  if (auto f = check_word("DMA-001", "target core", d[isa::kDmaTarget], -1, total_cores - 1)) {
    return f;
  }
  for (const auto& [what, word] : {std::pair{"source space", isa::kDmaSourceSpace},
                                   std::pair{"target space", isa::kDmaTargetSpace}}) {
    if (auto f = check_word("DMA-002", what, d[word], 0, kSpaces - 1)) return f;
  }
  if (auto f = check_size(d)) return f;
  if (auto f = check_places(d)) return f;
  if (auto f = check_semaphores(d)) return f;
  return check_word("DMA-007", "lane", d[isa::kDmaLane], -1, kDmaLanes * (kDmaLanes + 1) - 1);
}

DmaTransfer decode_descriptor(const DmaDescriptor& d, int own_core) {
  DmaTransfer t;
  t.target_core = d[isa::kDmaTarget] == own_core ? -1 : d[isa::kDmaTarget];
  t.source_space = static_cast<Space>(d[isa::kDmaSourceSpace]);
  t.target_space = static_cast<Space>(d[isa::kDmaTargetSpace]);
  t.source_row = d[isa::kDmaSourceRow];
  t.target_row = d[isa::kDmaTargetRow];
  t.block_rows = d[isa::kDmaBlockRows];
  t.blocks = d[isa::kDmaBlocks];
  t.source_stride = d[isa::kDmaSourceStride];
  t.target_stride = d[isa::kDmaTargetStride];
  t.send_semaphore = d[isa::kDmaSendSemaphore];
  t.receive_semaphore = d[isa::kDmaReceiveSemaphore];
  t.lane = d[isa::kDmaLane] < 0 ? own_core % 2 * 2 : d[isa::kDmaLane] % kDmaLanes;
  t.target_lane = d[isa::kDmaLane] < kDmaLanes ? -1 : d[isa::kDmaLane] / kDmaLanes - 1;
  if (t.source_stride == t.block_rows && t.target_stride == t.block_rows) {
    t.block_rows *= t.blocks;
    t.blocks = 1;
  }
  return t;
}

std::string to_string(const DmaTransfer& t) {
  const std::string target = t.local() ? std::string{} : fmt::format("core {} ", t.target_core);
  return fmt::format("{} row {} -> {}{} row {}, {} x {} rows", space_name(t.source_space),
                     t.source_row, target, space_name(t.target_space), t.target_row, t.blocks,
                     t.block_rows);
}

DmaPieces::Piece DmaPieces::next(const DmaTransfer& transfer, std::int64_t max_rows) {
  const std::int64_t rows = std::min(max_rows, transfer.block_rows - row_);
  const std::int64_t source = transfer.source_row + block_ * transfer.source_stride + row_;
  const std::int64_t target = transfer.target_row + block_ * transfer.target_stride + row_;
  row_ += rows;
  if (row_ == transfer.block_rows) {
    row_ = 0;
    ++block_;
  }
  return {static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target),
          static_cast<std::uint32_t>(rows)};
}

}  // namespace podsim
