// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VECTOR_ROWS_H_
#define PODSIM_SYSTEMC_CORE_VECTOR_ROWS_H_

#include <cstddef>
#include <cstdint>

namespace podsim {

/// The VMEM rows of a vector load or store, one for each sublane.
struct VectorRows {
  std::int64_t first;
  std::int64_t stride;
  std::uint32_t sublanes;  ///< bit s: sublane s is enabled

  bool has(std::size_t sublane) const { return (sublanes >> sublane & 1u) != 0; }
  /// Precondition: checked to lie in VMEM.
  std::uint32_t row(std::size_t sublane) const {
    return static_cast<std::uint32_t>(first + static_cast<std::int64_t>(sublane) * stride);
  }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VECTOR_ROWS_H_
