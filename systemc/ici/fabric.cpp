// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/base/huge_pages.h"
#include "systemc/ici/packet.h"

namespace podsim {
namespace {

constexpr int kBlocksAThread = 4;        // so that threads can help each other
constexpr std::size_t kManyNodes = 256;  // more than processors have page-table entries for
constexpr std::uint64_t kSettled = 16;   // windows until queues have mostly grown
constexpr int kLeastNodesAThread = 4;    // active ones

Cycle window_of(const IciParameters& p) {
  const std::int64_t longest = p.longest_window();
  if (p.window <= longest) return static_cast<Cycle>(p.window == 0 ? longest : p.window);
  throw UserError("ICI-001",
                  fmt::format("ici.window = {} is longer than a latency that it must "
                              "not exceed",
                              p.window),
                  {},
                  fmt::format("at most {}: the smallest of link_latency, nic_send_latency and "
                              "nic_credit_latency",
                              longest));
}

/// Of a packet's buffer with room for the head and what is kept of the longest payload.
int buffer_flits(const IciParameters& p, std::uint32_t row_bytes) {
  return 1 + payload_flits(
                 RowBlock::room(static_cast<std::uint32_t>(p.packet_payload_bytes), row_bytes));
}

std::uint64_t count_flits(const std::vector<TimedFlit>& out) {
  std::uint64_t flits = 0;
  for (const TimedFlit& timed : out) flits += timed.flit.count;
  return flits;
}

std::uint64_t count_flits(const std::vector<TimedFrame>& out) {
  return static_cast<std::uint64_t>(std::count_if(
      out.begin(), out.end(), [](const TimedFrame& t) { return t.frame.kind == kFlitFrame; }));
}

sc_core::sc_time at(Picoseconds time) {
  return sc_core::sc_time(static_cast<double>(time), sc_core::SC_PS);
}

}  // namespace

void Fabric::LinkOutputs::exchange_with(RouterPorts& ports) {
  flits.swap(ports.link_out);
  credits.swap(ports.credit_out);
  frames.swap(ports.frame_out);
}

void Fabric::LinkOutputs::clear() {
  for (auto& out : flits) out.clear();
  for (auto& out : credits) out.clear();
  for (auto& out : frames) out.clear();
}

Fabric::Fabric(const sc_core::sc_module_name& name, const IciParameters& parameters, int nodes,
               int threads, HostProfile* profile, const DataScale& scale, bool payload_bits)
    : sc_module(name),
      clock_(static_cast<std::uint64_t>(parameters.clock_hz)),
      window_(window_of(parameters)),
      link_latency_(static_cast<Cycle>(parameters.link_latency)),
      nodes_(index(nodes)),
      packets_(buffer_flits(parameters, payload_bits ? isa::kRowBytes : scale.row_bytes())),
      whole_packets_(buffer_flits(parameters, isa::kRowBytes)),
      payload_bits_(payload_bits),
      pool_(threads),
      profile_(profile) {
  SC_HAS_PROCESS(Fabric);
  SC_METHOD(advance);
  sensitive << window_due_;
  dont_initialize();
}

void Fabric::set_router(int node, std::unique_ptr<Router> router) {
  Node& slot = nodes_[index(node)];
  slot.router = std::move(router);
  slot.ports.packets = &packets_;
  slot.ports.whole_packets =
      packets_.flits() < whole_packets_.flits() ? &whole_packets_ : &packets_;
  slot.ports.payload_bits = payload_bits_;
  slot.ports.takes_trains = slot.router->takes_trains();
  // What records inputs for waves knows single flits only.
  slot.ports.takes_lane_trains =
      slot.router->takes_trains() || (slot.router->takes_lane_trains() && !payload_bits_);
  live_.push_back(node);
}

void Fabric::connect(int node, int port, int other, int other_port) {
  nodes_[index(node)].far[index(port)] = {other, other_port};
  nodes_[index(other)].far[index(other_port)] = {node, port};
}

void Fabric::add_link_fault(int node, int port, const LinkFault& fault, std::uint64_t seed) {
  auto& faults = nodes_[index(node)].faults[index(port)];
  if (!faults) faults = std::make_unique<LinkFaults>(seed);
  faults->add(fault);
}

void Fabric::schedule(Cycle from) {
  if (from < to_) throw InternalError("fabric: windows overlap");
  next_from_ = from;
  const Picoseconds start = clock_.time_of(from);
  window_due_.notify(at(start) - sc_core::sc_time_stamp());
}

void Fabric::advance() {
  from_ = next_from_;
  to_ = from_ + window_;
  ++windows_;
  if (windows_ == kSettled && live_.size() >= kManyNodes) move_heap_to_huge_pages();
  try {
    run_routers();
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_pause();
    return;
  }
  moved_ = 0;
  passed_lanes_ = 0;
  for (const Block& block : blocks_) {
    moved_ += block.moved;
    passed_lanes_ += block.passed_lanes;
  }
  window_opened_.notify(sc_core::SC_ZERO_TIME);
}

void Fabric::rethrow_failure() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Fabric::run_routers() {
  if (before_window_) before_window_(from_, to_);
  int active = 0;
  for (const Block& block : blocks_) active += block.active;
  // Few active nodes are not worth the threads. The result is the same.
  make_blocks(active < pool_.threads() * kLeastNodesAThread ? 1 : pool_.threads() * kBlocksAThread);
  const int blocks = static_cast<int>(blocks_.size());
  pool_.for_each(blocks, [this](int i) { run_block(blocks_[index(i)]); });
  if (blocks > 1) {
    pool_.for_each(blocks, [this](int i) {
      const Block& block = blocks_[index(i)];
      for (std::size_t n = block.from; n < block.to; ++n) pass_on(nodes_[index(live_[n])], false);
    });
  }
}

/// One block for one thread.
void Fabric::make_blocks(int count) {
  if (pool_.threads() == 1) count = 1;
  if (blocks_.size() == index(count) && blocks_.back().to == live_.size()) return;
  blocks_ = std::vector<Block>(index(count));
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    blocks_[i].from = live_.size() * i / blocks_.size();
    blocks_[i].to = live_.size() * (i + 1) / blocks_.size();
    for (std::size_t n = blocks_[i].from; n < blocks_[i].to; ++n) {
      nodes_[index(live_[n])].block = static_cast<int>(i);
    }
  }
  for (const int i : live_) {
    Node& node = nodes_[index(i)];
    node.inner = std::all_of(node.far.begin(), node.far.end(), [&](const Far& far) {
      return far.node < 0 || nodes_[index(far.node)].block == node.block;
    });
  }
}

