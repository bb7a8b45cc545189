// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/run_control.h"

#include <algorithm>
#include <utility>

namespace podsim {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(50);
constexpr Cycle kSmallestQuantum = 1024;

/// At most this many cycles from a router's input to its output without a wait.
constexpr std::int64_t kRouterCycles = 16;

/// Cycles that a packet may move without arriving: it visits each chip once, at most.
Cycle circle_limit(const IciParameters& p, std::size_t chips) {
  return static_cast<Cycle>(p.hang_limit) +
         chips * static_cast<Cycle>(p.link_latency + kRouterCycles);
}

/// A multiple of 1024 that is longer than any window may be and any credit may travel.
Cycle quantum(const IciParameters& p) {
  const auto longest =
      static_cast<Cycle>(std::max({p.link_latency, p.nic_send_latency, p.nic_credit_latency}));
  return (2 * longest / kSmallestQuantum + 1) * kSmallestQuantum;
}

}  // namespace

RunControl::RunControl(const sc_core::sc_module_name& name, const IciParameters& parameters,
                       Fabric& fabric, std::vector<Chip*> chips)
    : sc_module(name),
      fabric_(fabric),
      chips_(std::move(chips)),
      runner_(chips_, fabric.workers()),
      hang_limit_(static_cast<Cycle>(parameters.hang_limit)),
      circle_limit_(circle_limit(parameters, chips_.size())),
      start_quantum_(quantum(parameters)) {
  SC_HAS_PROCESS(RunControl);
  SC_METHOD(run_chips);
  sensitive << fabric.window_opened();
  dont_initialize();
}

Picoseconds RunControl::last_activity() const {
  Picoseconds last = 0;
  for (const Chip* chip : chips_) last = std::max(last, chip->last_activity());
  return last;
}

Cycle RunControl::next_start() const {
  const Cycle last = fabric_.clock().first_edge_at_or_after(last_activity());
  const Cycle rounded = (last + start_quantum_ - 1) / start_quantum_ * start_quantum_;
  const Cycle start = last == 0 ? 0 : rounded + start_quantum_;
  return std::max(start, fabric_.window_to());
}

RunStatus RunControl::run(Cycle start, const std::vector<TensorCore*>& cores,
                          const RunLimits& limits) {
  cores_ = cores;
  limits_ = limits;
  unmoved_ = 0;
  circling_for_ = 0;
  started_ = start;
  next_poll_ = std::chrono::steady_clock::now() + kPollInterval;
  fabric_.schedule(started_);
  sc_core::sc_start();
  fabric_.rethrow_failure();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return status_;
}

void RunControl::run_chips() {
  try {
    runner_.run_window();
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_pause();
    return;
  }
  close_window();
}

void RunControl::close_window() {
  if (ended()) {
    sc_core::sc_pause();
    return;
  }
  Cycle next = fabric_.window_to();
  if (fabric_.idle()) {
    // Nothing in the network: go on where the first chip has something to do.
    const Cycle wanted = fabric_.clock().first_edge_at_or_after(next_chip_time());
    if (wanted > 0) next = std::max(next, wanted - 1);
  }
  fabric_.schedule(next);
}

bool RunControl::stop_with(RunStatus status) {
  status_ = status;
  return true;
}

bool RunControl::ended() {
  watch_for_circles();
  if (faulty() || circling()) return stop_with(RunStatus::kFault);
  if (finished()) return stop_with(RunStatus::kHalted);
  if (hung()) return stop_with(RunStatus::kDeadlock);
  if (out_of_time()) return stop_with(RunStatus::kCycleLimit);
  if (!limits_.interrupted || std::chrono::steady_clock::now() < next_poll_) return false;
  next_poll_ = std::chrono::steady_clock::now() + kPollInterval;
  return limits_.interrupted() && stop_with(RunStatus::kInterrupted);
}

bool RunControl::faulty() const {
  for (const Chip* chip : chips_) {
    if (chip->dead()) continue;
    if (chip->fault() != nullptr || fabric_.router(chip->id()).has_error()) return true;
  }
  return std::any_of(cores_.begin(), cores_.end(),
                     [](const TensorCore* c) { return c->state() == CoreState::kFailed; });
}

/// A core of a dead chip halts with it.
bool RunControl::halted(const TensorCore& core) const {
  return core.state() == CoreState::kHalted || fabric_.dead(core.global_id() / kCoresPerChip);
}

bool RunControl::finished() const {
  const bool all_halted = std::all_of(cores_.begin(), cores_.end(),
                                      [this](const TensorCore* core) { return halted(*core); });
  return all_halted && fabric_.idle() &&
         std::all_of(chips_.begin(), chips_.end(), [](const Chip* chip) { return chip->idle(); });
}

bool RunControl::hung() {
  if (next_chip_time() != kNever || fabric_.moved_in_window() != 0) {
    unmoved_ = 0;
    return false;
  }
  if (fabric_.idle()) return true;
  unmoved_ += fabric_.window_to() - fabric_.window_from();
  return unmoved_ >= hang_limit_;
}

void RunControl::watch_for_circles() {
  if (next_chip_time() != kNever || fabric_.passed_lanes_in_window() != 0) {
    circling_for_ = 0;
  } else if (fabric_.moved_in_window() != 0) {
    circling_for_ += fabric_.window_to() - fabric_.window_from();
  }
}

bool RunControl::out_of_time() {
  return limits_.ici_cycles != 0 && fabric_.window_to() - started_ >= limits_.ici_cycles;
}

Picoseconds RunControl::next_chip_time() const {
  Picoseconds next = kNever;
  for (const Chip* chip : chips_) next = std::min(next, chip->next_time());
  return next;
}

}  // namespace podsim
