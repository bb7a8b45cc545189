// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_TRAFFIC_SINK_H_
#define PODSIM_SW_TRAFFIC_TRAFFIC_SINK_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sw/traffic/load_point.h"
#include "sw/traffic/test_packet.h"
#include "sw/traffic/traffic_source.h"
#include "systemc/ici/router.h"

namespace podsim::traffic {

/// What all sinks of a run have in common.
struct SinkRules {
  int packet_flits = 4;
  bool check_data = false;
  MeasuredCycles measured;
};

/// Takes what leaves a router by its lanes, and checks that every packet arrives once, whole, at
/// its destination, in order for its source lane, destination and virtual channel, and with its
/// data. (Lanes of a node are inputs of their own: nothing keeps the order between them.)
class TrafficSink {
 public:
  /// `rules` and `sources` (by node, null: dead) must outlive it.
  TrafficSink(int node, const SinkRules& rules,
              const std::vector<std::unique_ptr<TrafficSource>>& sources);

  /// Takes the outputs of a window.
  void run(const RouterPorts& ports);

  std::uint64_t arrived() const { return arrived_; }
  /// Flits that came in the measured cycles.
  std::uint64_t measured_flits() const { return measured_flits_; }
  /// Of packets generated in the measured cycles: from generation to the cycle of the tail.
  const std::vector<std::uint32_t>& latencies() const { return latencies_; }
  const LatencyBatches& batches() const { return batches_; }
  /// The cycle of the last of them.
  Cycle last_measured() const { return last_measured_; }
  /// Hash of those packets and their cycles, in any order.
  std::uint64_t digest() const { return digest_; }
  /// What was wrong first; empty if nothing was.
  const std::string& error() const { return error_; }

 private:
  /// A packet that is coming in.
  struct Open {
    HeadWord head;
    bool open = false;
    int flits = 0;
    const FlitData* buffer = nullptr;  ///< of the packet: where its head's data are
  };

  void take(int lane, Cycle cycle, const Flit& flit, PacketPool& packets);
  bool begin(int lane, const Flit& flit, Open& open);
  /// Of a packet whose source exists. Not kept: sources move their records.
  PacketRecord& record_of(HeadWord head) const;
  bool in_order(HeadWord head, int vc);
  void finish(Cycle cycle, const Flit& flit, Open& open);
  void count(Cycle cycle, int flits);
  void fail(const std::string& what, HeadWord head, Cycle cycle);

  /// One more than the last sequence number by lane, virtual channel and source; 0: none yet.
  /// Zeroed pages of the system: at thousands of nodes most are never touched.
  struct Free {
    void operator()(std::uint32_t* array) const;
  };

  int node_;
  const SinkRules* rules_;
  const std::vector<std::unique_ptr<TrafficSource>>* sources_;
  std::array<std::array<Open, kMaxVcs>, kRouterLanes> open_;
  std::unique_ptr<std::uint32_t[], Free> last_;
  std::uint64_t arrived_ = 0;
  std::uint64_t measured_flits_ = 0;
  std::uint64_t digest_ = 0;
  std::vector<std::uint32_t> latencies_;
  LatencyBatches batches_{};
  Cycle last_measured_ = 0;
  std::string error_;
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_TRAFFIC_SINK_H_
