// SPDX-License-Identifier: Apache-2.0
#include "sw/campaign/trial.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "sw/traffic/bare_fabric.h"
#include "systemc/base/counter_random.h"
#include "systemc/ici/packet.h"

namespace podsim::campaign {
namespace {

/// Injection starts when all links have been trained.
constexpr Cycle kFirstPacket = 500;

/// Word `i` of flit `flit` of a packet, its head's own words excepted.
std::uint64_t word_of(const PacketHead& head, int flit, int i) {
  return counter_random(std::uint64_t{head.source} << 32 | head.sequence,
                        static_cast<std::uint64_t>(flit * kFlitWords + i));
}

/// Random traffic into a fabric, and what becomes of it.
class Scoreboard {
 public:
  Scoreboard(const TrialSetup& setup, std::uint64_t stream, Fabric& fabric)
      : setup_(setup), stream_(stream), fabric_(fabric) {}

  void inject_all() {
    const std::vector<int> nodes = setup_.topology.live_chips();
    for (const int node : nodes) {
      for (int i = 0; i < setup_.packets_a_node; ++i) inject(node, i, nodes);
    }
  }

  void collect() {
    for (const int node : setup_.topology.live_chips()) {
      if (fabric_.dead(node)) continue;
      for (int lane = 0; lane < kRouterLanes; ++lane) {
        for (const TimedFlit& out : fabric_.ports(node).lane_out[static_cast<std::size_t>(lane)]) {
          take(node, lane, out.flit);
        }
      }
    }
  }

  void fill(TrialResult& result) const {
    result.sent = sent_;
    result.arrived = static_cast<int>(arrivals_.size());
    result.wrong = wrong_;
    result.repeated = repeated_;
    result.reported += cut_;
  }

 private:
  struct Open {
    bool open = false;
    bool intact = true;
    PacketHead head;
    FlitData head_data{};
    int flits = 0;
  };
  using Key = std::pair<int, std::uint32_t>;  // source, sequence

  void inject(int node, int i, const std::vector<int>& nodes) {
    const auto random = [&](std::uint64_t what) {
      return counter_random(counter_random(stream_, static_cast<std::uint64_t>(node)),
                            static_cast<std::uint64_t>(i) * 8 + what);
    };
    PacketHead head;
    head.source = static_cast<std::uint16_t>(node);
    head.destination = static_cast<std::uint16_t>(nodes[random(0) % nodes.size()]);
    head.destination_lane = static_cast<std::uint8_t>(random(1) % kRouterLanes);
    head.sequence = static_cast<std::uint32_t>(i);
    const int flits = 1 + static_cast<int>(random(2) % static_cast<unsigned>(setup_.most_flits));
    head.payload_bytes = static_cast<std::uint16_t>((flits - 1) * kFlitBytes);
    FlitData* buffer = fabric_.packets().take();
    buffer[0] = encode_head(head);
    for (int flit = 1; flit < flits; ++flit) {
      for (int w = 0; w < kFlitWords; ++w) {
        buffer[flit][static_cast<std::size_t>(w)] = word_of(head, flit, w);
      }
    }
    const Cycle spacing = setup_.injection / static_cast<Cycle>(setup_.packets_a_node);
    const Cycle ready = kFirstPacket + static_cast<Cycle>(i) * spacing + random(3) % spacing;
    auto& lane = fabric_.ports(node).lane_in[static_cast<std::size_t>(i % kRouterLanes)];
    for_each_flit_of(packet_train(buffer, flits, 0), [&](const Flit& flit) {
      lane.push({ready, flit});
    });
    ++sent_;
  }

  void take(int node, int lane, const Flit& flit) {
    Open& open = open_[{node, lane * kMaxVcs + flit.vc}];
    if (flit.head) {
      open = {};
      open.open = true;
      open.head_data = *flit.data;
      open.head = decode_head(*flit.data);
    }
    if (flit.poison) {
      ++cut_;
      open.open = false;
      return;
    }
    check(flit, open);
    ++open.flits;
    if (!flit.tail) return;
    finish(node, lane, open);
    open.open = false;
  }

  static void check(const Flit& flit, Open& open) {
    if (!open.open || flit.head) return;
    for (int w = 0; w < kFlitWords; ++w) {
      const bool same =
          (*flit.data)[static_cast<std::size_t>(w)] == word_of(open.head, open.flits, w);
      open.intact = open.intact && same;
    }
  }

  void finish(int node, int lane, const Open& open) {
    const PacketHead& head = open.head;
    const bool right =
        open.open && open.intact && head.destination == node && head.destination_lane == lane &&
        open.flits == 1 + payload_flits(head.payload_bytes) && encode_head(head) == open.head_data;
    if (!right) {
      ++wrong_;
    } else if (!arrivals_.emplace(Key{head.source, head.sequence}, 1).second) {
      ++repeated_;
    }
  }

  const TrialSetup& setup_;
  std::uint64_t stream_;
  Fabric& fabric_;
  std::map<std::pair<int, int>, Open> open_;
  std::map<Key, int> arrivals_;
  int sent_ = 0;
  int wrong_ = 0;
  int repeated_ = 0;
  std::uint64_t cut_ = 0;
};

/// What the routers that are alive say.
void ask_routers(const Topology& topology, Fabric& fabric, TrialResult& result) {
  for (const int node : topology.live_chips()) {
    if (fabric.dead(node)) continue;
    Router& router = fabric.router(node);
    result.reported += router.route_error().count;
    for (const LinkStatus& link : router.links()) {
      result.reported += link.lost();
      // A link that is down says that what was on it, or behind it, may be lost.
      result.detected = result.detected || link.crc_errors != 0 || link.replays != 0 ||
                        link.downs != 0 || link.trainings > 1;
      if (link.downs != 0) ++result.reported;
    }
  }
  result.detected = result.detected || result.reported != 0;
}

}  // namespace

const char* name(Verdict verdict) {
  static constexpr std::array<const char*, 5> kNames = {"no effect", "corrected", "reported",
                                                        "silent", "hang"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Verdict judge(const TrialResult& result, bool at_rest) {
  if (!at_rest) return Verdict::kHang;
  if (result.wrong != 0 || result.repeated != 0) return Verdict::kSilent;
  const auto missing = static_cast<std::uint64_t>(result.sent - result.arrived);
  if (missing == 0) return result.detected ? Verdict::kCorrected : Verdict::kNoEffect;
  const bool accounted = result.fault.dead_node >= 0 ? result.detected : missing <= result.reported;
  return accounted ? Verdict::kReported : Verdict::kSilent;
}

TrialResult run_trial(const TrialSetup& setup, std::uint64_t trial) {
  TrialResult result;
  result.fault =
      plan_fault(setup.seed, trial, setup.topology, kFirstPacket, kFirstPacket + setup.injection);
  traffic::BareFabric bare(setup.pod, setup.topology, setup.tables, 0, setup.most_flits);
  Fabric& fabric = bare.fabric();
  plant(result.fault, counter_random(setup.seed, trial), fabric);
  Scoreboard board(setup, counter_random(~setup.seed, trial), fabric);
  board.inject_all();
  bool at_rest = false;
  bare.run([&](Cycle to) {
    board.collect();
    at_rest = to > result.fault.at && fabric.idle();
    result.rest = to;
    return !at_rest && to < setup.patience;
  });
  ask_routers(setup.topology, fabric, result);
  board.fill(result);
  result.detected = result.detected || result.reported != 0;
  result.verdict = judge(result, at_rest);
  return result;
}

}  // namespace podsim::campaign
