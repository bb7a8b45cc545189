// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/chip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "systemc/core/imem.h"
#include "systemc/core/smem.h"
#include "systemc/core/vmem.h"

namespace podsim {
namespace {

std::string module_name(const char* unit, int core) { return fmt::format("{}{}", unit, core); }

/// Ranks of event handlers: the network interface 0, then DMA engines (1 and 2), then signals.
constexpr int kSignalRank = 3;

auto& socket_of(DmaEngine& dma, isa::Space space) {
  return *dma.sockets[static_cast<std::size_t>(space)];
}

}  // namespace

CoreComplex::CoreComplex(const PodParameters& parameters, int global_core, int total_cores,
                         EventQueue& events, NetworkInterface& network, Observer& observer)
    : EventHandler(kSignalRank + global_core % kCoresPerChip),
      global_core_(global_core),
      total_cores_(total_cores),
      issue_latency_(static_cast<Picoseconds>(parameters.dma.issue_latency)),
      events_(events),
      network_(network),
      core_(module_name("core", global_core % kCoresPerChip).c_str(), parameters.core, global_core,
            *this, observer, parameters.scale()),
      hbm_(module_name("hbm", global_core % kCoresPerChip).c_str(), parameters.hbm,
           Hbm::kDefaultBytes, parameters.scale()),
      dma_(module_name("dma", global_core % kCoresPerChip).c_str(), parameters.dma, global_core,
           total_cores, events, *this, network, observer, parameters.scale()) {
  socket_of(dma_, isa::Space::kHbm).bind(hbm_.socket);
  socket_of(dma_, isa::Space::kVmem).bind(core_.vmem().socket);
  socket_of(dma_, isa::Space::kSmem).bind(core_.smem().socket);
  socket_of(dma_, isa::Space::kImem).bind(core_.imem().socket);
}

void CoreComplex::start_dma(const DmaDescriptor& descriptor, Picoseconds at) {
  dma_.start(descriptor, at);
}

void CoreComplex::send_signal(std::int32_t target_core, std::int32_t semaphore,
                              std::uint32_t amount, Picoseconds at) {
  issued_.push_back({target_core, semaphore, amount});
  ++signals_scheduled_;
  events_.schedule(at + issue_latency_, *this, 0, 0);
}

void CoreComplex::handle_event(Picoseconds now, std::uint32_t /*kind*/,
                               std::uint64_t /*argument*/) {
  const Signal signal = issued_.front();
  issued_.pop_front();
  --signals_scheduled_;
  if (!check_signal(signal, now)) return;
  if (signal.target == global_core_) {
    raise_semaphore(signal.semaphore, signal.amount, now);
    return;
  }
  signals_.push_back(signal);
  flush_signals(now);
}

bool CoreComplex::check_signal(const Signal& signal, Picoseconds at) {
  if (signal.target < 0 || signal.target >= total_cores_) {
    dma_fault(
        "DMA-010",
        fmt::format("rsig to core {}: the pod has cores 0 to {}", signal.target, total_cores_ - 1),
        at);
    return false;
  }
  if (signal.semaphore < 0 || signal.semaphore >= isa::kSemaphores) {
    dma_fault("DMA-010",
              fmt::format("rsig to semaphore {}: a core has semaphores 0 to {}", signal.semaphore,
                          isa::kSemaphores - 1),
              at);
    return false;
  }
  return true;
}

void CoreComplex::flush_signals(Picoseconds at) {
  while (!signals_.empty() && network_.can_send(signal_lane())) {
    const Signal signal = signals_.front();
    signals_.pop_front();
    RemoteWrite write;
    write.target_core = signal.target;
    write.source_core = global_core_;
    write.semaphore = signal.semaphore;
    write.amount = signal.amount;
    write.last = true;
    network_.send(signal_lane(), std::move(write), at);
  }
}

void CoreComplex::lane_ready(int lane, Picoseconds at) { dma_.lane_ready(lane, at); }

void CoreComplex::signals_ready(int lane, Picoseconds at) {
  if (lane == signal_lane()) flush_signals(at);
}

void CoreComplex::deliver(RemoteWrite&& write, Picoseconds at) {
  if (write.semaphore >= 0 && write.semaphore < isa::kSemaphores) {
    last_raise_[static_cast<std::size_t>(write.semaphore)] = {write.source_core, at};
  }
  dma_.deliver(std::move(write), at);
}

void CoreComplex::raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at) {
  core_.raise_semaphore(semaphore, amount, at);
}

