// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_SCOREBOARD_H_
#define PODSIM_SYSTEMC_CORE_SCOREBOARD_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "systemc/base/time.h"
#include "systemc/core/decoded_program.h"

namespace podsim {

/// When each register can be used. A bundle issues when every register that it reads or writes is
/// ready: reads see results, and writes stay in order.
class Scoreboard {
 public:
  void reset() { *this = Scoreboard(); }

  /// Quick check: no register of the bundle has a result on its way (as far as was looked).
  bool surely_ready(const DecodedBundle& bundle) const {
    return (bundle.registers & pending_) == 0 && (bundle.masks & pending_masks_) == 0;
  }
  /// The first cycle from `at` on at which the bundle's scalar registers are ready.
  Cycle scalar_ready(const DecodedBundle& bundle, Cycle at) const {
    return latest(bundle.registers & pending_ & kScalars, 0, at);
  }
  /// The same for its vector and mask registers.
  Cycle vector_ready(const DecodedBundle& bundle, Cycle at) const {
    const Cycle vectors = latest(bundle.registers & pending_ & ~kScalars, 0, at);
    return latest(bundle.masks & pending_masks_, kFirstMask, vectors);
  }

  /// A register written at cycle `now` is ready at `ready`.
  void write_scalar(std::uint8_t number, Cycle now, Cycle ready) {
    set(pending_, number, 0, now, ready);
  }
  void write_vector(std::uint8_t number, Cycle now, Cycle ready) {
    set(pending_, static_cast<std::uint8_t>(number + kFirstVector), 0, now, ready);
  }
  void write_mask(std::uint8_t number, Cycle now, Cycle ready) {
    set(pending_masks_, number, kFirstMask, now, ready);
  }

  /// Forgets what is ready at `now`. Changes nothing but the speed of surely_ready.
  void settle(Cycle now) {
    settle(pending_, 0, now);
    settle(pending_masks_, kFirstMask, now);
  }

 private:
  static constexpr std::uint64_t kScalars = 0xffffffffu;
  static constexpr std::size_t kFirstVector = 32;
  static constexpr std::size_t kFirstMask = 64;

  static std::size_t lowest(std::uint64_t bits) {
    return static_cast<std::size_t>(__builtin_ctzll(bits));
  }
  Cycle latest(std::uint64_t bits, std::size_t base, Cycle at) const {
    for (; bits != 0; bits &= bits - 1) at = std::max(at, ready_[base + lowest(bits)]);
    return at;
  }
  void set(std::uint64_t& pending, std::uint8_t number, std::size_t base, Cycle now, Cycle ready) {
    ready_[base + number] = ready;
    const std::uint64_t bit = std::uint64_t{1} << number;
    // What the next bundle can use already needs no check.
    pending = ready > now + 1 ? pending | bit : pending & ~bit;
  }
  void settle(std::uint64_t& pending, std::size_t base, Cycle now) const {
    for (std::uint64_t bits = pending; bits != 0; bits &= bits - 1) {
      if (ready_[base + lowest(bits)] <= now) pending &= ~(bits & (~bits + 1));
    }
  }

  std::array<Cycle, kFirstMask + isa::kMaskRegisters> ready_{};
  std::uint64_t pending_ = 0;
  std::uint64_t pending_masks_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_SCOREBOARD_H_
