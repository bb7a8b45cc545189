// SPDX-License-Identifier: Apache-2.0
#include "router_bench.h"

#include <stdexcept>
#include <string>

namespace podsim::rtl_test {
namespace {

std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return x ^ x >> 31;
}

[[noreturn]] void fail(std::uint64_t cycle, unsigned port, const Flit& flit, const char* what) {
  throw std::runtime_error("cycle " + std::to_string(cycle) + ", output port " +
                           std::to_string(port) + ", VC " + std::to_string(flit.vc) + ": " + what +
                           " (word 0 is " + std::to_string(flit.words[0]) + ")");
}

}  // namespace

Flit flit_of(const Packet& packet, unsigned index, unsigned vc, const Shape& shape) {
  Flit flit;
  flit.head = index == 0;
  flit.tail = index + 1 == packet.flits;
  flit.vc = vc;
  const std::uint64_t base = std::uint64_t{packet.source} << 40 | std::uint64_t{packet.sequence}
                                                                      << 12;
  for (unsigned w = 0; w < shape.words(); ++w) flit.words[w] = mix(base + index * 8 + w);
  if (flit.head) {
    flit.words[0] =
        ici_csr::head_word(packet.destination, packet.lane, 0, 1, packet.source, packet.sequence);
  }
  return flit;
}

RouterBench::RouterBench(Variant variant, unsigned reset_seed)
    : model_(make_router(variant, reset_seed)) {
  reset();
}

void RouterBench::reset() {
  for (int i = 0; i < 3; ++i) model_->clock(true, {}, {});
  for (unsigned p = 0; p < kPorts; ++p) {
    for (Source& source : sources_[p]) source = Source{{}, shape().depth(p)};
  }
  owed_ = {};
  pending_ = {};
  turn_ = {};
  expected_.clear();
  open_.clear();
  departures_.clear();
}

void RouterBench::write(std::uint16_t address, std::uint32_t data) {
  tick({true, true, address, data});
  tick({});  // it takes effect at this edge
}

std::uint32_t RouterBench::read(std::uint16_t address) {
  tick({true, false, address, 0});
  tick({});
  if (!model_->csr_valid()) throw std::runtime_error("no answer to a CSR read");
  return model_->csr_data();
}

void RouterBench::route_all(unsigned destination, std::uint8_t entry) {
  write(ici_csr::table_all(destination), entry);
}

void RouterBench::route(unsigned port, unsigned destination, std::uint8_t entry) {
  write(ici_csr::table(port, destination), entry);
}

void RouterBench::send(unsigned port, unsigned vc, const Packet& packet,
                       std::optional<unsigned> expect_port, unsigned expect_vc) {
  sources_[port][vc].packets.push_back({packet, 0});
  if (expect_port) {
    expected_[{packet.source * kMaxVcs + vc, *expect_port, expect_vc}].push_back(packet);
  }
}

void RouterBench::inject(Pins& in, unsigned port) {
  const unsigned vcs = shape().vcs;
  for (unsigned i = 0; i < vcs; ++i) {
    const unsigned vc = (turn_[port] + i) % vcs;
    Source& source = sources_[port][vc];
    if (source.packets.empty() || source.credits == 0 || chance(gap_)) continue;
    Queued& front = source.packets.front();
    in.valid |= 1U << port;
    in.flit[port] = flit_of(front.packet, front.sent, vc, shape());
    --source.credits;
    ++pending_[port][vc];
    if (++front.sent == front.packet.flits) source.packets.pop_front();
    turn_[port] = vc + 1;
    return;
  }
}

void RouterBench::give_credits(Pins& in) {
  for (unsigned p = 0; p < kLinks; ++p) {
    for (unsigned v = 0; v < shape().vcs; ++v) {
      if (owed_[p][v] == 0 || chance(hold_)) continue;
      --owed_[p][v];
      in.credit |= 1U << (p * shape().vcs + v);
    }
  }
}

Pins RouterBench::inputs() {
  Pins in;
  for (unsigned p = 0; p < kPorts; ++p) inject(in, p);
  give_credits(in);
  return in;
}