void Fabric::run_block(Block& block) {
  block.moved = 0;
  block.passed_lanes = 0;
  block.active = 0;
  for (std::size_t n = block.from; n < block.to; ++n) {
    Node& node = nodes_[index(live_[n])];
    if (node.active) node.ports.clear_outputs();
    node.active = needs_to_run(node);
    if (!node.active) continue;
    ++block.active;
    run_active(node, block);
  }
}

void Fabric::run_active(Node& node, Block& block) {
  if (node.inner) block.outputs.exchange_with(node.ports);
  run_node(node, block);
  pass_on(node, true);
  if (!node.inner) return;
  block.outputs.exchange_with(node.ports);
  block.outputs.clear();
}

bool Fabric::needs_to_run(const Node& node) const {
  if (node.dies_at <= from_) return false;
  return !node.router->idle() || node.ports.next_input() < to_;
}

void Fabric::run_node(Node& node, Block& block) {
  const ScopedHostTime time(profile_ == nullptr ? nullptr : &profile_->routers);
  node.router->run(from_, std::min(to_, node.dies_at), node.ports);
  count_outputs(node, block);
}

void Fabric::count_outputs(Node& node, Block& block) {
  for (int port = 0; port < kRouterLinks; ++port) {
    const std::uint64_t flits = count_flits(node.ports.link_out[index(port)]) +
                                count_flits(node.ports.frame_out[index(port)]);
    node.link_flits[index(port)] += flits;
    block.moved += flits;
  }
  for (int lane = 0; lane < kRouterLanes; ++lane) {
    const std::uint64_t out = count_flits(node.ports.lane_out[index(lane)]);
    block.moved += out;
    block.passed_lanes += out + node.ports.lane_taken[index(lane)].size();
  }
}

