// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/input_record.h"

namespace podsim {
namespace {

constexpr std::size_t kEventsKept = 20;

/// Something that a router put out, for the report.
struct Event {
  Cycle cycle = 0;
  const char* what = "";
  int port = 0;
  std::uint64_t value = 0;
};

std::string to_string(const Event& event) {
  return fmt::format("  cycle {}: port {} {} 0x{:x}", event.cycle, event.port, event.what,
                     event.value);
}

/// A field in which two models differ.
struct Difference {
  int port = 0;
  std::string field;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

std::uint64_t flags_of(bool head, bool tail, bool poison, int vc) {
  return (head ? 1u : 0u) | (tail ? 2u : 0u) | (poison ? 4u : 0u) | static_cast<unsigned>(vc) << 3;
}

/// Compares outputs that two models appended in one cycle; throws the first Difference.
class Comparison {
 public:
  explicit Comparison(int port) : port_(port) {}

  void field(const char* name, std::uint64_t first, std::uint64_t second) const {
    if (first != second) throw Difference{port_, name, first, second};
  }

  void flits(const TimedFlit& a, const TimedFlit& b) const {
    field("cycle", a.cycle, b.cycle);
    field("flags (head, tail, poison, VC)",
          flags_of(a.flit.head, a.flit.tail, a.flit.poison, a.flit.vc),
          flags_of(b.flit.head, b.flit.tail, b.flit.poison, b.flit.vc));
    field("head word", a.flit.head_word, b.flit.head_word);
    if (a.flit.data != nullptr && b.flit.data != nullptr) data(*a.flit.data, *b.flit.data);
  }

  void frames(const TimedFrame& a, const TimedFrame& b) const {
    const LinkFrame& f = a.frame;
    const LinkFrame& g = b.frame;
    field("cycle", a.cycle, b.cycle);
    field("kind", f.kind, g.kind);
    field("sequence number", f.sequence, g.sequence);
    field("acknowledged", f.acknowledge, g.acknowledge);
    field("nack", f.nack, g.nack);
    field("flags (head, tail, poison, VC)", flags_of(f.head, f.tail, f.poison, f.vc),
          flags_of(g.head, g.tail, g.poison, g.vc));
    for (std::size_t vc = 0; vc < kMaxVcs; ++vc) field("credit", f.credit[vc], g.credit[vc]);
    data(f.data, g.data);
    field("CRC", f.crc, g.crc);
  }

  void data(const FlitData& a, const FlitData& b) const {
    for (std::size_t w = 0; w < a.size(); ++w) {
      if (a[w] != b[w]) throw Difference{port_, fmt::format("data word {}", w), a[w], b[w]};
    }
  }

 private:
  int port_;
};

class LockstepRouter final : public Router {
 public:
  LockstepRouter(int node, std::unique_ptr<Router> first, std::unique_ptr<Router> second)
      : node_(node), first_(std::move(first)), second_(std::move(second)) {}

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    record_.copy_new(ports);
    for (Cycle cycle = from; cycle < to; ++cycle) {
      const Sizes before = sizes_of(ports);
      first_->run(cycle, cycle + 1, ports);
      second_->run(cycle, cycle + 1, record_.ports());
      try {
        compare(ports, before);
      } catch (const Difference& difference) {
        report(cycle, difference);
      }
      record_.clear_outputs();
    }
    record_.forget_taken();
  }

  void write_route(int input_port, int destination, std::uint8_t entry) override {
    first_->write_route(input_port, destination, entry);
    second_->write_route(input_port, destination, entry);
  }
  void configure(const RouterSettings& settings) override {
    first_->configure(settings);
    second_->configure(settings);
  }
  bool idle() const override { return first_->idle() && second_->idle(); }
  bool has_error() const override { return first_->has_error() || second_->has_error(); }
  RouteError route_error() override { return first_->route_error(); }
  std::vector<BufferStatus> buffers() override { return first_->buffers(); }
  RouterCounters counters() override { return first_->counters(); }
  std::array<LinkStatus, kRouterLinks> links() override { return first_->links(); }

 private:
  struct Sizes {
    std::array<std::size_t, kRouterLinks> flits, credits, frames, lanes, taken;
  };

