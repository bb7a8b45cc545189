// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_DESCRIPTOR_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_DESCRIPTOR_H_

#include <cstdint>
#include <optional>
#include <string>

#include "firmware/isa/machine.h"
#include "systemc/core/core_environment.h"

namespace podsim {

inline constexpr int kDmaLanes = 4;  ///< local lanes of a chip's router
/// The longest transfer: one byte count of a semaphore (32 bit) must hold it.
inline constexpr std::int64_t kMaxDmaRows = (std::int64_t{1} << 32) / isa::kRowBytes - 1;

/// "HBM", "VMEM", "SMEM", "IMEM"
const char* space_name(isa::Space space);
/// Whether all of each row is kept there, whatever the scale of the pod's data: SMEM and IMEM.
inline bool keeps_whole_rows(isa::Space space) { return space >= isa::Space::kSmem; }
/// Rows of 512 bytes of a memory space.
std::int64_t space_rows(isa::Space space);

/// What is wrong with a descriptor or an arriving write.
struct DmaFault {
  std::string id;
  std::string message;
};

/// The first fault of a descriptor, if any; the message has the exact range.
///
/// DMA-001 target core, DMA-002 space, DMA-003 source rows outside their space (any block),
/// DMA-004 target rows outside their space, DMA-005 block rows, blocks or their product,
/// DMA-006 semaphore, DMA-007 lane.
std::optional<DmaFault> check_descriptor(const DmaDescriptor& descriptor, int total_cores);

/// A descriptor that has been checked.
struct DmaTransfer {
  int target_core = -1;  ///< -1: local
  isa::Space source_space = isa::Space::kHbm;
  isa::Space target_space = isa::Space::kHbm;
  std::int64_t source_row = 0;
  std::int64_t target_row = 0;
  std::int64_t block_rows = 1;
  std::int64_t blocks = 1;
  std::int64_t source_stride = 0;  ///< rows
  std::int64_t target_stride = 0;
  int send_semaphore = -1;
  int receive_semaphore = -1;
  int lane = 0;
  int target_lane = -1;  ///< -1: by core

  bool local() const { return target_core < 0; }
  std::uint64_t bytes() const {
    return static_cast<std::uint64_t>(block_rows * blocks) * isa::kRowBytes;
  }
};

/// Precondition: check_descriptor found nothing. A transfer whose target is `own_core` is local.
/// Lane -1 is lane 0 on a chip's core 0, lane 2 on its core 1: one transfer keeps to one lane.
/// Blocks that follow one another at both ends become one.
DmaTransfer decode_descriptor(const DmaDescriptor& descriptor, int own_core);

/// "HBM row 64 -> core 5 VMEM row 0, 4 x 16 rows"
std::string to_string(const DmaTransfer& transfer);

/// The pieces of a transfer: each lies in one block, in order.
class DmaPieces {
 public:
  struct Piece {
    std::uint32_t source_row;
    std::uint32_t target_row;
    std::uint32_t rows;
  };

  bool done(const DmaTransfer& transfer) const { return block_ == transfer.blocks; }
  /// The next piece, at most `max_rows` long. Precondition: not done, and the same transfer as
  /// ever.
  Piece next(const DmaTransfer& transfer, std::int64_t max_rows);

 private:
  std::int64_t block_ = 0;
  std::int64_t row_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_DMA_DESCRIPTOR_H_
