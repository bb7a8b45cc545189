// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_LOOP_STACK_H_
#define PODSIM_SYSTEMC_CORE_LOOP_STACK_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "firmware/isa/machine.h"

namespace podsim {

/// The hardware loops in progress, innermost last.
///
/// Going on from the last bundle of a body to its end starts the next round, at no cost. A branch
/// or return from inside a body to an address outside it, its end included, leaves the loop; a call
/// does not.
class LoopStack {
 public:
  void reset() { depth_ = 0; }
  std::size_t depth() const { return depth_; }

  /// Enters a loop of `count` >= 1 rounds over [begin, end), entered from bundle begin - 1. Throws
  /// CoreError when loops nest too deep or badly.
  void enter(std::uint32_t begin, std::uint32_t end, std::uint32_t count);
  /// Where execution continues that has reached `address` without a branch.
  std::uint32_t continue_at(std::uint32_t address) {
    return depth_ == 0 || loops_[depth_ - 1].end != address ? address : next_round(address);
  }
  /// Leaves the loops that contain `from` but not `to`.
  void leave(std::uint32_t from, std::uint32_t to);

 private:
  struct Loop {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t remaining = 0;  ///< rounds, the present one included
    bool contains(std::uint32_t address) const { return address >= begin && address < end; }
  };

  std::uint32_t next_round(std::uint32_t address);

  std::array<Loop, isa::kLoopDepth> loops_;
  std::size_t depth_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_LOOP_STACK_H_
