// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_MACHINE_H_
#define PODSIM_FIRMWARE_ISA_MACHINE_H_

#include <cstdint>

/// Architectural sizes of a TensorCore. Public figures unless marked "chosen".
namespace podsim::isa {

inline constexpr int kLanes = 128;
inline constexpr int kSublanes = 8;
inline constexpr int kRowBytes = 512;  ///< 128 lanes x 32 bit: the unit of every memory address
inline constexpr int kVectorRegisters = 32;
inline constexpr int kScalarRegisters = 32;
inline constexpr int kMaskRegisters = 8;  ///< chosen
inline constexpr int kMxus = 2;
inline constexpr int kMxuRows = 128;            ///< k: rows of weights
inline constexpr int kVmemRows = 32 * 1024;     ///< 16 MiB
inline constexpr int kSmemWords = 4 * 1024;     ///< 16 KiB
inline constexpr int kImemBundles = 16 * 1024;  ///< chosen: the size is not public
inline constexpr std::int64_t kHbmRows = std::int64_t{32} * 1024 * 1024;  ///< 16 GiB a core
inline constexpr int kSemaphores = 256;        ///< chosen; the last kBarrierSemaphores are barriers
inline constexpr int kBarrierSemaphores = 32;  ///< they outlive a program
inline constexpr int kFirstBarrierSemaphore = kSemaphores - kBarrierSemaphores;
inline constexpr int kLoopDepth = 4;  ///< nested hardware loops; chosen
inline constexpr int kImmediates = 6;
inline constexpr int kBundleBits = 322;
inline constexpr int kBundleBytes = 64;  ///< as stored in IMEM and HBM: 322 bits, zero padded

/// Memory spaces as named in DMA descriptors.
enum class Space : std::uint8_t { kHbm = 0, kVmem = 1, kSmem = 2, kImem = 3 };

/// Words of a DMA descriptor, which the `dma` operation reads from SMEM at issue.
/// A transfer moves `kBlocks` blocks of `kBlockRows` rows of 512 bytes; block i starts at
/// address + i * stride, at each end. SMEM addresses are in rows too (row 0 = words 0..127),
/// IMEM rows hold 8 bundles.
enum DmaWord : int {
  kDmaTarget = 0,       ///< destination core (chip * 2 + core), or -1: this core (local transfer)
  kDmaSourceSpace = 1,  ///< Space
  kDmaSourceRow = 2,
  kDmaTargetSpace = 3,  ///< Space
  kDmaTargetRow = 4,
  kDmaBlockRows = 5,  ///< rows in a block, at least 1
  kDmaBlocks = 6,     ///< number of blocks, at least 1
  kDmaSourceStride = 7,
  kDmaTargetStride = 8,
  kDmaSendSemaphore = 9,  ///< of this core: rises by the bytes that have been read; -1: none
  kDmaReceiveSemaphore =
      10,         ///< of the target: rises by the bytes that have been written; -1: none
  kDmaLane = 11,  ///< router lanes of a remote transfer: -1: by core; 0..3: the sender's, the
                  ///< receiver's by core; 4 + 4 r + s: the sender's s and the receiver's r
  kDmaWords = 12
};

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_MACHINE_H_
