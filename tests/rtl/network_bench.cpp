// SPDX-License-Identifier: Apache-2.0
#include "network_bench.h"

#include <stdexcept>
#include <string>

namespace podsim::rtl_test {
namespace {

constexpr unsigned kSequenceBits = 9;

/// Inverts bit `bit` of a frame, counted over all of its fields.
void invert(Wire& wire, unsigned bit, const Shape& shape) {
  const auto field = [&bit](unsigned width, auto flip) {
    if (bit < width) {
      flip(bit);
      return true;
    }
    bit -= width;
    return false;
  };
  const auto number = [](auto& value) {
    return [&value](unsigned b) { value ^= std::uint32_t{1} << b; };
  };
  const auto flag = [](bool& value) { return [&value](unsigned /*b*/) { value = !value; }; };
  if (field(3, number(wire.frame.kind))) return;
  if (field(kSequenceBits, number(wire.frame.sequence))) return;
  if (field(kSequenceBits, number(wire.frame.acknowledge))) return;
  if (field(1, flag(wire.frame.nack))) return;
  if (field(1, flag(wire.flit.head))) return;
  if (field(1, flag(wire.flit.tail))) return;
  if (field(1, flag(wire.flit.poison))) return;
  if (field(shape.vcs == 4 ? 2 : 1, number(wire.flit.vc))) return;
  if (field(8 * shape.vcs, number(wire.frame.credit))) return;
  if (field(32, number(wire.frame.crc))) return;
  wire.flit.words[bit / 64] ^= std::uint64_t{1} << bit % 64;
}

unsigned frame_bits(const Shape& shape) {
  return 3 + 2 * kSequenceBits + 4 + (shape.vcs == 4 ? 2 : 1) + 8 * shape.vcs + 32 +
         shape.flit_bits;
}

}  // namespace

NetworkBench::NetworkBench(const std::vector<Variant>& routers, unsigned seed)
    : nodes_(routers.size()), random_(seed) {
  for (unsigned n = 0; n < routers.size(); ++n) {
    Node& node = nodes_[n];
    node.model = make_router(routers[n]);
    node.model->set_node(static_cast<std::uint16_t>(n));
    node.wires_in.fill(-1);
    node.wires_out.fill(-1);
    for (auto& lane : node.sources) {
      for (Source& source : lane) source.credits = node.model->shape().lane_depth;
    }
    for (int i = 0; i < 3; ++i) node.model->clock(true, {}, {});
    node.model->clock(false, {}, {true, true, ici_csr::kLinkEnable, 0});
    for (int i = 0; i < 2; ++i) node.model->clock(false, {}, {});
  }
}

void NetworkBench::join(unsigned a, unsigned port_a, unsigned b, unsigned port_b, unsigned flight) {
  const auto wires = [&](Node& from, unsigned from_port, Node& to, unsigned to_port) {
    from.wires_out[from_port] = static_cast<int>(wires_.size());
    to.wires_in[to_port] = static_cast<int>(wires_.size());
    wires_.push_back({std::deque<Wire>(flight), {}});
  };
  wires(nodes_[a], port_a, nodes_[b], port_b);
  wires(nodes_[b], port_b, nodes_[a], port_a);
}

Weather& NetworkBench::weather(unsigned node, unsigned port) {
  return wires_.at(static_cast<std::size_t>(nodes_.at(node).wires_out.at(port))).weather;
}

void NetworkBench::write(unsigned node, std::uint16_t address, std::uint32_t data) {
  step(node, {true, true, address, data});
  step();
}

void NetworkBench::write_all(std::uint16_t address, std::uint32_t data) {
  for (unsigned n = 0; n < nodes_.size(); ++n) write(n, address, data);
}

std::uint32_t NetworkBench::read(unsigned node, std::uint16_t address) {
  step(node, {true, false, address, 0});
  step();
  if (!nodes_[node].model->csr_valid()) throw std::runtime_error("no answer to a CSR read");
  return nodes_[node].model->csr_data();
}

void NetworkBench::send(unsigned node, unsigned lane, unsigned vc, unsigned target,
                        unsigned target_lane, unsigned flits) {
  const auto sequence = static_cast<std::uint32_t>(packets_.size());
  nodes_[node].sources[lane][vc].packets.push_back(packets_.size());
  packets_.push_back({{target, target_lane, node, sequence, flits}, lane, vc, false});
}

void NetworkBench::step() { step(0, {}); }

void NetworkBench::run(unsigned cycles) {
  for (unsigned i = 0; i < cycles; ++i) step();
}

void NetworkBench::step(unsigned csr_node, const CsrRequest& csr) {
  ++cycle_;
  std::vector<char> clocked(nodes_.size());
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    const Pins in = inputs(node);
    const CsrRequest request = n == csr_node ? csr : CsrRequest{};
    if (!node.model->busy() && in.valid == 0 && in.credit == 0 && !request.valid) {
      if (node.model->out().valid != 0) throw std::runtime_error("not busy, but sends");
      continue;
    }
    node.model->clock(false, in, request);
    clocked[n] = 1;
    collect(n);
  }
  for (unsigned n = 0; n < nodes_.size(); ++n) carry(nodes_[n], clocked[n] != 0);
}

