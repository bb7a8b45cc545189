// SPDX-License-Identifier: Apache-2.0
// Configuration port, error registers and counters of the twin.
#include "rtl/ici_csr.h"
#include "systemc/ici/cycle/router_core.h"

namespace podsim::cycle {
namespace {

using ici_csr::Counter;
using ici_csr::VcState;
using ici_csr::VcWord;

std::uint32_t nodes_of(std::uint64_t head_word) {
  return static_cast<std::uint32_t>((head_word >> 24 & 0xffff) << 16 | (head_word & 0xffff));
}

std::uint32_t sequence_of(std::uint64_t head_word) {
  return static_cast<std::uint32_t>(head_word >> 40 & 0xffffff);
}

VcState state_of(BufferStatus::State state) { return static_cast<VcState>(state); }

constexpr BufferStatus::State kDrainingState =
    static_cast<BufferStatus::State>(static_cast<int>(VcState::kDraining));

}  // namespace

/// Executes the request of the edge before: reads see what was before this edge, writes are seen
/// after it.
void RouterCore::begin_csr() {
  if (csr_write_) write_register(*csr_write_);
  csr_write_.reset();
  csr_answer_.reset();
  clearing_ = false;
  if (!csr_next_) return;
  if (csr_next_->write) {
    csr_write_ = csr_next_;
    clearing_ = csr_next_->address == ici_csr::kErrorStatus;
  } else {
    csr_answer_ = read(csr_next_->address);
  }
  csr_next_.reset();
}

void RouterCore::write_register(const CsrRequest& request) {
  const int page = request.address >> 12;
  const int entry = request.address & 0xfff;
  const auto value = static_cast<std::uint8_t>(request.data);
  if (page >= 7 && entry < shape_.table_entries) {
    for (int port = 0; port < kRouterPorts; ++port) {
      if (page == 7 || page == 8 + port) write_route(port, entry, value);
    }
  } else if (request.address == ici_csr::kLinkEnable) {
    set_links(static_cast<std::uint8_t>(request.data & 0xf));
  } else if (request.address == ici_csr::kLayerShift) {
    layer_shift_ = static_cast<int>(request.data & 3);
  }
}

void RouterCore::note_errors(bool link_error) {
  std::uint32_t ports = 0;
  for (std::uint32_t set = failed_; set != 0; set &= set - 1) {
    ports |= 1u << port_of(__builtin_ctz(set));
  }
  if (ports != 0 && (!error_latched_ || clearing_)) {
    error_port_ = static_cast<std::uint8_t>(__builtin_ctz(ports));
  }
  error_count_ =
      (clearing_ ? 0 : error_count_) + static_cast<std::uint32_t>(__builtin_popcount(ports));
  error_latched_ = ports != 0 || (error_latched_ && !clearing_);
  if (link_error || clearing_) link_error_ = link_error;
  if (!clearing_) return;
  for (int port = 0; port < kRouterPorts; ++port) {
    if ((ports >> port & 1) == 0) port_errors_[index(port)].latched = false;
  }
}

std::uint32_t RouterCore::read(std::uint16_t address) const {
  switch (address >> 8) {
    case 0x00:
      return read_router(address) | link_answer_;
    case 0x01:
      return read_counter(address);
    case 0x02:
      return read_vc(address);
    case 0x03: {
      const int link = address >> 2 & 3;
      const int vc = address & 3;
      const bool there = (address & 0xf0) == 0 && vc < shape_.vcs;
      return there ? credits_[index((link << vc_shift_) + vc)] : 0;
    }
    default:
      break;
  }
  const int page = address >> 12;
  const int entry = address & 0xfff;
  if (page >= 8 && entry < shape_.table_entries) return table(page - 8)[entry];
  return link_answer_;
}

std::uint32_t RouterCore::read_router(std::uint16_t address) const {
  const PortError& error = port_errors_[error_port_];
  const auto shape = static_cast<std::uint32_t>(shape_.flit_bits) |
                     static_cast<std::uint32_t>(shape_.vcs) << 16 |
                     std::uint32_t{kRouterPorts} << 20;
  switch (address) {
    case ici_csr::kId:
      return ici_csr::kIdValue;
    case ici_csr::kVersion:
      return ici_csr::kVersionValue;
    case ici_csr::kParams:
      return shape;
    case ici_csr::kDepths:
      return static_cast<std::uint32_t>(shape_.lane_depth << 16 | shape_.link_depth);
    case ici_csr::kTableEntries:
      return static_cast<std::uint32_t>(shape_.table_entries);
    case ici_csr::kNodeId:
      return node_;
    case ici_csr::kLinkEnable:
      return enabled_ & 0xf;
    case ici_csr::kStatus:
      return (link_error_ ? 4u : 0u) | (error_latched_ ? 2u : 0u) | (core_busy() ? 1u : 0u);
    case ici_csr::kLayerShift:
      return static_cast<std::uint32_t>(layer_shift_);
    case ici_csr::kErrorStatus:
      return error_latched_ ? error.status : 0;
    case ici_csr::kErrorCount:
      return error_count_;
    case ici_csr::kErrorNodes:
      return error_latched_ ? nodes_of(error.head) : 0;
    case ici_csr::kErrorSequence:
      return error_latched_ ? sequence_of(error.head) : 0;
    default:
      return 0;
  }
}

std::uint32_t RouterCore::read_counter(std::uint16_t address) const {
  if ((address >> 4 & 15) >= kRouterPorts) return 0;
  const Counters& counters = counters_[address >> 4 & 15];
  switch (static_cast<Counter>(address & 15)) {
    case Counter::kFlitsIn:
      return counters.flits_in;
    case Counter::kFlitsOut:
      return counters.flits_out;
    case Counter::kPacketsIn:
      return counters.packets_in;
    case Counter::kPacketsOut:
      return counters.packets_out;
    case Counter::kRouteErrors:
      return counters.errors;
    case Counter::kStallCycles:
      return counters.stalls;
  }
  return 0;
}

BufferStatus RouterCore::status_of(int channel) const {
  const Queue& queue = queues_[index(channel)];
  const std::uint32_t bit = 1u << channel;
  BufferStatus status;
  status.port = port_of(channel);
  status.vc = channel & (shape_.vcs - 1);
  status.flits = queue.count;
  int target = target_[index(channel)];
  std::uint64_t head = current_head_[index(channel)];
  if ((active_ & bit) != 0) {
    status.state = BufferStatus::kActive;
  } else if ((draining_ & bit) != 0) {
    status.state = kDrainingState;
  } else if ((nonempty_ & bit) != 0) {
    const Slot& slot = queue.slots[queue.head];
    status.state = BufferStatus::kWaitingForVc;
    head = slot.flit.head_word;
    target = slot.route.channel;
  } else {
    head = 0;
    target = 0;
    const bool arriving =
        (arrived_ >> status.port & 1) != 0 && arrivals_[index(status.port)].channel == channel;
    status.state = arriving ? BufferStatus::kRouting : BufferStatus::kIdle;
  }
  status.output_port = port_of(target);
  status.output_vc = target & (shape_.vcs - 1);
  status.destination = static_cast<std::uint16_t>(nodes_of(head));
  status.source = static_cast<std::uint16_t>(nodes_of(head) >> 16);
  status.sequence = sequence_of(head);
  return status;
}

std::uint32_t RouterCore::read_vc(std::uint16_t address) const {
  const int port = address >> 5 & 7;
  const int vc = address >> 3 & 3;
  if (vc >= shape_.vcs) return 0;
  const BufferStatus status = status_of((port << vc_shift_) + vc);
  switch (static_cast<VcWord>(address & 7)) {
    case VcWord::kState:
      return static_cast<std::uint32_t>(status.output_vc << 8 | status.output_port << 4) |
             static_cast<std::uint32_t>(state_of(status.state));
    case VcWord::kFlits:
      return static_cast<std::uint32_t>(status.flits);
    case VcWord::kNodes:
      return static_cast<std::uint32_t>(status.source) << 16 | status.destination;
    case VcWord::kSequence:
      return status.sequence;
  }
  return 0;
}

RouteError RouterCore::first_error() const {
  RouteError error;
  error.count = error_count_;
  if (!error_latched_) return error;
  const PortError& first = port_errors_[error_port_];
  error.input_port = error_port_;
  error.entry = static_cast<int>(first.status >> 16 & 0xff);
  error.cause = static_cast<int>(first.status >> 12 & 7);
  error.destination = static_cast<int>(nodes_of(first.head) & 0xffff);
  error.source = static_cast<int>(nodes_of(first.head) >> 16);
  error.sequence = sequence_of(first.head);
  return error;
}

RouterCounters RouterCore::counters() const {
  RouterCounters counters;
  for (std::size_t port = 0; port < kRouterPorts; ++port) {
    counters.flits_in[port] = counters_[port].flits_in;
    counters.flits_out[port] = counters_[port].flits_out;
    counters.stall_cycles[port] = counters_[port].stalls;
  }
  return counters;
}

std::vector<BufferStatus> RouterCore::buffers() const {
  std::vector<BufferStatus> occupied;
  for (int channel = 0; channel < shape_.channels(); ++channel) {
    BufferStatus status = status_of(channel);
    if (status.flits == 0 && status.state == BufferStatus::kIdle) continue;
    if (status.state < BufferStatus::kWaitingForVc) status.output_port = status.output_vc = -1;
    occupied.push_back(status);
  }
  return occupied;
}

}  // namespace podsim::cycle