void RouterBench::tick(const CsrRequest& csr) {
  const Pins in = inputs();
  ++cycle_;
  if (skip_ && !model_->busy() && in.valid == 0 && in.credit == 0 && !csr.valid) {
    ++skipped_;
    if (model_->out().valid != 0 || model_->out().credit != 0 || model_->csr_valid()) {
      throw std::runtime_error("not busy, but an output is not quiet");
    }
    return;
  }
  model_->clock(false, in, csr);
  collect();
}

void RouterBench::step() { tick({}); }

void RouterBench::run(unsigned cycles) {
  for (unsigned i = 0; i < cycles; ++i) step();
}

void RouterBench::collect() {
  const Pins& out = model_->out();
  const unsigned vcs = shape().vcs;
  for (unsigned bit = 0; bit < kPorts * vcs; ++bit) {
    if ((out.credit >> bit & 1U) == 0) continue;
    Source& source = sources_[bit / vcs][bit % vcs];
    if (pending_[bit / vcs][bit % vcs]-- == 0) throw std::runtime_error("credit without a flit");
    ++source.credits;
    digest_ = mix(digest_ ^ (cycle_ * 64 + bit));
  }
  for (unsigned p = 0; p < kPorts; ++p) {
    if ((out.valid >> p & 1U) == 0) continue;
    const Flit& flit = out.flit[p];
    if (p < kLinks && ++owed_[p][flit.vc] > shape().link_depth) {
      fail(cycle_, p, flit, "flit without credit");
    }
    departures_.push_back({cycle_, p, flit});
    digest_ = mix(digest_ ^ mix(cycle_ * 8 + p) ^ (flit.vc * 4U + flit.head * 2U + flit.tail));
    for (unsigned w = 0; w < shape().words(); ++w) digest_ = mix(digest_ ^ flit.words[w]);
    check(p, flit);
  }
}

void RouterBench::check(unsigned port, const Flit& flit) {
  Open& open = open_[{port, flit.vc}];
  if (flit.head) {
    if (open.next != 0) fail(cycle_, port, flit, "a head inside another packet");
    const unsigned source = flit.words[0] >> 24 & 0xffffU;
    const std::uint32_t sequence = flit.words[0] >> 40;
    bool found = false;
    for (unsigned vc = 0; vc < shape().vcs && !found; ++vc) {
      auto it = expected_.find({source * kMaxVcs + vc, port, flit.vc});
      if (it == expected_.end() || it->second.empty()) continue;
      if (it->second.front().sequence != sequence) continue;
      open.packet = it->second.front();
      it->second.pop_front();
      found = true;
    }
    if (!found) fail(cycle_, port, flit, "a packet that is not the next expected here");
  } else if (open.next == 0) {
    fail(cycle_, port, flit, "a body flit without a head");
  }
  const Flit want = flit_of(open.packet, open.next, flit.vc, shape());
  if (want.words != flit.words) fail(cycle_, port, flit, "wrong bits or foreign flit");
  if (want.head != flit.head || want.tail != flit.tail) fail(cycle_, port, flit, "wrong flags");
  open.next = flit.tail ? 0 : open.next + 1;
}

bool RouterBench::quiet() const {
  if (model_->busy()) return false;
  for (unsigned p = 0; p < kPorts; ++p) {
    for (unsigned v = 0; v < kMaxVcs; ++v) {
      if (!sources_[p][v].packets.empty() || owed_[p][v] != 0 || pending_[p][v] != 0) return false;
    }
  }
  return true;
}

void RouterBench::drain(std::uint64_t limit) {
  const std::uint64_t end = cycle_ + limit;
  while (!quiet()) {
    if (cycle_ >= end) throw std::runtime_error("the router did not come to rest");
    step();
  }
  for (const auto& [key, packets] : expected_) {
    if (!packets.empty()) {
      throw std::runtime_error("lost packets: " + std::to_string(packets.size()) + " from source " +
                               std::to_string(std::get<0>(key) / kMaxVcs) + " to port " +
                               std::to_string(std::get<1>(key)));
    }
  }
  for (const auto& [place, open] : open_) {
    if (open.next != 0) throw std::runtime_error("a packet without its tail");
  }
}

}  // namespace podsim::rtl_test
