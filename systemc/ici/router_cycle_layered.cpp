// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rtl/ici_csr.h"
#include "systemc/ici/cycle/layered_router.h"
#include "systemc/ici/lane_packets.h"
#include "systemc/ici/router_cycle.h"

namespace podsim {
namespace {

constexpr int kReplayDepth = 256;

/// Joins the twin with link layer to its ports; cycles as in router_cycle.cpp.
class LayeredCycleRouter final : public Router {
 public:
  LayeredCycleRouter(int node, const cycle::Shape& shape) : twin_(shape, kReplayDepth, node) {
    for (auto& lane : lane_credits_) lane.fill(shape.lane_depth);
    twin_.core().set_links(0);
  }

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    // As the RTL's driver: the write that enables the links takes an edge of its own.
    if (enable_) enable_links();
    for (Cycle cycle = from; cycle < to; ++cycle) {
      if (!twin_.busy()) {
        const Cycle next = ports.next_input();
        if (next >= to) return;
        cycle = std::max(cycle, next);
      }
      step(cycle, ports);
      sample(cycle, ports);
    }
  }

  void write_route(int input_port, int destination, std::uint8_t entry) override {
    twin_.core().write_route(input_port, destination, entry);
  }
  void configure(const RouterSettings& settings) override {
    twin_.core().set_layer_shift(settings.layer_shift);
    twin_.settings() = settings.link;
    enable_ = settings.link_mask;
  }
  bool idle() const override { return !twin_.busy() && !enable_; }
  bool has_error() const override { return twin_.error(); }
  RouteError route_error() override { return twin_.core().first_error(); }
  std::vector<BufferStatus> buffers() override { return twin_.core().buffers(); }
  RouterCounters counters() override { return twin_.core().counters(); }
  std::array<LinkStatus, kRouterLinks> links() override {
    std::array<LinkStatus, kRouterLinks> all;
    for (int link = 0; link < kRouterLinks; ++link) all[index(link)] = twin_.link(link).status();
    return all;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void enable_links() {
    const cycle::CsrRequest request{true, ici_csr::kLinkEnable, *enable_};
    cycle::LayeredInputs in;
    in.request = &request;
    twin_.step(in);
    enable_.reset();
  }

  void step(Cycle cycle, RouterPorts& ports) {
    cycle::LayeredInputs in;
    for (int i = 0; i < kRouterLinks; ++i) {
      const auto& frames = ports.frame_in[index(i)];
      if (!frames.empty() && frames.front().cycle <= cycle) {
        in.frames[index(i)] = &frames.front().frame;
      }
      const auto& flits = ports.lane_in[index(i)];
      if (flits.empty() || flits.front().cycle > cycle) continue;
      const Flit& flit = flits.front().flit;
      int& credits = lane_credits_[index(i)][flit.vc];
      if (credits == 0) continue;
      --credits;
      in.lanes[index(i)] = &flit;
    }
    twin_.step(in);
    for (int i = 0; i < kRouterLinks; ++i) {
      if (in.frames[index(i)] != nullptr) ports.frame_in[index(i)].pop();
      if (in.lanes[index(i)] == nullptr) continue;
      const Flit flit = *in.lanes[index(i)];
      if (flit.tail) ports.lane_taken[index(i)].push_back(cycle);
      packets_.took(i, flit, ports);
      ports.lane_in[index(i)].pop();
    }
  }

  void sample(Cycle cycle, RouterPorts& ports) {
    for (int link = 0; link < kRouterLinks; ++link) {
      if (const LinkFrame* frame = twin_.frame_out(link)) {
        ports.frame_out[index(link)].push_back({cycle, *frame});
      }
    }
    for (std::uint32_t set = twin_.lanes_out(); set != 0; set &= set - 1) {
      const int lane = __builtin_ctz(set);
      Flit flit = twin_.lane_out(lane);
      flit.data = packets_.keep(lane, flit, flit.data->data(), *ports.packets);
      ports.lane_out[index(lane)].push_back({cycle, flit});
    }
    const int vcs = twin_.core().shape().vcs;
    for (std::uint32_t set = twin_.credit_out(); set != 0; set &= set - 1) {
      const int channel = __builtin_ctz(set);
      ++lane_credits_[index(channel / vcs - kRouterLinks)][index(channel % vcs)];
    }
  }

  cycle::LayeredRouter twin_;
  LanePackets packets_;
  std::array<std::array<int, kMaxVcs>, kRouterLanes> lane_credits_{};
  std::optional<std::uint8_t> enable_;
};

}  // namespace

std::unique_ptr<Router> make_layered_cycle_router(int node, int table_entries) {
  cycle::Shape shape;
  shape.table_entries = table_entries;
  return std::make_unique<LayeredCycleRouter>(node, shape);
}

}  // namespace podsim
