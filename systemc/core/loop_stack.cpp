// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/loop_stack.h"

#include <fmt/format.h>

#include "systemc/core/core_error.h"

namespace podsim {

void LoopStack::enter(std::uint32_t begin, std::uint32_t end, std::uint32_t count) {
  if (depth_ == loops_.size()) {
    throw CoreError{CoreFaultKind::kLoopDepth,
                    fmt::format("a hardware loop inside {} others", loops_.size())};
  }
  if (end < begin) {
    throw CoreError{CoreFaultKind::kLoopNesting,
                    fmt::format("the loop from bundle {} ends at {}", begin, end)};
  }
  if (depth_ > 0) {
    const Loop& outer = loops_[depth_ - 1];
    if (outer.contains(begin - 1) && (begin >= outer.end || end > outer.end)) {
      throw CoreError{CoreFaultKind::kLoopNesting,
                      fmt::format("the loop over bundles {}..{} reaches out of the one over {}..{}",
                                  begin, end, outer.begin, outer.end)};
    }
  }
  if (begin == end) return;
  loops_[depth_++] = {begin, end, count};
}

std::uint32_t LoopStack::next_round(std::uint32_t address) {
  while (depth_ > 0 && loops_[depth_ - 1].end == address) {
    Loop& loop = loops_[depth_ - 1];
    if (--loop.remaining > 0) return loop.begin;
    --depth_;
  }
  return address;
}

void LoopStack::leave(std::uint32_t from, std::uint32_t to) {
  while (depth_ > 0 && loops_[depth_ - 1].contains(from) && !loops_[depth_ - 1].contains(to)) {
    --depth_;
  }
}

}  // namespace podsim
