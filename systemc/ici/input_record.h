// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_INPUT_RECORD_H_
#define PODSIM_SYSTEMC_ICI_INPUT_RECORD_H_

#include <array>
#include <cstdint>
#include <functional>
#include <utility>

#include "systemc/ici/router.h"

namespace podsim {

/// A second set of inputs for a replica of a router: what reaches the router's ports reaches these
/// too, with data of their own, so that the replica may run as much later as it likes.
class InputRecord {
 public:
  /// Calls `seen` with the first word of each packet's head that comes, and its cycle.
  void on_head(std::function<void(Cycle, std::uint64_t)> seen) { on_head_ = std::move(seen); }
  /// Copies what has come to `live` since the last call. Before each window of the router.
  void copy_new(const RouterPorts& live);
  /// What the replica is to run with.
  RouterPorts& ports() { return ports_; }
  /// Gives back the data of flits that the replica has taken, and its outputs. After each of its
  /// windows.
  void forget_taken();
  /// Forgets the replica's outputs.
  void clear_outputs();

 private:
  /// A queue of flits and the buffers of their data, in the same order.
  struct FlitCopies {
    std::uint64_t seen = 0;
    RingQueue<FlitData*> buffers;
  };

  void copy_flits(const RingQueue<TimedFlit>& from, RingQueue<TimedFlit>& to, FlitCopies& copies);
  void forget(const RingQueue<TimedFlit>& queue, FlitCopies& copies);

  std::function<void(Cycle, std::uint64_t)> on_head_;
  PacketPool pool_{1};     ///< data that go in
  PacketPool outputs_{1};  ///< data that a replica with link layer puts together
  bool layered_ = false;   ///< it has one
  RouterPorts ports_;
  std::array<FlitCopies, kRouterLinks> link_copies_;
  std::array<FlitCopies, kRouterLanes> lane_copies_;
  std::array<std::uint64_t, kRouterLinks> credits_seen_{};
  std::array<std::uint64_t, kRouterLinks> frames_seen_{};
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_INPUT_RECORD_H_
