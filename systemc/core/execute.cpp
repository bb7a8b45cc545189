// SPDX-License-Identifier: Apache-2.0
// Execution of one bundle, slot by slot.
#include <fmt/format.h>

#include <utility>

#include "systemc/core/flush_guard.h"
#include "systemc/core/tensor_core_state.h"

namespace podsim {

using isa::Opcode;
using isa::SlotClass;

void TensorCore::State::require_legal(const DecodedBundle& bundle) const {
  switch (bundle.kind) {
    case BundleKind::kLegal:
      return;
    case BundleKind::kMissing:
      throw CoreError{CoreFaultKind::kProgramEnd,
                      fmt::format("no bundle was written at address {}", pc)};
    case BundleKind::kIllegal:
      throw CoreError{CoreFaultKind::kIllegalBundle, bundle.error};
    case BundleKind::kConflict:
      throw CoreError{CoreFaultKind::kSlotConflict, bundle.error};
  }
}

void TensorCore::State::issue(const DecodedBundle& bundle, Cycle at) {
  cycle = at;
  require_legal(bundle);
  ControlTransfer transfer;
  for (const DecodedOp& op : bundle.ops) execute(op, transfer);
  commit();
  ++counters.bundles;
  if (state != CoreState::kRunning) return;
  advance(transfer);
  if (request_.kind != Request::kNone) send_request();
}

/// The quick way for bundles that do nothing outside the scalar unit.
void TensorCore::State::issue_scalar(const DecodedBundle& bundle, Cycle at) {
  cycle = at;
  ControlTransfer transfer;
  for (const DecodedOp& op : bundle.ops) scalar_.execute(op, {at, pc}, transfer);
  scalar_.commit(at, scoreboard_);
  counters.scalar_ops += bundle.ops.size();
  ++counters.bundles;
  advance(transfer);
}

void TensorCore::State::execute(const DecodedOp& op, ControlTransfer& transfer) {
  switch (op.slot) {
    case SlotClass::kScalar:
      ++counters.scalar_ops;
      return scalar_.execute(op, {cycle, pc}, transfer);
    case SlotClass::kVector:
      ++counters.vector_ops;
      return vector_.execute(op, cycle, scoreboard_);
    case SlotClass::kLoad:
      ++counters.loads;
      return vector_.load(op, cycle, scoreboard_);
    case SlotClass::kStore:
      ++counters.stores;
      return vector_.store(op);
    case SlotClass::kPush:
      return execute_push(op);
    case SlotClass::kPop:
      return execute_pop(op);
    case SlotClass::kMisc:
      return execute_misc(op);
  }
}

void TensorCore::State::execute_push(const DecodedOp& op) {
  Mxu& mxu = mxus_[op.unit];
  const UnitValue x = vector_.read(op.x, here());
  switch (op.opcode) {
    case Opcode::kMwl:
    case Opcode::kMwlt:
      return mxu.push_weights(x, op.opcode == Opcode::kMwlt, cycle);
    case Opcode::kMlatch:
      return mxu.latch(cycle);
    case Opcode::kMmul:
      ++counters.mxu_products;
      return mxu.multiply(x, cycle);
    default:
      return xlu_.push(op.opcode, x, scalar_.value(op.b), cycle);
  }
}

void TensorCore::State::execute_pop(const DecodedOp& op) {
  const UnitValue result = op.opcode == Opcode::kMpop ? mxus_[op.unit].pop() : xlu_.pop();
  vector_.write(op, result, cycle, scoreboard_);
}

void TensorCore::State::execute_misc(const DecodedOp& op) {
  const std::uint32_t x = scalar_.value(op.a);
  const std::uint32_t y = scalar_.value(op.b);
  switch (op.opcode) {
    case Opcode::kDma:
      return read_descriptor(op);
    case Opcode::kSig:
      return semaphores.add(Semaphores::checked(x), y);
    case Opcode::kRsig:
      return read_signal(op);
    case Opcode::kWait:
    case Opcode::kBar:
      return semaphores.subtract(static_cast<int>(x), y);
    case Opcode::kRdsem:
      return scalar_.write(op.opcode, op.x, semaphores.value(Semaphores::checked(y)));
    case Opcode::kDelay:
      delay_until_ = cycle + 1 + x;
      return;
    case Opcode::kMark:
      return mark(op);
    case Opcode::kCheck:
      return check(op);
    case Opcode::kHalt:
      return halt();
    default:  // dwait: there is nothing to wait for any more
      return;
  }
}

void TensorCore::State::commit() {
  scalar_.commit(cycle, scoreboard_);
  vector_.commit();
}

void TensorCore::State::jump(std::uint32_t target) {
  pc = target;
  branch_until_ = next_cycle_ + static_cast<Cycle>(parameters_.branch_penalty);
}

void TensorCore::State::advance(const ControlTransfer& transfer) {
  next_cycle_ = cycle + 1;
  switch (transfer.kind) {
    case ControlTransfer::kNone:
      pc = loops_.continue_at(pc + 1);
      return;
    case ControlTransfer::kJump:
      loops_.leave(pc, transfer.target);
      return jump(transfer.target);
    case ControlTransfer::kCall:
      return jump(transfer.target);
    case ControlTransfer::kLoop:
      loops_.enter(pc + 1, transfer.target, transfer.count);
      ++pc;
      return;
    case ControlTransfer::kSkipLoop:
      return jump(loops_.continue_at(transfer.target));
  }
}

void TensorCore::State::read_descriptor(const DecodedOp& op) {
  const std::uint32_t first = scalar_.value(op.a);
  if (first > isa::kSmemWords - isa::kDmaWords) {
    throw CoreError{CoreFaultKind::kDescriptorRange,
                    fmt::format("the descriptor at SMEM word {} does not lie in 0..{}",
                                static_cast<std::int32_t>(first), isa::kSmemWords - 1)};
  }
  ++counters.dma_starts;
  request_.kind = Request::kDma;
  for (std::uint32_t i = 0; i < isa::kDmaWords; ++i) {
    request_.descriptor[i] = static_cast<std::int32_t>(smem.read(first + i));
  }
}

void TensorCore::State::read_signal(const DecodedOp& op) {
  request_.semaphore = Semaphores::checked(scalar_.value(op.b));
  request_.target = static_cast<std::int32_t>(scalar_.value(op.a));
  request_.amount = scalar_.value(op.c);
  request_.kind = Request::kSignal;
}

void TensorCore::State::send_request() {
  const NormalGuard guard;
  announce_stalls();
  const Request request = std::exchange(request_, {});
  const Picoseconds now = clock_.time_of(cycle);
  seen_ = true;
  if (request.kind == Request::kDma) {
    environment_.start_dma(request.descriptor, now);
  } else {
    environment_.send_signal(request.target, request.semaphore, request.amount, now);
  }
}

void TensorCore::State::mark(const DecodedOp& op) {
  const std::uint32_t kind = scalar_.value(op.b);
  if (kind > MarkerEvent::kNote) {
    throw CoreError{CoreFaultKind::kMarkerKind,
                    fmt::format("marker kind {} is not 0, 1 or 2", kind)};
  }
  const NormalGuard guard;
  announce_stalls();
  observer_.on_marker({global_id, cycle, clock_.time_of(cycle), scalar_.value(op.a),
                       static_cast<MarkerEvent::Kind>(kind)});
}

void TensorCore::State::check(const DecodedOp& op) const {
  if (scalar_.value(op.a) != 0) return;
  throw CoreError{CoreFaultKind::kCheckFailed,
                  fmt::format("check failed with code {}", scalar_.value(op.b))};
}

void TensorCore::State::halt() {
  const NormalGuard guard;
  std::string left = semaphores.leftovers();
  const auto add = [&left](const std::string& text) {
    if (!text.empty()) left += (left.empty() ? "" : "; ") + text;
  };
  for (std::size_t i = 0; i < mxus_.size(); ++i) {
    const std::string text = mxus_[i].leftovers();
    if (!text.empty()) add(fmt::format("mxu{}: {}", i, text));
  }
  if (const std::string text = xlu_.leftovers(); !text.empty()) add("xlu: " + text);
  if (const int unread = environment_.unread_transfers(); unread > 0) {
    add(fmt::format("{} transfers not yet read out of their source", unread));
  }
  if (!left.empty()) throw CoreError{CoreFaultKind::kHaltLeftovers, "left at halt: " + left};
  state = CoreState::kHalted;
}

}  // namespace podsim
