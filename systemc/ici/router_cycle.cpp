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
  CycleRouter(int node, const cycle::Shape& shape)
      : core_(shape, node), vc_shift_(__builtin_ctz(static_cast<unsigned>(shape.vcs))) {
    for (auto& lane : lane_credits_) lane.fill(shape.lane_depth);
    core_.set_links(0);
  }

  bool takes_lane_trains() const override { return true; }

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    Inputs inputs(ports);
    for (Cycle cycle = from; cycle < to; ++cycle) {
      if (!core_.busy()) {
        const Cycle next = inputs.next();
        if (next >= to) return;
        cycle = std::max(cycle, next);
      }
      core_.step();
      const std::uint32_t due = inputs.due(cycle);
      if (due != 0) drive(cycle, due, inputs);
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
  /// When the first entry of each queue is due. A window's inputs are all there when it begins, so
  /// that a cycle need not look at queues that have nothing for it.
  class Inputs {
   public:
    explicit Inputs(RouterPorts& p) : ports(p) {
      for (int link = 0; link < kRouterLinks; ++link) {
        note(link, p.link_in[index(link)]);
        note(kFirstCredits + link, p.credit_in[index(link)]);
        note(kFirstLane + link, p.lane_in[index(link)]);
      }
    }
    /// Bit i: queue i has an entry for this cycle or an earlier one.
    std::uint32_t due(Cycle cycle) const {
      std::uint32_t set = 0;
      for (int i = 0; i < kQueues; ++i) set |= (at_[index(i)] <= cycle ? 1u : 0u) << i;
      return set;
    }
    Cycle next() const { return *std::min_element(at_.begin(), at_.end()); }
    template <class Queue>
    void note(int i, const Queue& queue) {
      at_[index(i)] = queue.empty() ? kNever : queue.front().cycle;
    }

    static constexpr int kFirstCredits = kRouterLinks;
    static constexpr int kFirstLane = 2 * kRouterLinks;
    static constexpr int kQueues = 2 * kRouterLinks + kRouterLanes;
    RouterPorts& ports;

   private:
    std::array<Cycle, kQueues> at_;
  };

  /// Takes the inputs of this edge from the queues in `due`.
  void drive(Cycle cycle, std::uint32_t due, Inputs& inputs) {
    std::uint32_t credits = 0;
    for (; due != 0; due &= due - 1) {
      const int i = __builtin_ctz(due);
      if (i < Inputs::kFirstCredits) {
        auto& flits = inputs.ports.link_in[index(i)];
        core_.accept(i, flits.front().flit);
        flits.pop();
        inputs.note(i, flits);
      } else if (i < Inputs::kFirstLane) {
        const int link = i - Inputs::kFirstCredits;
        auto& returns = inputs.ports.credit_in[index(link)];
        credits |= take_credits(cycle, returns) << (link << vc_shift_);
        inputs.note(i, returns);
      } else {
        drive_lane(cycle, i - Inputs::kFirstLane, inputs);
      }
    }
    core_.return_credits(credits);
  }

  static std::uint32_t take_credits(Cycle cycle, RingQueue<TimedCredit>& returns) {
    std::uint32_t credits = 0;
    do {
      credits |= returns.front().vc_mask;
      returns.pop();
    } while (!returns.empty() && returns.front().cycle <= cycle);
    return credits;
  }

  void drive_lane(Cycle cycle, int lane, Inputs& inputs) {
    auto& queue = inputs.ports.lane_in[index(lane)];
    Flit& flit = queue.front().flit;
    int& credits = lane_credits_[index(lane)][flit.vc];
    if (credits == 0) return;  // still due in the next cycle
    --credits;
    if (flit.count > 1) {
      core_.accept(kRouterLinks + lane, take_first_flit(flit));
      return;
    }
    core_.accept(kRouterLinks + lane, flit);
    if (flit.tail) inputs.ports.lane_taken[index(lane)].push_back(cycle);
    queue.pop();
    inputs.note(Inputs::kFirstLane + lane, queue);
  }

  /// Takes it off a train of several.
  static Flit take_first_flit(Flit& train) {
    Flit first = train;
    first.tail = false;
    first.count = 1;
    train.head = false;
    train.head_word = 0;
    if (train.data != nullptr) ++train.data;
    --train.count;
    return first;
  }

  void sample_flits(Cycle cycle, RouterPorts& ports) {
    for (std::uint32_t set = core_.out_valid(); set != 0; set &= set - 1) {
      const int port = __builtin_ctz(set);
      auto& out = port < kRouterLinks ? ports.link_out[index(port)]
                                      : ports.lane_out[index(port - kRouterLinks)];
      TimedFlit& timed = out.emplace_back();  // in place: a copy would wait for its own stores
      timed.cycle = cycle;
      timed.flit = core_.out(port);
    }
  }

  void sample_credits(Cycle cycle, RouterPorts& ports) {
    const int shift = vc_shift_;
    const std::uint32_t vcs = (1u << (1 << shift)) - 1;  // of one port
    std::uint32_t left = core_.credit_out();
    for (std::uint32_t links = left & ((1u << (kRouterLinks << shift)) - 1); links != 0;) {
      const int link = __builtin_ctz(links) >> shift;
      const std::uint32_t mask = links >> (link << shift) & vcs;
      TimedCredit& timed = ports.credit_out[index(link)].emplace_back();
      timed.cycle = cycle;
      timed.vc_mask = static_cast<std::uint8_t>(mask);
      links &= ~(vcs << (link << shift));
      left &= ~(vcs << (link << shift));
    }
    for (; left != 0; left &= left - 1) {
      const int channel = __builtin_ctz(left);
      ++lane_credits_[index((channel >> shift) - kRouterLinks)]
                     [index(channel & ((1 << shift) - 1))];
    }
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  cycle::RouterCore core_;
  int vc_shift_;  // log2 of the virtual channels
  std::array<std::array<int, kMaxVcs>, kRouterLanes> lane_credits_{};
};

}  // namespace

std::unique_ptr<Router> make_cycle_router(int node, int table_entries) {
  cycle::Shape shape;
  shape.table_entries = table_entries;
  return std::make_unique<CycleRouter>(node, shape);
}

}  // namespace podsim
