// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_TIME_H_
#define PODSIM_SYSTEMC_BASE_TIME_H_

#include <cstdint>
#include <limits>

namespace podsim {

/// Time of the modelled machine; SystemC runs at the same resolution of 1 ps.
using Picoseconds = std::uint64_t;
inline constexpr Picoseconds kNever = std::numeric_limits<Picoseconds>::max();

/// Number of a clock edge, counted from 0 at time 0.
using Cycle = std::uint64_t;

/// An ideal clock of any whole frequency. Edge n is at ceil(n * 10^12 / hertz) ps, so that no
/// rounding error accumulates although a period is not a whole number of picoseconds.
class Clock {
 public:
  explicit Clock(std::uint64_t hertz) : hertz_(hertz) {}

  std::uint64_t hertz() const { return hertz_; }

  /// Time of edge `cycle`; kNever for cycles too far away to be represented.
  Picoseconds time_of(Cycle cycle) const {
    if (cycle < kNarrowCycles) return (cycle * kPicosecondsPerSecond + hertz_ - 1) / hertz_;
    const Wide scaled = (static_cast<Wide>(cycle) * kPicosecondsPerSecond + hertz_ - 1) / hertz_;
    return scaled >= kNever ? kNever : static_cast<Picoseconds>(scaled);
  }

  /// The first edge at or after `time`.
  Cycle first_edge_at_or_after(Picoseconds time) const {
    // time_of(n) >= time  <=>  n * 10^12 > (time - 1) * hertz, for time >= 1.
    if (time == 0) return 0;
    const Wide product = static_cast<Wide>(time - 1) * hertz_;
    return static_cast<Cycle>(product / kPicosecondsPerSecond) + 1;
  }

  double seconds(Cycle cycles) const {
    return static_cast<double>(cycles) / static_cast<double>(hertz_);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;
  /// Below it, the division fits into 64 bits for clocks of up to 10^18 Hz.
  static constexpr Cycle kNarrowCycles = 17'000'000;
  std::uint64_t hertz_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_TIME_H_
