// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_ORIGIN_H_
#define PODSIM_SYSTEMC_BASE_ORIGIN_H_

#include <cstdint>

namespace podsim {

/// Where a value arose that sampled data do not know: the bundle that asked a cross-lane unit for
/// it. Plain data that travels with the value; trivial, so that zeroed memory holds origins of
/// known values: Origin{} is one, a plain `Origin x;` is not initialised.
class Origin {
 public:
  Origin() = default;
  /// `program`: the number of the program in its pod (DecodedProgram::number), not 0.
  constexpr Origin(int core, std::uint16_t program, std::uint32_t bundle)
      : bits_(static_cast<std::uint64_t>(core) << 32 | static_cast<std::uint64_t>(program) << 16 |
              (bundle & 0xffffu)) {}

  constexpr bool known() const { return bits_ == 0; }
  constexpr int core() const { return static_cast<int>(bits_ >> 32); }
  constexpr std::uint16_t program() const { return static_cast<std::uint16_t>(bits_ >> 16); }
  constexpr std::uint32_t bundle() const { return static_cast<std::uint32_t>(bits_ & 0xffffu); }

 private:
  std::uint64_t bits_;
};

/// Of a value made of two others: unknown if one of them is.
constexpr Origin either(Origin a, Origin b) { return a.known() ? b : a; }

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_ORIGIN_H_
