// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_PROBE_PACKET_STATISTICS_H_
#define PODSIM_SYSTEMC_PROBE_PACKET_STATISTICS_H_

#include <cstdint>

#include "systemc/base/observer.h"
#include "systemc/base/time.h"

namespace podsim {

/// Counts packets, their bytes and their latency from injection to the write of their data.
class PacketStatistics final : public Observer {
 public:
  void on_packet(const PacketEvent& event) override;

  std::uint64_t packets() const { return packets_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Latencies in ps; 0 while no packet has arrived.
  double mean_latency() const;
  Picoseconds minimum_latency() const { return packets_ == 0 ? 0 : minimum_; }
  Picoseconds maximum_latency() const { return maximum_; }
  /// The packet with maximum_latency(), the first of several. Valid if packets() > 0.
  const PacketEvent& slowest() const { return slowest_; }

  void reset() { *this = PacketStatistics(); }

 private:
  std::uint64_t packets_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t latency_sum_ = 0;
  Picoseconds minimum_ = kNever;
  Picoseconds maximum_ = 0;
  PacketEvent slowest_{};
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_PROBE_PACKET_STATISTICS_H_
