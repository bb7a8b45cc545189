// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/packet_statistics.h"

#include <algorithm>

namespace podsim {

void PacketStatistics::on_packet(const PacketEvent& event) {
  const Picoseconds latency = event.to - event.from;
  if (packets_ == 0 || latency > maximum_) slowest_ = event;
  ++packets_;
  bytes_ += event.bytes;
  latency_sum_ += latency;
  minimum_ = std::min(minimum_, latency);
  maximum_ = std::max(maximum_, latency);
}

double PacketStatistics::mean_latency() const {
  if (packets_ == 0) return 0;
  return static_cast<double>(latency_sum_) / static_cast<double>(packets_);
}

}  // namespace podsim
