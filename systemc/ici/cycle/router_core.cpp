// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/cycle/router_core.h"

#include "rtl/ici_csr.h"
#include "systemc/ici/route_entry.h"

namespace podsim::cycle {
namespace {

using ici_csr::Cause;

int lowest(std::uint32_t set) { return __builtin_ctz(set); }

/// The lowest member above the last grant, else the lowest: ici_pkg::rr_pick.
int round_robin(std::uint32_t set, std::uint32_t turn) {
  const std::uint32_t above = set & turn;
  return lowest(above != 0 ? above : set);
}

/// Everything above `member`: ici_pkg::rr_mask.
std::uint32_t above(int member) { return ~((std::uint32_t{2} << member) - 1); }

int destination_of(std::uint64_t head_word) { return static_cast<int>(head_word & 0xffff); }
std::uint8_t lane_of(std::uint64_t head_word) {
  return static_cast<std::uint8_t>(head_word >> 16 & 3);
}

}  // namespace

RouterCore::RouterCore(const Shape& shape, int node)
    : shape_(shape),
      vc_shift_(shape.vcs == 4 ? 2 : shape.vcs / 2),
      all_vcs_((1u << shape.vcs) - 1),
      link_channels_((1u << (kRouterLinks * shape.vcs)) - 1),
      credit_ok_(~std::uint32_t{0}),
      free_(shape.channels() == 32 ? ~std::uint32_t{0} : (1u << shape.channels()) - 1),
      node_(static_cast<std::uint16_t>(node)),
      slots_(
          index(shape.vcs * (kRouterLinks * shape.link_depth + kRouterLanes * shape.lane_depth))),
      tables_(index(kRouterPorts * shape.table_entries)) {
  Slot* next = slots_.data();
  for (int channel = 0; channel < shape.channels(); ++channel) {
    const int depth = shape.depth(port_of(channel));
    queues_[index(channel)].slots = next;
    queues_[index(channel)].mask = static_cast<std::uint16_t>(depth - 1);
    next += depth;
  }
  credits_.fill(static_cast<std::uint8_t>(shape.link_depth));
}

void RouterCore::step(const LinkSignals& links) {
  begin_csr();
  show_outputs();
  popped_ = ended_ = failed_ = granted_ = freed_ = used_ = 0;
  out_valid_ = 0;
  if (nonempty_ != 0) {
    offer_and_grant(links);
    drain();
    find_candidates(links);
    count_stalls();
  }
  credit_out_ = popped_;
  if ((credit_in_ | used_) != 0 || links.clear != 0) update_credits(links);
  if (arrived_ != 0) see_arrivals();
  if (failed_ != 0 || clearing_ || links.error) note_errors(links.error);
  credit_in_ = 0;
}

/// Crossbar: what was granted at the edge before.
void RouterCore::show_outputs() {
  pin_valid_ = out_valid_;
  for (std::uint32_t set = out_valid_; set != 0; set &= set - 1) {
    const int port = lowest(set);
    pin_flit_[index(port)] = out_flit_[index(port)];
    Counters& counters = counters_[index(port)];
    ++counters.flits_out;
    counters.packets_out += out_flit_[index(port)].tail ? 1 : 0;
  }
}

/// Both stages of the switch allocator: each input offers one channel that owns an output, has a
/// flit and credit; each output chooses among the inputs that offer it one.
void RouterCore::offer_and_grant(const LinkSignals& links) {
  const std::uint32_t sending = active_ & nonempty_;
  if (sending == 0) return;
  std::uint32_t ok = credit_ok_;
  for (std::uint32_t set = links.down; set != 0; set &= set - 1) ok |= channels_of(lowest(set));
  for (std::uint32_t set = links.stall; set != 0; set &= set - 1) ok &= ~channels_of(lowest(set));
  std::array<std::uint8_t, kRouterPorts> requests{};
  std::array<std::uint8_t, kRouterPorts> offered{};
  std::uint32_t outputs = 0;
  for (std::uint32_t left = sending; left != 0;) {
    const int port = port_of(lowest(left));
    const int base = port << vc_shift_;
    std::uint32_t ready = 0;
    for (std::uint32_t set = left & channels_of(port); set != 0; set &= set - 1) {
      const int channel = lowest(set);
      ready |= (ok >> target_[index(channel)] & 1) << (channel - base);
    }
    left &= ~channels_of(port);
    if (ready == 0) continue;
    const int channel = base + round_robin(ready, vc_turn_[index(port)]);
    const int output = port_of(target_[index(channel)]);
    offered[index(port)] = static_cast<std::uint8_t>(channel);
    requests[index(output)] = static_cast<std::uint8_t>(requests[index(output)] | 1u << port);
    outputs |= 1u << output;
  }
  for (; outputs != 0; outputs &= outputs - 1) {
    const int output = lowest(outputs);
    const int input = round_robin(requests[index(output)], input_turn_[index(output)]);
    input_turn_[index(output)] = static_cast<std::uint8_t>(above(input));
    grant(output, offered[index(input)]);
  }
}

void RouterCore::grant(int output, int channel) {
  const int port = port_of(channel);
  const int target = target_[index(channel)];
  const Flit& flit = front(queues_[index(channel)]).flit;
  vc_turn_[index(port)] = static_cast<std::uint8_t>(above(channel - (port << vc_shift_)));
  used_ |= 1u << target;
  if (flit.tail) {
    freed_ |= 1u << target;
    ended_ |= 1u << channel;
  }
  out_valid_ = static_cast<std::uint8_t>(out_valid_ | 1u << output);
  Flit& out = out_flit_[index(output)];
  out = flit;
  out.vc = static_cast<std::uint8_t>(target - (output << vc_shift_));
  pop(channel);
}

void RouterCore::pop(int channel) {
  Queue& queue = queues_[index(channel)];
  queue.head = static_cast<std::uint16_t>((queue.head + 1) & queue.mask);
  --queue.count;
  --queue.written;
  popped_ |= 1u << channel;
}

void RouterCore::drain() {
  for (std::uint32_t set = draining_ & nonempty_; set != 0; set &= set - 1) {
    const int channel = lowest(set);
    if (front(queues_[index(channel)]).flit.tail) ended_ |= 1u << channel;
    pop(channel);
  }
}

/// Channels whose next packet has come to the front: it asks for its output channel, or is thrown
/// away from the next cycle on.
void RouterCore::find_candidates(const LinkSignals& links) {
  std::uint32_t emptied = 0;
  for (std::uint32_t set = popped_; set != 0; set &= set - 1) {
    const int channel = lowest(set);
    Queue& queue = queues_[index(channel)];
    if (queue.count != 0) continue;
    emptied |= 1u << channel;
    if (queue.written == 0) queue.head = 0;  // keeps the memory touched small
  }
  std::uint32_t requests = 0;
  const std::uint32_t idle = ~(active_ | draining_);
  for (std::uint32_t set = (ended_ | idle) & nonempty_ & ~emptied; set != 0; set &= set - 1) {
    request_or_fail(lowest(set), links, requests);
  }
  active_ &= ~ended_;
  draining_ = (draining_ & ~ended_) | failed_;
  free_ |= freed_;
  if (requests != 0) allocate(requests);
  nonempty_ &= ~emptied;
}

void RouterCore::request_or_fail(int channel, const LinkSignals& links, std::uint32_t& requests) {
  const Route& route = front(queues_[index(channel)]).route;
  const int output = port_of(route.channel);
  const bool usable = (enabled_ & ~links.down) >> output & 1;
  if (route.cause == 0 && usable) {
    requests |= 1u << channel;
  } else if ((failed_ & channels_of(port_of(channel))) == 0) {
    fail(channel);
  }
}

/// Each output channel that is free chooses among the packets that wait for it.
void RouterCore::allocate(std::uint32_t requests) {
  std::array<std::uint32_t, kRouterPorts * kMaxVcs> askers;  // valid where `asked`
  std::uint32_t asked = 0;
  for (; requests != 0; requests &= requests - 1) {
    const int channel = lowest(requests);
    const int output = front(queues_[index(channel)]).route.channel;
    if ((free_ >> output & 1) == 0) continue;
    if ((asked >> output & 1) == 0) askers[index(output)] = 0;
    asked |= 1u << output;
    askers[index(output)] |= 1u << channel;
  }
  free_ &= ~asked;
  for (; asked != 0; asked &= asked - 1) {
    const int output = lowest(asked);
    const int channel = round_robin(askers[index(output)], owner_turn_[index(output)]);
    owner_turn_[index(output)] = above(channel);
    target_[index(channel)] = static_cast<std::uint8_t>(output);
    granted_ |= 1u << channel;
    current_head_[index(channel)] = front(queues_[index(channel)]).flit.head_word;
  }
  active_ |= granted_;
}

void RouterCore::count_stalls() {
  // Of the channels that held a flit before this edge.
  std::uint32_t stalled = (nonempty_ | popped_) & ~popped_ & ~granted_ & ~failed_;
  while (stalled != 0) {
    const int port = port_of(lowest(stalled));
    ++counters_[index(port)].stalls;
    stalled &= ~channels_of(port);
  }
}

void RouterCore::fail(int channel) {
  failed_ |= 1u << channel;
  const int port = port_of(channel);
  const Slot& slot = front(queues_[index(channel)]);
  current_head_[index(channel)] = slot.flit.head_word;
  ++counters_[index(port)].errors;
  PortError& error = port_errors_[index(port)];
  if (error.latched && !clearing_) return;
  std::uint32_t cause = slot.route.cause;
  if (cause == 0) {
    const bool down = enabled_ >> port_of(slot.route.channel) & 1;
    cause = static_cast<std::uint32_t>(down ? Cause::kLinkDown : Cause::kLinkDisabled);
  }
  error.latched = true;
  error.head = slot.flit.head_word;
  error.status = std::uint32_t{slot.route.entry} << 16 | cause << 12 |
                 static_cast<std::uint32_t>(channel - (port << vc_shift_)) << 8 |
                 static_cast<std::uint32_t>(port) << 4 | 1;
}

void RouterCore::update_credits(const LinkSignals& links) {
  std::uint32_t open = 0;
  for (std::uint32_t set = links.down; set != 0; set &= set - 1) open |= channels_of(lowest(set));
  const std::uint32_t taken = used_ & link_channels_ & ~open;
  for (std::uint32_t set = taken ^ credit_in_; set != 0; set &= set - 1) {
    const int channel = lowest(set);
    std::uint8_t& credits = credits_[index(channel)];
    credits = static_cast<std::uint8_t>(taken >> channel & 1 ? credits - 1 : credits + 1);
    const std::uint32_t bit = 1u << channel;
    credit_ok_ = credits != 0 ? credit_ok_ | bit : credit_ok_ & ~bit;
  }
  for (std::uint32_t set = links.clear; set != 0; set &= set - 1) {
    const int port = lowest(set);
    for (int vc = 0; vc < shape_.vcs; ++vc) credits_[index((port << vc_shift_) + vc)] = 0;
    credit_ok_ &= ~channels_of(port);
  }
}

/// Flits that came at the edge before: routed if they begin a packet, and visible from now on.
void RouterCore::see_arrivals() {
  for (std::uint32_t set = arrived_; set != 0; set &= set - 1) {
    const int port = lowest(set);
    const Arrival& arrival = arrivals_[index(port)];
    const std::uint32_t bit = 1u << arrival.channel;
    Queue& queue = queues_[arrival.channel];
    Slot& slot = queue.slots[(queue.head + queue.count) & queue.mask];
    if ((inside_ & bit) == 0) slot.route = route_of(arrival, slot.flit);
    inside_ = slot.flit.tail ? inside_ & ~bit : inside_ | bit;
    ++queue.count;
    nonempty_ |= bit;
    Counters& counters = counters_[index(port)];
    ++counters.flits_in;
    counters.packets_in += slot.flit.head ? 1 : 0;
  }
  arrived_ = 0;
}

RouterCore::Route RouterCore::route_of(const Arrival& arrival, const Flit& flit) const {
  RouteQuestion question;
  question.entry = arrival.entry;
  question.lane = arrival.lane;
  question.vc = arrival.channel & (shape_.vcs - 1);
  question.head = flit.head;
  question.far = arrival.far;
  const RouteAnswer answer = route_by(question, shape_.vcs, layer_shift_);
  return {static_cast<std::uint8_t>((answer.port << vc_shift_) | answer.vc),
          static_cast<std::uint8_t>(answer.cause), arrival.entry};
}

void RouterCore::accept(int port, const Flit& flit) {
  const int channel = (port << vc_shift_) + flit.vc;
  Queue& queue = queues_[index(channel)];
  Slot& slot = queue.slots[(queue.head + queue.written) & queue.mask];
  ++queue.written;
  slot.flit = flit;
  Arrival& arrival = arrivals_[index(port)];
  arrival.channel = static_cast<std::uint8_t>(channel);
  if (flit.head) {
    const int destination = destination_of(flit.head_word);
    arrival.lane = lane_of(flit.head_word);
    arrival.far = destination >= shape_.table_entries;
    arrival.entry = table(port)[destination & (shape_.table_entries - 1)];
  }
  arrived_ = static_cast<std::uint8_t>(arrived_ | 1u << port);
}

std::uint8_t RouterCore::links_home() const {
  std::uint8_t home = 0;
  for (int link = 0; link < kRouterLinks; ++link) {
    bool all = true;
    for (int vc = 0; vc < shape_.vcs; ++vc) {
      all = all && credits_[index((link << vc_shift_) + vc)] == shape_.link_depth;
    }
    home = static_cast<std::uint8_t>(home | (all ? 1u << link : 0));
  }
  return home;
}

std::uint8_t RouterCore::links_owned() const {
  std::uint8_t owned = 0;
  for (int link = 0; link < kRouterLinks; ++link) {
    const bool all_free = (free_ & channels_of(link)) == channels_of(link);
    owned = static_cast<std::uint8_t>(owned | (all_free ? 0 : 1u << link));
  }
  return owned;
}

}  // namespace podsim::cycle
