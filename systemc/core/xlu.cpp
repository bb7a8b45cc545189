// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/xlu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "systemc/core/core_error.h"
#include "systemc/core/vector_kernels.h"

namespace podsim {
namespace {

constexpr std::size_t kSide = isa::kLanes;
constexpr std::size_t kTransposeResults = kSide / isa::kSublanes;

void rotate(const VectorRegister& x, std::size_t amount, VectorRegister& target) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    const std::uint32_t* lanes = x.sublane(s);
    std::rotate_copy(lanes, lanes + amount, lanes + kSide, target.sublane(s));
  }
}

}  // namespace

Xlu::Xlu(const CoreParameters& parameters, bool computes)
    : latency_(static_cast<Cycle>(parameters.xlu_latency)),
      transpose_latency_(static_cast<Cycle>(parameters.transpose_latency)),
      results_(static_cast<std::size_t>(parameters.xlu_result_fifo), computes),
      rows_(computes ? kSide * kSide : 0) {}

void Xlu::reset() {
  results_.clear();
  row_count_ = 0;
  next_ready_ = 0;
}

Cycle Xlu::earliest_pop(Cycle at) const {
  return results_.empty() ? at : std::max(at, results_.front_ready());
}

void Xlu::require_room(std::size_t results) const {
  if (results_.size() + results <= results_.capacity()) return;
  throw CoreError{CoreFaultKind::kXluResultOverflow,
                  fmt::format("{} results are queued and not popped, {} more do not fit into {}",
                              results_.size(), results, results_.capacity())};
}

VectorRegister* Xlu::push_result(Cycle earliest, Origin origin) {
  const Cycle ready = std::max(earliest, next_ready_);
  next_ready_ = ready + 1;
  return results_.push(ready, origin);
}

void Xlu::push(isa::Opcode opcode, const UnitValue& x, std::uint32_t amount, Cycle at) {
  switch (opcode) {
    case isa::Opcode::kXtr:
      return add_rows(x);
    case isa::Opcode::kXtrl:
      require_room(kTransposeResults);
      add_rows(x);
      return transpose(at, x.origin);
    default:
      break;
  }
  require_room(1);
  VectorRegister* target = push_result(at + latency_, x.origin);
  if (target == nullptr) return;
  if (opcode == isa::Opcode::kXrot) {
    rotate(*x.lanes, amount % kSide, *target);
  } else {
    run_reduction(opcode, *x.lanes, *target);
  }
}

void Xlu::add_rows(const UnitValue& x) {
  if (row_count_ + isa::kSublanes > kSide) {
    throw CoreError{CoreFaultKind::kTransposeOverflow,
                    fmt::format("the transpose buffer already holds {} rows", row_count_)};
  }
  if (x.lanes != nullptr) {
    std::memcpy(rows_.data() + row_count_ * kSide, x.lanes->lanes, sizeof x.lanes->lanes);
  }
  row_count_ += isa::kSublanes;
}

void Xlu::transpose(Cycle at, Origin origin) {
  if (rows_.size() != 0) {
    std::fill(rows_.data() + row_count_ * kSide, rows_.data() + rows_.size(), 0u);
  }
  row_count_ = 0;
  for (std::size_t i = 0; i < kTransposeResults; ++i) {
    VectorRegister* result = push_result(at + transpose_latency_, origin);
    if (result != nullptr) transpose_columns(i * isa::kSublanes, *result);
  }
}

void Xlu::transpose_columns(std::size_t first, VectorRegister& result) const {
  for (std::size_t l = 0; l < kSide; ++l) {
    const std::uint32_t* columns = rows_.data() + l * kSide + first;
    for (std::size_t s = 0; s < isa::kSublanes; ++s) result.sublane(s)[l] = columns[s];
  }
}

UnitValue Xlu::pop() {
  if (results_.empty()) {
    throw CoreError{CoreFaultKind::kXluPopEmpty, "no cross-lane operation is queued"};
  }
  return results_.pop();
}

std::string Xlu::leftovers() const {
  std::string text;
  if (!results_.empty()) text = fmt::format("{} results not popped", results_.size());
  if (row_count_ > 0) {
    text += fmt::format("{}{} rows in the transpose buffer", text.empty() ? "" : ", ", row_count_);
  }
  return text;
}

}  // namespace podsim