  static Sizes sizes_of(const RouterPorts& ports) {
    Sizes sizes{};
    for (std::size_t i = 0; i < kRouterLinks; ++i) {
      sizes.flits[i] = ports.link_out[i].size();
      sizes.credits[i] = ports.credit_out[i].size();
      sizes.frames[i] = ports.frame_out[i].size();
      sizes.lanes[i] = ports.lane_out[i].size();
      sizes.taken[i] = ports.lane_taken[i].size();
    }
    return sizes;
  }

  void compare(const RouterPorts& ports, const Sizes& before) {
    const RouterPorts& other = record_.ports();
    for (std::size_t i = 0; i < kRouterLinks; ++i) {
      const int link = static_cast<int>(i);
      const int lane = link + kRouterLinks;
      compare_list(link, "flit", ports.link_out[i], before.flits[i], other.link_out[i]);
      compare_list(link, "credit", ports.credit_out[i], before.credits[i], other.credit_out[i]);
      compare_list(link, "frame", ports.frame_out[i], before.frames[i], other.frame_out[i]);
      compare_list(lane, "flit", ports.lane_out[i], before.lanes[i], other.lane_out[i]);
      Comparison(lane).field("packets taken", ports.lane_taken[i].size() - before.taken[i],
                             other.lane_taken[i].size());
    }
    Comparison(-1).field("busy", first_->idle() ? 0 : 1, second_->idle() ? 0 : 1);
    Comparison(-1).field("error", first_->has_error() ? 1 : 0, second_->has_error() ? 1 : 0);
  }

  template <class T>
  void compare_list(int port, const char* what, const std::vector<T>& first, std::size_t from,
                    const std::vector<T>& second) {
    const Comparison comparison(port);
    comparison.field(what, first.size() - from, second.size());
    for (std::size_t i = 0; i < second.size(); ++i)
      compare_one(comparison, first[from + i], second[i]);
    for (std::size_t i = from; i < first.size(); ++i) note(port, what, first[i]);
  }

  static void compare_one(const Comparison& c, const TimedFlit& a, const TimedFlit& b) {
    c.flits(a, b);
  }
  static void compare_one(const Comparison& c, const TimedFrame& a, const TimedFrame& b) {
    c.frames(a, b);
  }
  static void compare_one(const Comparison& c, const TimedCredit& a, const TimedCredit& b) {
    c.field("credit cycle", a.cycle, b.cycle);
    c.field("credits (VC mask)", a.vc_mask, b.vc_mask);
  }

  void note(int port, const char* what, const TimedFlit& t) {
    remember({t.cycle, what, port, t.flit.head ? t.flit.head_word : t.flit.vc});
  }
  void note(int port, const char* what, const TimedFrame& t) {
    remember({t.cycle, what, port, std::uint64_t{t.frame.kind} << 16 | t.frame.sequence});
  }
  void note(int port, const char* what, const TimedCredit& t) {
    remember({t.cycle, what, port, t.vc_mask});
  }
  void remember(const Event& event) {
    events_.push_back(event);
    if (events_.size() > kEventsKept) events_.pop_front();
  }

  [[noreturn]] void report(Cycle cycle, const Difference& d) const {
    const std::string where =
        d.port < 0 ? std::string("as a whole") : fmt::format("port {}", d.port);
    std::string text = fmt::format(
        "router of node {}, cycle {}, {}: {} is 0x{:x} in the first model and 0x{:x} in the second",
        node_, cycle, where, d.field, d.first, d.second);
    text += "\nlast outputs of the first model (head word or VC; kind and sequence of frames):";
    for (const Event& event : events_) text += "\n" + to_string(event);
    throw UserError("COSIM-001", text, {},
                    "[waves] of this chip with trigger = \"error\" shows the cycles before",
                    ExitCode::kDivergence);
  }

  int node_;
  std::unique_ptr<Router> first_;
  std::unique_ptr<Router> second_;
  InputRecord record_;
  std::deque<Event> events_;
};

}  // namespace

std::unique_ptr<Router> make_lockstep_router(int node, std::unique_ptr<Router> first,
                                             std::unique_ptr<Router> second) {
  return std::make_unique<LockstepRouter>(node, std::move(first), std::move(second));
}

}  // namespace podsim
