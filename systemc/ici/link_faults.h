// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_LINK_FAULTS_H_
#define PODSIM_SYSTEMC_ICI_LINK_FAULTS_H_

#include <cstdint>
#include <vector>

#include "systemc/ici/link_frame.h"

namespace podsim {

/// Something that is wrong with one direction of a link in the cycles [from, to).
struct LinkFault {
  Cycle from = 0;
  Cycle to = kNever;
  /// Chance of each bit of a frame to arrive inverted; 1 stands for a cut: nothing arrives.
  double bit_error_rate = 1;
  /// This bit of the first frame in that time is inverted, and nothing else; -1: as by the rate.
  int single_bit = -1;
};

/// Bits of a frame that errors may hit: all that is on the wires when a frame is.
inline constexpr int kFrameBits = 3 + 2 + 4 + 2 * 9 + 8 * kMaxVcs + 32 + 8 * kFlitBytes;

/// Inverts bit `bit` (0 to kFrameBits - 1) of a frame. Data come last.
void invert_bit(LinkFrame& frame, int bit);

/// The faults of one direction of a link. Which bits err is a function of seed and cycle alone, so
/// that it does not depend on windows, threads or models.
class LinkFaults {
 public:
  /// `seed`: different for each direction of each link.
  explicit LinkFaults(std::uint64_t seed) : seed_(seed) {}

  void add(const LinkFault& fault) { faults_.push_back(fault); }
  /// What happens to a frame that leaves the router at `cycle`: false if it is lost; else it may
  /// have been damaged.
  bool pass(Cycle cycle, LinkFrame& frame);

  std::uint64_t lost_frames() const { return lost_; }
  std::uint64_t damaged_frames() const { return damaged_; }

 private:
  bool damage(std::uint64_t stream, double rate, LinkFrame& frame) const;

  std::uint64_t seed_;
  std::vector<LinkFault> faults_;
  std::uint64_t lost_ = 0;
  std::uint64_t damaged_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_LINK_FAULTS_H_