Pins NetworkBench::inputs(Node& node) {
  Pins in;
  const unsigned vcs = node.model->shape().vcs;
  for (unsigned p = 0; p < kLinks; ++p) {
    if (node.wires_in[p] < 0) continue;
    auto& pipe = wires_[static_cast<std::size_t>(node.wires_in[p])].pipe;
    const Wire& wire = pipe.front();
    if (wire.valid) {
      in.valid |= 1U << p;
      in.flit[p] = wire.flit;
      in.frame[p] = wire.frame;
    }
    in.credit |= wire.credit << (p * vcs);
    pipe.pop_front();
  }
  for (unsigned lane = 0; lane < kLinks; ++lane) inject(node, lane, in);
  return in;
}

void NetworkBench::inject(Node& node, unsigned lane, Pins& in) {
  const Shape& shape = node.model->shape();
  const auto start = static_cast<unsigned>(cycle_);
  for (unsigned i = 0; i < shape.vcs; ++i) {
    const unsigned vc = (start + i) % shape.vcs;
    Source& source = node.sources[lane][vc];
    if (source.packets.empty() || source.credits == 0 || chance(gap_)) continue;
    const Sent& sent = packets_[source.packets.front()];
    in.valid |= 1U << (kLinks + lane);
    in.flit[kLinks + lane] = flit_of(sent.packet, source.flit, vc, shape);
    --source.credits;
    if (++source.flit == sent.packet.flits) {
      source.flit = 0;
      source.packets.pop_front();
    }
    return;
  }
}

/// What is on the output pins goes on the wires.
void NetworkBench::carry(Node& node, bool clocked) {
  const Pins& out = node.model->out();
  const Shape& shape = node.model->shape();
  for (unsigned p = 0; p < kLinks; ++p) {
    if (node.wires_out[p] < 0) continue;
    Wires& wires = wires_[static_cast<std::size_t>(node.wires_out[p])];
    Wire wire;
    if (clocked) {
      wire.valid = (out.valid >> p & 1U) != 0;
      wire.flit = out.flit[p];
      if (shape.link_layer) wire.frame = out.frame[p];
      if (!shape.link_layer) wire.credit = out.credit >> (p * shape.vcs) & ((1U << shape.vcs) - 1);
      frames_ += wire.valid;
    }
    spoil(wire, wires.weather, shape);
    wires.pipe.push_back(wire);
  }
}

void NetworkBench::spoil(Wire& wire, const Weather& weather, const Shape& shape) {
  if (!wire.valid && chance(weather.noise)) {
    wire.valid = true;
    for (unsigned bit = 0; bit < frame_bits(shape); ++bit) {
      if (random_() % 2 != 0) invert(wire, bit, shape);
    }
  } else if (wire.valid && chance(weather.corrupt)) {
    // Up to five bits: a CRC-32C finds them all in frames of this length.
    const unsigned errors = 1 + random_() % 5;
    for (unsigned i = 0; i < errors; ++i) invert(wire, random_() % frame_bits(shape), shape);
  }
  if (weather.cut || chance(weather.lose)) wire.valid = false;
}

void NetworkBench::collect(unsigned index) {
  Node& node = nodes_[index];
  const Pins& out = node.model->out();
  const unsigned vcs = node.model->shape().vcs;
  for (unsigned lane = 0; lane < kLinks; ++lane) {
    const unsigned port = kLinks + lane;
    for (unsigned vc = 0; vc < vcs; ++vc) {
      node.sources[lane][vc].credits += out.credit >> (port * vcs + vc) & 1U;
    }
    if ((out.valid >> port & 1U) == 0) continue;
    if (first_out_ == 0) first_out_ = cycle_;
    last_out_ = cycle_;
    ++flits_out_;
    check(index, lane, out.flit[port]);
  }
}