void Fabric::pass_on(Node& node, bool own_block) {
  if (!node.active) return;
  const ScopedHostTime time(profile_ == nullptr ? nullptr : &profile_->links);
  for (int port = 0; port < kRouterLinks; ++port) {
    const Far far = node.far[index(port)];
    if (far.node < 0) continue;
    Node& neighbour = nodes_[index(far.node)];
    if ((neighbour.block == node.block) != own_block || neighbour.dies_at <= to_) continue;
    pass_flits(node, port, neighbour.ports, far.port);
    pass_frames(node, port, neighbour.ports, far.port);
  }
}

void Fabric::pass_flits(const Node& node, int port, RouterPorts& to, int to_port) const {
  auto& flits = to.link_in[index(to_port)];
  for (const TimedFlit& out : node.ports.link_out[index(port)]) {
    const Cycle arrival = out.cycle + link_latency_;
    if (out.flit.count == 1 || to.takes_trains) {
      TimedFlit& in = flits.emplace();
      in.cycle = arrival;
      in.flit = out.flit;
    } else {
      for_each_flit_of(out.flit, [&, cycle = arrival](const Flit& flit) mutable {
        flits.push({cycle++, flit});
      });
    }
  }
  auto& credits = to.credit_in[index(to_port)];
  for (const TimedCredit& out : node.ports.credit_out[index(port)]) {
    const int entries = to.takes_trains ? 1 : out.count;
    for (int i = 0; i < entries; ++i) {
      TimedCredit& in = credits.emplace();
      in.cycle = out.cycle + link_latency_ + index(i);
      in.vc_mask = out.vc_mask;
      in.count = to.takes_trains ? out.count : 1;
    }
  }
}

void Fabric::pass_frames(Node& node, int port, RouterPorts& to, int to_port) const {
  LinkFaults* faults = node.faults[index(port)].get();
  auto& frames = to.frame_in[index(to_port)];
  for (const TimedFrame& out : node.ports.frame_out[index(port)]) {
    TimedFrame in = out;
    in.cycle += link_latency_;
    if (faults == nullptr || faults->pass(out.cycle, in.frame)) frames.push(in);
  }
}

std::vector<Fabric::HeadOnLink> Fabric::heads_on_links() const {
  std::vector<HeadOnLink> heads;
  for (int node : live_) {
    for (int port = 0; port < kRouterLinks; ++port) {
      const auto& flits = nodes_[index(node)].ports.link_in[index(port)];
      for (std::size_t i = 0; i < flits.size(); ++i) {
        if (flits[i].flit.head) heads.push_back({node, port, flits[i].flit.head_word});
      }
      const auto& frames = nodes_[index(node)].ports.frame_in[index(port)];
      for (std::size_t i = 0; i < frames.size(); ++i) {
        const LinkFrame& frame = frames[i].frame;
        if (frame.kind == kFlitFrame && frame.head) heads.push_back({node, port, frame.data[0]});
      }
    }
  }
  return heads;
}

bool Fabric::idle() const {
  return std::all_of(live_.begin(), live_.end(), [this](int i) {
    const Node& node = nodes_[index(i)];
    return dead(i) || (node.router->idle() && node.ports.next_input() == kNever);
  });
}

}  // namespace podsim
