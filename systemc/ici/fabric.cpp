// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/packet.h"

namespace podsim {
namespace {

void check_window(const IciParameters& p) {
  const std::int64_t longest = std::min({p.link_latency, p.nic_send_latency, p.nic_credit_latency});
  if (p.window <= longest) return;
  throw UserError("ICI-001",
                  fmt::format("ici.window = {} is longer than a latency that it must "
                              "not exceed",
                              p.window),
                  {},
                  fmt::format("at most {}: the smallest of link_latency, nic_send_latency and "
                              "nic_credit_latency",
                              longest));
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

Fabric::Fabric(const sc_core::sc_module_name& name, const IciParameters& parameters, int nodes,
               int threads, HostProfile* profile)
    : sc_module(name),
      clock_(static_cast<std::uint64_t>(parameters.clock_hz)),
      window_(static_cast<Cycle>(parameters.window)),
      link_latency_(static_cast<Cycle>(parameters.link_latency)),
      nodes_(index(nodes)),
      packets_(1 + payload_flits(static_cast<std::size_t>(parameters.packet_payload_bytes))),
      pool_(threads),
      profile_(profile) {
  check_window(parameters);
  SC_HAS_PROCESS(Fabric);
  SC_METHOD(advance);
  sensitive << window_due_;
  dont_initialize();
}

void Fabric::set_router(int node, std::unique_ptr<Router> router) {
  Node& slot = nodes_[index(node)];
  slot.router = std::move(router);
  slot.ports.packets = &packets_;
  slot.ports.takes_trains = slot.router->takes_trains();
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
  try {
    run_routers();
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_pause();
    return;
  }
  moved_ = 0;
  for (int node : live_) moved_ += nodes_[index(node)].moved;
  window_opened_.notify(sc_core::SC_ZERO_TIME);
}

void Fabric::rethrow_failure() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Fabric::run_routers() {
  if (before_window_) before_window_(from_, to_);
  select_active_nodes();
  if (!active_.empty()) {
    pool_.for_each(static_cast<int>(active_.size()),
                   [this](int i) { run_node(nodes_[index(active_[index(i)])]); });
    pool_.for_each(static_cast<int>(live_.size()),
                   [this](int i) { take_from_neighbours(nodes_[index(live_[index(i)])]); });
  }
}

void Fabric::select_active_nodes() {
  active_.clear();
  for (int i : live_) {
    Node& node = nodes_[index(i)];
    if (node.active) node.ports.clear_outputs();
    const bool dead = node.dies_at <= from_;
    node.active = !dead && (!node.router->idle() || node.ports.next_input() < to_);
    node.moved = 0;
    if (node.active) active_.push_back(i);
  }
}

void Fabric::run_node(Node& node) {
  const ScopedHostTime time(profile_ == nullptr ? nullptr : &profile_->routers);
  node.router->run(from_, std::min(to_, node.dies_at), node.ports);
  count_outputs(node);
}

void Fabric::count_outputs(Node& node) {
  for (int port = 0; port < kRouterLinks; ++port) {
    const std::uint64_t flits = count_flits(node.ports.link_out[index(port)]) +
                                count_flits(node.ports.frame_out[index(port)]);
    node.link_flits[index(port)] += flits;
    node.moved += flits;
  }
  for (const auto& lane : node.ports.lane_out) node.moved += lane.size();
}

void Fabric::take_from_neighbours(Node& node) {
  if (node.dies_at <= to_) return;
  const ScopedHostTime time(profile_ == nullptr ? nullptr : &profile_->links);
  for (int port = 0; port < kRouterLinks; ++port) {
    const Far far = node.far[index(port)];
    if (far.node < 0 || !nodes_[index(far.node)].active) continue;
    take_from_link(nodes_[index(far.node)], far.port, node.ports, port);
  }
}

void Fabric::take_from_link(Node& far_node, int far_port, RouterPorts& ports, int port) const {
  const RouterPorts& far = far_node.ports;
  auto& flits = ports.link_in[index(port)];
  for (const TimedFlit& out : far.link_out[index(far_port)]) {
    const Cycle arrival = out.cycle + link_latency_;
    if (out.flit.count == 1 || ports.takes_trains) {
      TimedFlit& in = flits.emplace();
      in.cycle = arrival;
      in.flit = out.flit;
    } else {
      for_each_flit_of(out.flit, [&, cycle = arrival](const Flit& flit) mutable {
        flits.push({cycle++, flit});
      });
    }
  }
  auto& credits = ports.credit_in[index(port)];
  for (const TimedCredit& out : far.credit_out[index(far_port)]) {
    const int entries = ports.takes_trains ? 1 : out.count;
    for (int i = 0; i < entries; ++i) {
      TimedCredit& in = credits.emplace();
      in.cycle = out.cycle + link_latency_ + index(i);
      in.vc_mask = out.vc_mask;
      in.count = ports.takes_trains ? out.count : 1;
    }
  }
  take_frames(far_node, far_port, ports, port);
}

void Fabric::take_frames(Node& far, int far_port, RouterPorts& ports, int port) const {
  LinkFaults* faults = far.faults[index(far_port)].get();
  auto& frames = ports.frame_in[index(port)];
  for (const TimedFrame& out : far.ports.frame_out[index(far_port)]) {
    TimedFrame in = out;
    in.cycle += link_latency_;
    if (faults == nullptr || faults->pass(out.cycle, in.frame)) frames.push(in);
  }
}

bool Fabric::idle() const {
  return std::all_of(live_.begin(), live_.end(), [this](int i) {
    const Node& node = nodes_[index(i)];
    return dead(i) || (node.router->idle() && node.ports.next_input() == kNever);
  });
}

}  // namespace podsim
