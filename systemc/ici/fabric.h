// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_FABRIC_H_
#define PODSIM_SYSTEMC_ICI_FABRIC_H_

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/base/data_scale.h"
#include "systemc/base/host_profile.h"
#include "systemc/base/time.h"
#include "systemc/ici/ici_parameters.h"
#include "systemc/ici/link_faults.h"
#include "systemc/ici/router.h"
#include "systemc/ici/worker_pool.h"

namespace podsim {

/// All routers and links of a pod, advanced a window of W cycles at a time by one SystemC process.
///
/// A link's flight time, and every latency between a chip and its router, is at least W cycles:
/// whatever happens in a window cannot be seen elsewhere within it. So each router runs W cycles on
/// its own, on any thread, while its state is in cache; then the outputs become the neighbours'
/// inputs. The result is that of W = 1, to the bit.
///
/// At the start of a window the fabric runs the routers and then opens the window: the chips
/// take what has arrived and run the same span of time.
///
/// For the caches of the host, nodes are run in blocks. What leaves a router goes into the queues
/// of its neighbours in the same block at once, while it is in cache: it comes after the window, so
/// they do not see it yet. What crosses blocks, which may run on other threads, follows when all
/// have run.
class Fabric : public sc_core::sc_module {
 public:
  /// `scale`: what packets keep of the rows that they carry. `payload_bits`: some model looks at
  /// the bits of payload flits, so that the buffers must have them all.
  Fabric(const sc_core::sc_module_name& name, const IciParameters& parameters, int nodes,
         int threads, HostProfile* profile = nullptr, const DataScale& scale = {},
         bool payload_bits = true);

  /// Gives a node its router. Nodes without one are dead.
  void set_router(int node, std::unique_ptr<Router> router);
  /// Joins two ports by a link, both directions.
  void connect(int node, int port, int other, int other_port);
  /// Calls `before` with the cycles of each window before its routers run.
  void before_window(std::function<void(Cycle from, Cycle to)> before) {
    before_window_ = std::move(before);
  }

  /// Breaks the direction of a link that leaves `node`; `seed` is that of its bit errors, and the
  /// first one given counts. Link layer only: without one a lost flit is lost for ever.
  void add_link_fault(int node, int port, const LinkFault& fault, std::uint64_t seed);
  /// The router of `node` stops before cycle `cycle`: it does nothing any more, and nothing leaves
  /// or enters it.
  void kill(int node, Cycle cycle) { nodes_[index(node)].dies_at = cycle; }
  /// The first cycle that it does not run; kNever if it lives.
  Cycle dies_at(int node) const { return nodes_[index(node)].dies_at; }
  /// Whether it has stopped at the end of the window.
  bool dead(int node) const { return nodes_[index(node)].dies_at <= to_; }

  bool has_router(int node) const { return nodes_[index(node)].router != nullptr; }
  Router& router(int node) { return *nodes_[index(node)].router; }
  const Router& router(int node) const { return *nodes_[index(node)].router; }
  RouterPorts& ports(int node) { return nodes_[index(node)].ports; }

  /// Buffers of all packets in the fabric.
  PacketPool& packets() { return packets_; }

  /// Threads of the fabric, for work between two windows.
  WorkerPool& workers() { return pool_; }

  const Clock& clock() const { return clock_; }
  Cycle window_from() const { return from_; }
  Cycle window_to() const { return to_; }

  /// Schedules the window that starts at cycle `from`, not before the end of the last one.
  void schedule(Cycle from);
  /// Notified when the routers have run the window [window_from(), window_to()).
  const sc_core::sc_event& window_opened() const { return window_opened_; }

  /// Throws what a router threw in the last window; after sc_start() has come back, because nothing
  /// may be thrown through the kernel.
  void rethrow_failure();

  /// No flit or credit in any router or on any link or lane.
  bool idle() const;
  /// Flits that left a router in the last window.
  std::uint64_t moved_in_window() const { return moved_; }
  /// Those of them that left the network by a lane, and packets that came into it by one.
  std::uint64_t passed_lanes_in_window() const { return passed_lanes_; }

  /// The head of a packet that is on a link, or at its far end and not taken yet.
  struct HeadOnLink {
    int node = 0;  ///< that it comes to
    int port = 0;
    std::uint64_t head_word = 0;
  };
  std::vector<HeadOnLink> heads_on_links() const;

  std::uint64_t link_flits(int node, int port) const {
    return nodes_[index(node)].link_flits[index(port)];
  }
  /// Windows run so far.
  std::uint64_t windows() const { return windows_; }

 private:
  struct Far {
    int node = -1;
    int port = 0;
  };
  struct Node {
    std::unique_ptr<Router> router;
    RouterPorts ports;
    std::array<Far, kRouterLinks> far;
    std::array<std::uint64_t, kRouterLinks> link_flits{};
    std::array<std::unique_ptr<LinkFaults>, kRouterLinks> faults;  ///< of what leaves; or null
    Cycle dies_at = kNever;
    int block = 0;
    bool inner = true;    ///< all neighbours are in its block
    bool active = false;  ///< ran in this window, so its outputs count
  };
  /// Memory for what leaves a router by its links: that of one router after the other, so that it
  /// stays in cache.
  struct LinkOutputs {
    std::array<std::vector<TimedFlit>, kRouterLinks> flits;
    std::array<std::vector<TimedCredit>, kRouterLinks> credits;
    std::array<std::vector<TimedFrame>, kRouterLinks> frames;
    void exchange_with(RouterPorts& ports);
    void clear();
  };
  /// Nodes live_[from] to live_[to - 1].
  struct alignas(64) Block {
    std::size_t from = 0;
    std::size_t to = 0;
    std::uint64_t moved = 0;         ///< flits that left its routers in this window
    std::uint64_t passed_lanes = 0;  ///< of them by lanes, and packets taken from lanes
    int active = 0;                  ///< nodes that ran
    LinkOutputs outputs;             ///< of nodes whose neighbours are all in the block
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void advance();
  void run_routers();
  void make_blocks(int count);
  void run_block(Block& block);
  void run_active(Node& node, Block& block);
  bool needs_to_run(const Node& node) const;
  void run_node(Node& node, Block& block);
  void count_outputs(Node& node, Block& block);
  /// Gives what left the router to its neighbours, in its own block or in others.
  void pass_on(Node& node, bool own_block);
  void pass_flits(const Node& node, int port, RouterPorts& to, int to_port) const;
  void pass_frames(Node& node, int port, RouterPorts& to, int to_port) const;

  sc_core::sc_event window_due_;
  sc_core::sc_event window_opened_;
  Clock clock_;
  Cycle window_;
  Cycle link_latency_;
  Cycle from_ = 0;
  Cycle to_ = 0;
  Cycle next_from_ = 0;
  std::vector<Node> nodes_;
  std::vector<int> live_;
  std::vector<Block> blocks_;
  std::function<void(Cycle, Cycle)> before_window_;
  PacketPool packets_;
  PacketPool whole_packets_;  ///< of whole rows, if packets_ has no room for them
  bool payload_bits_;
  WorkerPool pool_;
  HostProfile* profile_;
  std::uint64_t moved_ = 0;
  std::uint64_t passed_lanes_ = 0;
  std::uint64_t windows_ = 0;
  std::exception_ptr failure_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_FABRIC_H_