void CoreComplex::transfer_read(Picoseconds at) { core_.transfer_read(at); }

void CoreComplex::dma_fault(const std::string& id, const std::string& message, Picoseconds at) {
  if (!fault_) fault_ = ChipFault{id, message, global_core_, at};
}

Chip::Chip(const sc_core::sc_module_name& name, const PodParameters& parameters, int chip,
           int total_chips, Fabric& fabric, Observer& observer, HostProfile* profile)
    : sc_module(name),
      id_(chip),
      fabric_(fabric),
      core_clock_(static_cast<std::uint64_t>(parameters.core.clock_hz)),
      events_out_(observer),
      network_(parameters.ici, chip, events_, fabric.ports(chip), *this, events_out_,
               parameters.scale()),
      profile_(profile) {
  for (int core = 0; core < kCoresPerChip; ++core) {
    complexes_[static_cast<std::size_t>(core)] =
        std::make_unique<CoreComplex>(parameters, chip * kCoresPerChip + core,
                                      total_chips * kCoresPerChip, events_, network_, events_out_);
  }
}

bool Chip::run_window() {
  const ScopedHostTime time(profile_ == nullptr ? nullptr : &profile_->chips);
  if (fabric_.clock().time_of(fabric_.window_from()) >= dies_at_) return false;
  network_.collect();
  return advance(std::min(fabric_.clock().time_of(fabric_.window_to()), dies_at_));
}

bool Chip::advance(Picoseconds to) {
  TensorCore& a = complexes_[0]->core();
  TensorCore& b = complexes_[1]->core();
  for (bool moved = false;; moved = true) {
    const Picoseconds event = events_.next_time();
    const Picoseconds time_a = a.next_time();
    const Picoseconds time_b = b.next_time();
    const Picoseconds core = std::min(time_a, time_b);
    if (std::min(event, core) >= to) return moved;
    if (event <= core) {
      events_.run_next();
    } else {
      (time_b < time_a ? b : a).run_until(std::min(event, to));
    }
  }
}

Picoseconds Chip::last_activity() const {
  Picoseconds last = events_.last_time();
  for (const auto& complex : complexes_) {
    last = std::max(last, core_clock_.time_of(complex->core().cycle()));
  }
  return last;
}

Picoseconds Chip::next_time() const {
  if (dead()) return kNever;
  return std::min(
      {events_.next_time(), complexes_[0]->core().next_time(), complexes_[1]->core().next_time()});
}

bool Chip::idle() const {
  if (dead()) return true;
  return events_.empty() && network_.idle() && complexes_[0]->idle() && complexes_[1]->idle();
}

const ChipFault* Chip::fault() const {
  if (network_fault_) return &*network_fault_;
  for (const auto& complex : complexes_) {
    if (complex->fault()) return &*complex->fault();
  }
  return nullptr;
}

void Chip::lane_ready(int lane, Picoseconds at) {
  // Signals first: a credit must not wait behind a long transfer, of either core. The cores'
  // transfers take turns in being first.
  for (auto& complex : complexes_) complex->signals_ready(lane, at);
  int& first = first_in_lane_[static_cast<std::size_t>(lane)];
  for (int i = 0; i < kCoresPerChip; ++i) {
    complex((first + i) % kCoresPerChip).lane_ready(lane, at);
  }
  first = (first + 1) % kCoresPerChip;
}

void Chip::deliver(int core, RemoteWrite&& write, Picoseconds at) {
  complex(core).deliver(std::move(write), at);
}

void Chip::network_fault(const std::string& id, const std::string& message, Picoseconds at) {
  if (!network_fault_) network_fault_ = ChipFault{id, message, -1, at};
}

}  // namespace podsim
