// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/link_faults.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "systemc/base/counter_random.h"

namespace podsim {
namespace {

/// A field of `width` bits from `first_bit` on; inverts one bit of it if `bit` lies in it.
template <class Field>
bool invert_in(Field& field, int width, int& bit) {
  if (bit >= width) {
    bit -= width;
    return false;
  }
  field = static_cast<Field>(field ^ (std::uint64_t{1} << bit));
  return true;
}

bool invert_flag(bool& flag, int& bit) {
  if (bit-- > 0) return false;
  flag = !flag;
  return true;
}

constexpr int kSequenceBits = 9;

}  // namespace

void invert_bit(LinkFrame& frame, int bit) {
  if (invert_in(frame.kind, 3, bit) || invert_in(frame.vc, 2, bit)) return;
  if (invert_flag(frame.head, bit) || invert_flag(frame.tail, bit)) return;
  if (invert_flag(frame.poison, bit) || invert_flag(frame.nack, bit)) return;
  if (invert_in(frame.sequence, kSequenceBits, bit)) return;
  if (invert_in(frame.acknowledge, kSequenceBits, bit)) return;
  for (std::uint8_t& credit : frame.credit) {
    if (invert_in(credit, 8, bit)) return;
  }
  if (invert_in(frame.crc, 32, bit)) return;
  for (std::uint64_t& word : frame.data) {
    if (invert_in(word, 64, bit)) return;
  }
}

bool LinkFaults::pass(Cycle cycle, LinkFrame& frame) {
  bool damaged = false;
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    LinkFault& fault = faults_[i];
    if (cycle < fault.from || cycle >= fault.to) continue;
    if (fault.single_bit >= 0) {
      invert_bit(frame, fault.single_bit);
      fault.to = fault.from;  // once
      damaged = true;
      continue;
    }
    if (fault.bit_error_rate >= 1) {
      ++lost_;
      return false;
    }
    damaged |= damage(counter_random(seed_ + i, cycle), fault.bit_error_rate, frame);
  }
  damaged_ += damaged ? 1 : 0;
  return true;
}

/// Errors are a Bernoulli process over the bits; the gaps between them are geometric, so each
/// takes one random number instead of one a bit.
bool LinkFaults::damage(std::uint64_t stream, double rate, LinkFrame& frame) const {
  if (rate <= 0) return false;
  const double log_of_none = std::log1p(-rate);
  bool damaged = false;
  double bit = -1;
  for (std::uint64_t draw = 0;; ++draw) {
    const double uniform = unit_interval(counter_random(stream, draw));
    bit += 1 + std::floor(std::log(uniform) / log_of_none);
    if (bit >= kFrameBits) return damaged;
    invert_bit(frame, static_cast<int>(bit));
    damaged = true;
  }
}

}  // namespace podsim
