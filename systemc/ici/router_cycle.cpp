// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_cycle.h"

#include <algorithm>

#include "systemc/ici/cycle/router_core.h"

namespace podsim {
namespace {

/// Joins the twin to its ports. Cycle c: inputs at edge c go in, and what the pins show after edge
/// c comes out, stamped c.
class CycleRouter final : public Router {
 public:
  CycleRouter(int node, const cycle::Shape& shape) : core_(shape, node) {
    for (auto& lane : lane_credits_) lane.fill(shape.lane_depth);
    core_.set_links(0);
  }

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    Cycle next = ports.next_input();
    for (Cycle cycle = from; cycle < to; ++cycle) {
      if (!core_.busy()) {
        if (next >= to) return;
        cycle = std::max(cycle, next);
      }
      core_.step();
      if (cycle >= next) next = drive(cycle, ports);
      if (core_.out_valid() != 0) sample_flits(cycle, ports);
      if (core_.credit_out() != 0) sample_credits(cycle, ports);
    }
  }

  void write_route(int input_port, int destination, std::uint8_t entry) override {
    core_.write_route(input_port, destination, entry);
  }
  void configure(const RouterSettings& settings) override {
    core_.set_links(settings.link_mask);
    core_.set_layer_shift(settings.layer_shift);
  }
  bool idle() const override { return !core_.busy(); }
  bool has_error() const override { return core_.error(); }
  RouteError route_error() override { return core_.first_error(); }
  std::vector<BufferStatus> buffers() override { return core_.buffers(); }
  RouterCounters counters() override { return core_.counters(); }

 private:
  /// Takes the inputs of this edge; gives the cycle of the next.
  Cycle drive(Cycle cycle, RouterPorts& ports) {
    Cycle next = kNever;
    std::uint32_t credits = 0;
    for (int link = 0; link < kRouterLinks; ++link) {
      auto& flits = ports.link_in[index(link)];
      if (!flits.empty() && flits.front().cycle <= cycle) {
        core_.accept(link, flits.front().flit);
        flits.pop();
      }
      if (!flits.empty()) next = std::min(next, flits.front().cycle);
      auto& returns = ports.credit_in[index(link)];
      while (!returns.empty() && returns.front().cycle <= cycle) {
        credits |= static_cast<std::uint32_t>(returns.front().vc_mask)
                   << (link * core_.shape().vcs);
        returns.pop();
      }
      if (!returns.empty()) next = std::min(next, returns.front().cycle);
    }
    core_.return_credits(credits);
    for (int lane = 0; lane < kRouterLanes; ++lane) {
      next = std::min(next, drive_lane(cycle, lane, ports));
    }
    return next;
  }

  Cycle drive_lane(Cycle cycle, int lane, RouterPorts& ports) {
    auto& queue = ports.lane_in[index(lane)];
    if (queue.empty()) return kNever;
    if (queue.front().cycle > cycle) return queue.front().cycle;
    const Flit& flit = queue.front().flit;
    int& credits = lane_credits_[index(lane)][flit.vc];
    if (credits == 0) return cycle + 1;
    --credits;
    core_.accept(kRouterLinks + lane, flit);
    if (flit.tail) ports.lane_taken[index(lane)].push_back(cycle);
    queue.pop();
    return queue.empty() ? kNever : queue.front().cycle;
  }

  void sample_flits(Cycle cycle, RouterPorts& ports) {
    for (std::uint32_t set = core_.out_valid(); set != 0; set &= set - 1) {
      const int port = __builtin_ctz(set);
      auto& out = port < kRouterLinks ? ports.link_out[index(port)]
                                      : ports.lane_out[index(port - kRouterLinks)];
      out.push_back({cycle, core_.out(port)});
    }
  }

  void sample_credits(Cycle cycle, RouterPorts& ports) {
    const int vcs = core_.shape().vcs;
    std::uint32_t left = core_.credit_out();
    for (std::uint32_t links = left & ((1u << (kRouterLinks * vcs)) - 1); links != 0;) {
      const int link = __builtin_ctz(links) / vcs;
      const std::uint32_t mask = links >> (link * vcs) & ((1u << vcs) - 1);
      ports.credit_out[index(link)].push_back({cycle, static_cast<std::uint8_t>(mask), 1});
      links &= ~(mask << (link * vcs));
      left &= ~(mask << (link * vcs));
    }
    for (; left != 0; left &= left - 1) {
      const int channel = __builtin_ctz(left);
      ++lane_credits_[index(channel / vcs - kRouterLinks)][index(channel % vcs)];
    }
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  cycle::RouterCore core_;
  std::array<std::array<int, kMaxVcs>, kRouterLanes> lane_credits_{};
};

}  // namespace

std::unique_ptr<Router> make_cycle_router(int node, int table_entries) {
  cycle::Shape shape;
  shape.table_entries = table_entries;
  return std::make_unique<CycleRouter>(node, shape);
}

}  // namespace podsim
