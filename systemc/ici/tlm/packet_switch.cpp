// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/tlm/packet_switch.h"

#include <algorithm>

namespace podsim::tlm_ici {
namespace {

// Edges of the RTL's pipeline (docs/rtl/router.md): from a flit on the pins to its switch grant, of
// the first flit of a packet and of others; from the grant to the output pins; from a credit on the
// pins to the first grant that may use it.
constexpr Cycle kHeadToGrant = 3;
constexpr Cycle kBodyToGrant = 2;
constexpr Cycle kGrantToPins = 1;
constexpr Cycle kCreditToGrant = 2;

}  // namespace

PacketSwitch::PacketSwitch(const sc_core::sc_module_name& name, const SwitchShape& shape,
                           const Clock& clock)
    : sc_module(name),
      in("in"),
      out("out"),
      shape_(shape),
      tables_(index(kRouterPorts * shape.table_entries)),
      clock_(clock) {
  in.register_nb_transport_fw(this, &PacketSwitch::arrive);
  out.register_nb_transport_bw(this, &PacketSwitch::answered);
  for (int channel = 0; channel < kRouterLinks * kMaxVcs; ++channel) {
    outputs_[index(channel)].credits = shape.link_depth;
  }
}

sc_core::sc_time PacketSwitch::delay_of(Cycle cycle) const {
  const Cycle cycles = cycle > window_from_ ? cycle - window_from_ : 0;
  return sc_core::sc_time::from_value(cycles * Cycle{1'000'000'000'000} / clock_.hertz());
}

tlm::tlm_sync_enum PacketSwitch::arrive(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time&) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
  auto* extension = payload.get_extension<PacketExtension>();
  const int channel = extension->port * kMaxVcs + extension->flits.vc;
  Input& input = inputs_[index(channel)];
  input.pieces.push_back({&payload, extension, extension->cycle});
  input.held += extension->flits.count;
  waiting_ |= 1u << channel;
  counters_.flits_in[index(extension->port)] += extension->flits.count;
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum PacketSwitch::answered(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                          sc_core::sc_time&) {
  return tlm::TLM_ACCEPTED;
}

void PacketSwitch::return_credits(int link, int vc, Cycle cycle, int count) {
  outputs_[index(link * kMaxVcs + vc)].returning.push_back({cycle + kCreditToGrant, count});
}

bool PacketSwitch::has_room(int port, int vc, int flits) const {
  const int depth = port < kRouterLinks ? shape_.link_depth : shape_.lane_depth;
  const int held = inputs_[index(port * kMaxVcs + vc)].held;
  return held == 0 || held + flits <= depth;
}

void PacketSwitch::run(Cycle from, Cycle to) {
  window_from_ = from;
  for (;;) {
    const Candidate winner = earliest();
    if (winner.grant >= to) return;
    send(winner);
  }
}

/// Of all pieces that may go, the one that may go first; of several, the one whose turn it is.
PacketSwitch::Candidate PacketSwitch::earliest() {
  Candidate best;
  for (std::uint32_t set = waiting_; set != 0; set &= set - 1) {
    const int input = __builtin_ctz(set);
    const int output = output_of(input);
    if (output < 0) continue;
    const Candidate candidate = {input, output, grant_time(input, output)};
    if (best.input < 0 || better(candidate, best)) best = candidate;
  }
  return best;
}

bool PacketSwitch::better(const Candidate& a, const Candidate& b) const {
  if (a.grant != b.grant) return a.grant < b.grant;
  const int port = a.output / kMaxVcs;
  if (port != b.output / kMaxVcs) return port < b.output / kMaxVcs;
  const int last = last_input_[index(port)];
  const auto turn = [last](int input) { return (input - last - 1) & (kRouterPorts * kMaxVcs - 1); };
  return turn(a.input) < turn(b.input);
}

/// The output channel that the packet at the front owns or may take; -1: none now.
int PacketSwitch::output_of(int input) {
  Input& state = inputs_[index(input)];
  if (state.output >= 0) return state.output;
  if (state.draining) {
    drain(input);
    return -1;
  }
  const RouteAnswer answer = answer_for(input);
  const bool usable = answer.port >= kRouterLinks || (settings_.link_mask >> answer.port & 1) != 0;
  if (answer.cause != ici_csr::Cause::kNone || !usable) {
    note_error(input, answer);
    state.draining = true;
    drain(input);
    return -1;
  }
  const int output = answer.port * kMaxVcs + answer.vc;
  return outputs_[index(output)].owned ? -1 : output;
}

std::uint8_t PacketSwitch::entry_for(int input) const {
  const Flit& flits = inputs_[index(input)].pieces.front().extension->flits;
  const int destination = static_cast<int>(flits.head_word & 0xffff);
  const int entry = destination & (shape_.table_entries - 1);
  return tables_[index(input / kMaxVcs * shape_.table_entries + entry)];
}

RouteAnswer PacketSwitch::answer_for(int input) const {
  const Flit& flits = inputs_[index(input)].pieces.front().extension->flits;
  RouteQuestion question;
  question.entry = entry_for(input);
  question.lane = static_cast<std::uint8_t>(flits.head_word >> 16 & 3);
  question.vc = flits.vc;
  question.head = flits.head;
  question.far = static_cast<int>(flits.head_word & 0xffff) >= shape_.table_entries;
  return route_by(question, shape_.vcs, settings_.layer_shift);
}

Cycle PacketSwitch::grant_time(int input, int output) const {
  const Input& state = inputs_[index(input)];
  const Output& target = outputs_[index(output)];
  const Piece& piece = state.pieces.front();
  const Flit& flits = piece.extension->flits;
  Cycle grant = piece.arrival + (flits.head ? kHeadToGrant : kBodyToGrant);
  grant = std::max({grant, input_free_[index(input / kMaxVcs)],
                    output_free_[index(output / kMaxVcs)], target.free_from});
  if (output < kRouterLinks * kMaxVcs) {
    grant = std::max(grant, credit_time(target, flits.count));
  }
  return grant;
}

/// When there will be credit for so many flits, of which one goes a cycle.
Cycle PacketSwitch::credit_time(const Output& output, int flits) const {
  int credits = output.credits;
  Cycle time = 0;
  for (const CreditReturn& back : output.returning) {
    if (credits >= flits) return time;
    credits += back.count;
    time = back.from;
  }
  return credits >= flits ? time : kNever;
}

void PacketSwitch::take_credits(Output& output, int flits, Cycle grant) {
  while (!output.returning.empty() && output.returning.front().from <= grant) {
    output.credits += output.returning.front().count;
    output.returning.pop_front();
  }
  output.credits -= flits;
}

void PacketSwitch::send(const Candidate& winner) {
  Input& input = inputs_[index(winner.input)];
  Output& output = outputs_[index(winner.output)];
  const int in_port = winner.input / kMaxVcs;
  const int out_port = winner.output / kMaxVcs;
  tlm::tlm_generic_payload& payload = *input.pieces.front().payload;
  PacketExtension& extension = *input.pieces.front().extension;
  const Flit flits = extension.flits;
  if (out_port < kRouterLinks) take_credits(output, flits.count, winner.grant);
  input_free_[index(in_port)] = output_free_[index(out_port)] = winner.grant + flits.count;
  last_input_[index(out_port)] = winner.input;
  if (flits.head) input.head_word = flits.head_word;
  output.owned = !flits.tail;
  output.free_from = flits.tail ? winner.grant + flits.count : output.free_from;
  input.output = flits.tail ? -1 : winner.output;
  counters_.flits_out[index(out_port)] += flits.count;

  extension.port = out_port;
  extension.flits.vc = static_cast<std::uint8_t>(winner.output % kMaxVcs);
  extension.cycle = winner.grant + kGrantToPins;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = delay_of(extension.cycle);
  out->nb_transport_fw(payload, phase, delay);
  extension.flits.vc = flits.vc;
  release(winner.input, winner.grant);
}

/// The piece at the front is gone: its buffer is free.
void PacketSwitch::release(int channel, Cycle grant) {
  Input& input = inputs_[index(channel)];
  tlm::tlm_generic_payload& payload = *input.pieces.front().payload;
  PacketExtension& extension = *input.pieces.front().extension;
  input.pieces.pop_front();
  input.held -= extension.flits.count;
  if (input.pieces.empty()) waiting_ &= ~(1u << channel);
  extension.port = channel / kMaxVcs;
  extension.cycle = grant;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = delay_of(grant);
  in->nb_transport_bw(payload, phase, delay);
}

/// Throws away what has come of a packet that has no way.
void PacketSwitch::drain(int channel) {
  Input& input = inputs_[index(channel)];
  while (!input.pieces.empty() && input.draining) {
    const Piece& piece = input.pieces.front();
    const Flit& flits = piece.extension->flits;
    if (flits.tail) input.draining = false;
    release(channel, piece.arrival + kHeadToGrant);
  }
}

void PacketSwitch::note_error(int input, const RouteAnswer& answer) {
  if (error_.count++ != 0) return;
  const std::uint64_t head = inputs_[index(input)].pieces.front().extension->flits.head_word;
  error_.input_port = input / kMaxVcs;
  error_.entry = entry_for(input);
  error_.cause = static_cast<int>(
      answer.cause == ici_csr::Cause::kNone ? ici_csr::Cause::kLinkDisabled : answer.cause);
  error_.destination = static_cast<int>(head & 0xffff);
  error_.source = static_cast<int>(head >> 24 & 0xffff);
  error_.sequence = static_cast<std::uint32_t>(head >> 40 & 0xffffff);
}

std::vector<BufferStatus> PacketSwitch::buffers() const {
  std::vector<BufferStatus> occupied;
  for (std::uint32_t set = waiting_; set != 0; set &= set - 1) {
    const int channel = __builtin_ctz(set);
    const Input& input = inputs_[index(channel)];
    const Flit& flits = input.pieces.front().extension->flits;
    const std::uint64_t head = flits.head ? flits.head_word : input.head_word;
    BufferStatus status;
    status.port = channel / kMaxVcs;
    status.vc = channel % kMaxVcs;
    status.flits = input.held;
    status.state = input.output >= 0 ? BufferStatus::kActive : BufferStatus::kWaitingForVc;
    if (input.output >= 0) {
      status.output_port = input.output / kMaxVcs;
      status.output_vc = input.output % kMaxVcs;
    } else {
      const RouteAnswer answer = answer_for(channel);
      status.output_port = answer.port;
      status.output_vc = answer.vc;
    }
    status.source = static_cast<std::uint16_t>(head >> 24);
    status.destination = static_cast<std::uint16_t>(head);
    status.sequence = static_cast<std::uint32_t>(head >> 40 & 0xffffff);
    occupied.push_back(status);
  }
  return occupied;
}

}  // namespace podsim::tlm_ici
