// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_H_

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/ici/flit.h"
#include "systemc/ici/link_frame.h"
#include "systemc/ici/link_settings.h"
#include "systemc/ici/packet_pool.h"
#include "systemc/ici/ring_queue.h"

/// The router contract: what every router model is to the fabric.
namespace podsim {

inline constexpr int kRouterLinks = 4;
inline constexpr int kRouterLanes = 4;
inline constexpr int kRouterPorts = kRouterLinks + kRouterLanes;

/// Everything that goes in and out of one router. The fabric fills the inputs before a window and
/// takes the outputs after it; nobody else touches them, so that routers can run on any thread.
struct RouterPorts {
  /// Where the data of flits live.
  PacketPool* packets = nullptr;
  /// The same for packets whose rows are kept whole, which others need not be.
  PacketPool* whole_packets = nullptr;
  /// Some model looks at the bits of payload flits, so that all must be there.
  bool payload_bits = true;
  /// A router that copies what comes from a lane gives the packet's buffer back. Not so for a
  /// replica, whose inputs are not packets of the pool.
  bool gives_back = true;
  /// The router takes a packet as one entry (Flit::count).
  bool takes_trains = false;
  /// At its lanes it does.
  bool takes_lane_trains = false;

  // Inputs, in order of cycle. Entries later than the window stay for the next.
  std::array<RingQueue<TimedFlit>, kRouterLinks> link_in;
  std::array<RingQueue<TimedCredit>, kRouterLinks> credit_in;
  /// Flits that wait for a lane; `cycle` is the earliest at which the router may take it.
  std::array<RingQueue<TimedFlit>, kRouterLanes> lane_in;
  /// In place of link_in and credit_in when the link layer is on.
  std::array<RingQueue<TimedFrame>, kRouterLinks> frame_in;

  // Outputs of the window, in order of cycle.
  std::array<std::vector<TimedFlit>, kRouterLinks> link_out;
  std::array<std::vector<TimedCredit>, kRouterLinks> credit_out;
  std::array<std::vector<TimedFlit>, kRouterLanes> lane_out;
  /// In place of link_out and credit_out when the link layer is on.
  std::array<std::vector<TimedFrame>, kRouterLinks> frame_out;
  /// Cycles at which the router took the tail of a packet from a lane.
  std::array<std::vector<Cycle>, kRouterLanes> lane_taken;

  void clear_outputs();
  /// The first cycle at which an input needs the router; kNever if there is none.
  Cycle next_input() const;
};

/// Where a packet sits: one virtual channel of one input buffer.
struct BufferStatus {
  int port = 0;
  int vc = 0;
  enum State : std::uint8_t { kIdle, kRouting, kWaitingForVc, kActive } state = kIdle;
  int flits = 0;
  int output_port = -1;  ///< -1: not routed yet
  int output_vc = -1;
  std::uint16_t source = 0;
  std::uint16_t destination = 0;
  std::uint32_t sequence = 0;
};

/// The first packet that a router could not route.
struct RouteError {
  std::uint64_t count = 0;
  int input_port = 0;
  int destination = 0;
  int source = 0;
  std::uint32_t sequence = 0;
  int entry = 0;  ///< the table entry found
  int cause = 0;  ///< ici_csr::Cause
};

struct RouterCounters {
  std::array<std::uint64_t, kRouterPorts> flits_in{};
  std::array<std::uint64_t, kRouterPorts> flits_out{};
  std::array<std::uint64_t, kRouterPorts> stall_cycles{};
};

/// Settings of a router that its configuration port keeps, but for the routes.
struct RouterSettings {
  std::uint8_t link_mask = 0;  ///< links that lead to a live chip
  /// log2 of the virtual channels that make up a layer of the routing tables.
  int layer_shift = 0;
  LinkSettings link;  ///< if it has a link layer
};

/// One router: Verilated RTL, its C++ twin or a transaction-level model.
class Router {
 public:
  virtual ~Router() = default;

  /// Whether it takes and gives trains (Flit::count).
  virtual bool takes_trains() const { return false; }
  /// Whether it takes them at its lanes, flit by flit.
  virtual bool takes_lane_trains() const { return takes_trains(); }

  /// Runs the cycles [from, to). Calls follow each other without gaps.
  virtual void run(Cycle from, Cycle to, RouterPorts& ports) = 0;

  /// Writes a routing-table entry through the configuration port; not while packets flow.
  virtual void write_route(int input_port, int destination, std::uint8_t entry) = 0;
  virtual void configure(const RouterSettings& settings) = 0;

  /// No flit inside and nothing in the pipeline: may be skipped until an input arrives.
  virtual bool idle() const = 0;
  virtual bool has_error() const = 0;

  // Through the configuration port: may cost model cycles, so for the end of a run only.
  virtual RouteError route_error() = 0;
  virtual std::vector<BufferStatus> buffers() = 0;
  virtual RouterCounters counters() = 0;
  /// What its link layers know; all zero without.
  virtual std::array<LinkStatus, kRouterLinks> links() { return {}; }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_H_