void NetworkBench::check_head(unsigned index, unsigned lane, const Flit& flit) {
  Arriving& arriving = nodes_[index].arriving[lane][flit.vc];
  if (arriving.open) fail(index, lane, flit, "a head inside another packet");
  const std::size_t number = flit.words[0] >> 40;
  if (number >= packets_.size()) fail(index, lane, flit, "a packet that nobody sent");
  Sent& sent = packets_[number];
  if (sent.arrived) fail(index, lane, flit, "a packet for the second time");
  if (sent.packet.destination != index || sent.packet.lane != lane) {
    fail(index, lane, flit, "a packet at the wrong place");
  }
  sent.arrived = true;
  auto& last = last_[{sent.packet.source, sent.lane, sent.vc, index, lane}];
  if (last > number) fail(index, lane, flit, "a packet before an earlier one");
  last = static_cast<std::uint32_t>(number);
  arriving = {true, number, 0};
}

void NetworkBench::check(unsigned index, unsigned lane, const Flit& flit) {
  if (flit.head) check_head(index, lane, flit);
  Arriving& arriving = nodes_[index].arriving[lane][flit.vc];
  if (!arriving.open) fail(index, lane, flit, "a body flit without a head");
  if (flit.poison) {
    if (!flit.tail) fail(index, lane, flit, "poison that ends nothing");
    arriving.open = false;
    ++cut_;
    return;
  }
  const Packet& packet = packets_[arriving.packet].packet;
  const Flit want = flit_of(packet, arriving.next, flit.vc, nodes_[index].model->shape());
  if (want.words != flit.words) fail(index, lane, flit, "wrong bits or a foreign flit");
  if (want.head != flit.head || want.tail != flit.tail) fail(index, lane, flit, "wrong flags");
  ++arriving.next;
  if (!flit.tail) return;
  arriving.open = false;
  ++whole_;
}

bool NetworkBench::quiet() const {
  for (const Node& node : nodes_) {
    if (node.model->busy()) return false;
    for (const auto& lane : node.sources) {
      for (const Source& source : lane) {
        if (!source.packets.empty()) return false;
      }
    }
  }
  for (const Wires& wires : wires_) {
    for (const Wire& wire : wires.pipe) {
      if (wire.valid || wire.credit != 0) return false;
    }
  }
  return true;
}

void NetworkBench::settle(std::uint64_t limit) {
  const std::uint64_t end = cycle_ + limit;
  while (!quiet()) {
    if (cycle_ >= end) throw std::runtime_error("the network did not come to rest");
    step();
  }
  for (const Node& node : nodes_) {
    for (const auto& lane : node.arriving) {
      for (const Arriving& arriving : lane) {
        if (arriving.open) throw std::runtime_error("a packet without its tail");
      }
    }
  }
}

Losses NetworkBench::losses() {
  using ici_csr::LinkWord;
  Losses sum;
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    sum.drained += read(n, ici_csr::kErrorCount);
    for (unsigned link = 0; link < kLinks; ++link) {
      sum.dropped += read(n, link, LinkWord::kDropped);
      sum.uncertain += read(n, link, LinkWord::kUncertain);
      sum.poisoned += read(n, link, LinkWord::kPoisoned);
      sum.crc_errors += read(n, link, LinkWord::kCrcErrors);
      sum.replays += read(n, link, LinkWord::kReplays);
      sum.trainings += read(n, link, LinkWord::kTrainings);
      sum.downs += read(n, link, LinkWord::kDowns);
    }
  }
  return sum;
}

void NetworkBench::expect_all_whole() {
  if (whole_ != packets_.size()) {
    throw std::runtime_error(std::to_string(packets_.size() - whole_) + " packets of " +
                             std::to_string(packets_.size()) + " did not come whole, " +
                             std::to_string(cut_) + " came cut");
  }
}

void NetworkBench::expect_all_accounted() {
  const Losses told = losses();
  const std::uint64_t lost = packets_.size() - whole_ - cut_;
  if (lost > told.dropped + told.uncertain + told.drained) {
    throw std::runtime_error(std::to_string(lost) + " packets lost, but the routers tell of " +
                             std::to_string(told.dropped) + " dropped, " +
                             std::to_string(told.uncertain) + " uncertain, " +
                             std::to_string(told.drained) + " drained");
  }
  if (cut_ > told.poisoned) throw std::runtime_error("more packets cut than the routers tell of");
}

void NetworkBench::fail(unsigned node, unsigned lane, const Flit& flit, const char* what) const {
  throw std::runtime_error("cycle " + std::to_string(cycle_) + ", node " + std::to_string(node) +
                           ", lane " + std::to_string(lane) + ", VC " + std::to_string(flit.vc) +
                           ": " + what + " (word 0 is " + std::to_string(flit.words[0]) + ")");
}

}  // namespace podsim::rtl_test
