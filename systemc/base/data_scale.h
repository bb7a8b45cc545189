// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_DATA_SCALE_H_
#define PODSIM_SYSTEMC_BASE_DATA_SCALE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "firmware/isa/machine.h"

namespace podsim {

/// How much of the vector data a pod keeps. Scalars, semaphores, SMEM, IMEM and every time are the
/// same in all three.
enum class DataMode : std::uint8_t {
  kFull,     ///< all of it
  kSampled,  ///< one lane of each row of 512 bytes: what is done lane by lane stays exact
  kNone,     ///< none: for times only
};
/// "full", "sampled", "none": by DataMode.
const std::vector<std::string>& data_mode_names();

/// What is kept of a row of 512 bytes in VMEM, HBM and on its way between them.
struct DataScale {
  DataMode mode = DataMode::kFull;
  std::uint32_t lane = 0;  ///< 0..127: the lane that sampled mode keeps

  bool full() const { return mode == DataMode::kFull; }
  bool sampled() const { return mode == DataMode::kSampled; }
  /// Bytes of host memory for a row.
  std::uint32_t row_bytes() const {
    return full() ? isa::kRowBytes : sampled() ? sizeof(std::uint32_t) : 0;
  }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_DATA_SCALE_H_
