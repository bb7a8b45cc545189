// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VECTOR_REGISTER_H_
#define PODSIM_SYSTEMC_CORE_VECTOR_REGISTER_H_

#include <cstddef>
#include <cstdint>

#include "firmware/isa/machine.h"
#include "systemc/base/origin.h"

namespace podsim {

inline constexpr std::size_t kRegisterLanes = std::size_t{isa::kSublanes} * isa::kLanes;

/// 8 sublanes x 128 lanes x 32 bit; sublane s is lanes[s * 128 .. s * 128 + 127]. fp32 values are
/// kept as their bits. A mask register has the same shape, with all bits of a lane set or clear.
struct alignas(64) VectorRegister {
  static constexpr std::size_t kCount = kRegisterLanes;
  static constexpr std::size_t kSublaneWords = isa::kLanes;
  std::uint32_t lanes[kCount];

  std::uint32_t* sublane(std::size_t s) { return lanes + s * isa::kLanes; }
  const std::uint32_t* sublane(std::size_t s) const { return lanes + s * isa::kLanes; }
};

/// What sampled data keep of a vector or mask register: one lane of each sublane.
struct alignas(32) SampledRegister {
  static constexpr std::size_t kCount = isa::kSublanes;
  static constexpr std::size_t kSublaneWords = 1;
  std::uint32_t lanes[kCount];
  /// By sublane. An unknown lane holds any value.
  Origin origin[kCount];

  std::uint32_t* sublane(std::size_t s) { return lanes + s; }
  const std::uint32_t* sublane(std::size_t s) const { return lanes + s; }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VECTOR_REGISTER_H_
