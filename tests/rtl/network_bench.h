// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_NETWORK_BENCH_H_
#define PODSIM_TESTS_RTL_NETWORK_BENCH_H_

#include <deque>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "router_bench.h"
#include "router_model.h"
#include "rtl/ici_csr.h"

namespace podsim::rtl_test {

/// What is on the wires of one direction of a link in one cycle.
struct Wire {
  bool valid = false;
  Flit flit;
  FrameFields frame;
  std::uint32_t credit = 0;  ///< pulses of the reverse direction's buffers, without link layer
};

/// What the wires of one direction do to frames.
struct Weather {
  double corrupt = 0;  ///< chance that 1 to 5 bits of a frame are inverted
  double lose = 0;     ///< chance that a frame vanishes
  double noise = 0;    ///< chance that random bits come as a frame in a cycle without one
  bool cut = false;    ///< nothing gets through
};

/// Counters of all routers of a network added up.
struct Losses {
  std::uint64_t dropped = 0;    ///< packets that ended in a dead link
  std::uint64_t uncertain = 0;  ///< packets given up unacknowledged
  std::uint64_t poisoned = 0;   ///< packets ended by force
  std::uint64_t drained = 0;    ///< packets whose route failed
  std::uint64_t crc_errors = 0;
  std::uint64_t replays = 0;
  std::uint64_t trainings = 0;
  std::uint64_t downs = 0;
};

/// Routers joined by wires with flight times, sources and sinks at their lanes, and a scoreboard.
/// Every flit that comes out of a lane is checked bit by bit; packets must come whole or with a
/// poisoned tail, at most once, at the right lane, and in order per (source, lane, VC, target).
/// A violation throws std::runtime_error. A router that is not busy and has no input is not
/// clocked.
class NetworkBench {
 public:
  NetworkBench(const std::vector<Variant>& routers, unsigned seed);

  /// Wires both ways between two link ports; `flight` cycles, 1 or more.
  void join(unsigned a, unsigned port_a, unsigned b, unsigned port_b, unsigned flight);
  /// Wires from a link port.
  Weather& weather(unsigned node, unsigned port);

  void write(unsigned node, std::uint16_t address, std::uint32_t data);
  void write_all(std::uint16_t address, std::uint32_t data);
  std::uint32_t read(unsigned node, std::uint16_t address);
  std::uint32_t read(unsigned node, unsigned link, ici_csr::LinkWord word) {
    return read(node, ici_csr::link_status(link, word));
  }
  ici_csr::LinkState state(unsigned node, unsigned link) {
    return static_cast<ici_csr::LinkState>(read(node, link, ici_csr::LinkWord::kState));
  }

  /// Queue a packet at a lane.
  void send(unsigned node, unsigned lane, unsigned vc, unsigned target, unsigned target_lane,
            unsigned flits);
  void step();
  void run(unsigned cycles);
  /// Steps until nothing moves any more; throws after `limit` cycles.
  void settle(std::uint64_t limit);
  bool busy(unsigned node) const { return nodes_[node].model->busy(); }
  bool error(unsigned node) const { return nodes_[node].model->error(); }

  std::uint64_t cycle() const { return cycle_; }
  unsigned nodes() const { return static_cast<unsigned>(nodes_.size()); }
  std::uint64_t sent() const { return packets_.size(); }
  std::uint64_t whole() const { return whole_; }
  std::uint64_t cut() const { return cut_; }
  std::uint64_t flits_out() const { return flits_out_; }
  /// Cycles in which the first and the last flit came out of a lane.
  std::uint64_t first_out() const { return first_out_; }
  std::uint64_t last_out() const { return last_out_; }
  /// Frames that a router has put on any wire.
  std::uint64_t frames() const { return frames_; }
  Losses losses();
  /// Every packet came whole and once; throws if not.
  void expect_all_whole();
  /// Every packet came whole, or came cut, or is lost, and counters tell of it.
  void expect_all_accounted();
  void set_gap(double chance) { gap_ = chance; }

 private:
  struct Sent {
    Packet packet;
    unsigned lane = 0;
    unsigned vc = 0;
    bool arrived = false;
  };
  struct Source {
    std::deque<std::size_t> packets;  // index into packets_
    unsigned flit = 0;
    unsigned credits = 0;
  };
  struct Arriving {
    bool open = false;
    std::size_t packet = 0;
    unsigned next = 0;
  };
  struct Node {
    std::unique_ptr<RouterModel> model;
    std::array<int, kLinks> wires_in{};
    std::array<int, kLinks> wires_out{};
    std::array<std::array<Source, kMaxVcs>, kLinks> sources;
    std::array<std::array<Arriving, kMaxVcs>, kLinks> arriving;
  };
  struct Wires {
    std::deque<Wire> pipe;
    Weather weather;
  };
  using Flow = std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned>;

  Pins inputs(Node& node);
  void inject(Node& node, unsigned lane, Pins& in);
  void clock(unsigned index, const CsrRequest& csr);
  void step(unsigned csr_node, const CsrRequest& csr);
  void carry(Node& node, bool clocked);
  void spoil(Wire& wire, const Weather& weather, const Shape& shape);
  void collect(unsigned index);
  void check(unsigned index, unsigned lane, const Flit& flit);
  void check_head(unsigned index, unsigned lane, const Flit& flit);
  bool quiet() const;
  bool chance(double p) { return p > 0 && std::uniform_real_distribution<>(0, 1)(random_) < p; }
  [[noreturn]] void fail(unsigned node, unsigned lane, const Flit& flit, const char* what) const;

  std::vector<Node> nodes_;
  std::vector<Wires> wires_;
  std::vector<Sent> packets_;
  std::map<Flow, std::uint32_t> last_;
  std::mt19937 random_;
  std::uint64_t cycle_ = 0;
  std::uint64_t whole_ = 0;
  std::uint64_t cut_ = 0;
  std::uint64_t flits_out_ = 0;
  std::uint64_t first_out_ = 0;
  std::uint64_t last_out_ = 0;
  std::uint64_t frames_ = 0;
  double gap_ = 0;
};

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_NETWORK_BENCH_H_
