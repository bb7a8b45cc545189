// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ICI_PARAMETERS_H_
#define PODSIM_SYSTEMC_ICI_ICI_PARAMETERS_H_

#include <algorithm>
#include <cstdint>

#include "systemc/base/parameters.h"
#include "systemc/ici/link_settings.h"

namespace podsim {

/// The inter-chip interconnect. Latencies are in ICI cycles. Those of the network interface are
/// chosen together with those of DmaParameters: a step between neighbours takes about 1 us, as
/// published.
struct IciParameters {
  int model = 0;            ///< RouterModel of all routers that no [[router]] rule names
  bool link_layer = false;  ///< CRC, sequence numbers and replay on every link
  LinkSettings link;
  /// Link rate / flit payload = 656 Gb/s / 512 bit (public rate).
  std::int64_t clock_hz = 1'281'250'000;
  std::int64_t link_latency = 52;          ///< flight time of 40 ns; chosen
  std::int64_t nic_send_latency = 128;     ///< packet handed over -> first flit at the router
  std::int64_t nic_receive_latency = 128;  ///< last flit out of the router -> handed to DMA
  std::int64_t nic_credit_latency = 64;    ///< packet taken by the router -> its slot is free
  std::int64_t lane_packets = 32;          ///< packets that a lane's send queue holds
  std::int64_t packet_payload_bytes = 512;
  /// Cycles that routers run on their own; at most longest_window(). 1 = lock-step; 0: the longest.
  std::int64_t window = 0;
  /// A run in which nothing can move stops after this many ICI cycles.
  std::int64_t hang_limit = 20'000;

  /// The smallest latency after which something of one node can be seen at another.
  std::int64_t longest_window() const {
    return std::min({link_latency, nic_send_latency, nic_credit_latency});
  }

  void visit(FieldVisitor& visitor);
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ICI_PARAMETERS_H_
