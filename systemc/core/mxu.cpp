// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/mxu.h"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/core/core_error.h"

namespace podsim {
namespace {

constexpr int kFullPushes = isa::kMxuRows / isa::kSublanes;

}  // namespace

Mxu::Mxu(const CoreParameters& parameters, bool computes)
    : computes_(computes),
      push_interval_(static_cast<Cycle>(parameters.mxu_push_interval)),
      latency_(static_cast<Cycle>(parameters.mxu_latency)),
      weight_interval_(static_cast<Cycle>(parameters.mxu_weight_interval)),
      product_fifo_(static_cast<std::size_t>(parameters.mxu_input_fifo)),
      weight_fifo_(static_cast<std::size_t>(parameters.mxu_input_fifo)),
      results_(static_cast<std::size_t>(parameters.mxu_result_fifo), computes),
      weights_(computes ? 2 : 0) {}

void Mxu::reset() {
  product_fifo_.clear();
  weight_fifo_.clear();
  results_.clear();
  latched_ = false;
  staged_pushes_ = 0;
  next_product_ = last_start_ = next_shift_ = 0;
}

Cycle Mxu::earliest_pop(Cycle at) const {
  return results_.empty() ? at : std::max(at, results_.front_ready());
}

void Mxu::push_weights(const UnitValue& x, bool transposed, Cycle at) {
  if (staged_pushes_ == kFullPushes) {
    throw CoreError{CoreFaultKind::kStagingOverflow,
                    fmt::format("weight push {} without a latch; the staging weights hold {}",
                                kFullPushes + 1, kFullPushes)};
  }
  if (staged_pushes_ > 0 && transposed != staged_transposed_) {
    throw CoreError{CoreFaultKind::kStagingMixed,
                    "mwl and mwlt mixed in one set of staged weights"};
  }
  if (computes_) stage(*x.lanes, transposed);
  staged_transposed_ = transposed;
  ++staged_pushes_;
  const Cycle start = std::max(at, next_shift_);
  weight_fifo_.push(start);
  next_shift_ = start + weight_interval_;
}

void Mxu::stage(const VectorRegister& x, bool transposed) {
  MxuWeights& staging = weights_[1 - active_];
  const std::size_t first = static_cast<std::size_t>(staged_pushes_) * isa::kSublanes;
  if (transposed) {
    load_weight_columns(x, first, staging);
  } else {
    load_weight_rows(x, first, staging);
  }
}

void Mxu::clear_rows_not_loaded() {
  MxuWeights& staging = weights_[1 - active_];
  const std::size_t loaded = static_cast<std::size_t>(staged_pushes_) * isa::kSublanes;
  for (std::size_t k = 0; k < isa::kMxuRows; ++k) {
    const std::size_t from = staged_transposed_ ? loaded : k < loaded ? isa::kLanes : 0;
    std::fill(staging.rows[k] + from, staging.rows[k] + isa::kLanes, 0.0f);
  }
}

void Mxu::latch(Cycle at) {
  if (staged_pushes_ == 0) throw CoreError{CoreFaultKind::kLatchEmpty, "no weights are staged"};
  if (computes_ && staged_pushes_ < kFullPushes) clear_rows_not_loaded();
  active_ = 1 - active_;
  latched_ = true;
  staged_pushes_ = 0;
  const Cycle moment = std::max({at, next_shift_, last_start_});
  next_shift_ = moment;
  next_product_ = std::max(next_product_, moment);
}

void Mxu::multiply(const UnitValue& x, Cycle at) {
  if (!latched_) throw CoreError{CoreFaultKind::kNoWeights, "no weights have been latched"};
  if (results_.size() == results_.capacity()) {
    throw CoreError{
        CoreFaultKind::kMxuResultOverflow,
        fmt::format("{} products are queued and not popped, the limit", results_.capacity())};
  }
  const Cycle start = std::max(at, next_product_);
  product_fifo_.push(start);
  last_start_ = start;
  next_product_ = start + push_interval_;
  VectorRegister* target = results_.push(start + latency_, x.origin);
  if (target != nullptr) multiply_by_weights(*x.lanes, weights_[active_], *target);
}

UnitValue Mxu::pop() {
  if (results_.empty()) throw CoreError{CoreFaultKind::kMxuPopEmpty, "no product is queued"};
  return results_.pop();
}

std::string Mxu::leftovers() const {
  std::string text;
  if (!results_.empty()) text = fmt::format("{} results not popped", results_.size());
  if (staged_pushes_ > 0) {
    text += fmt::format("{}{} weight pushes not latched", text.empty() ? "" : ", ", staged_pushes_);
  }
  return text;
}

}  // namespace podsim
