// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/packet_pool.h"

namespace podsim {
namespace {

constexpr std::size_t kBuffersPerSlab = 64;

}  // namespace

FlitData* PacketPool::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (free_.empty()) {
    slabs_.push_back(std::make_unique<FlitData[]>(kBuffersPerSlab * flits_));
    for (std::size_t i = kBuffersPerSlab; i > 0; --i) {
      free_.push_back(slabs_.back().get() + (i - 1) * flits_);
    }
  }
  FlitData* buffer = free_.back();
  free_.pop_back();
  return buffer;
}

void PacketPool::give_back(const FlitData* first) {
  if (first == nullptr) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  // The pool made it and gave it out as writable.
  free_.push_back(const_cast<FlitData*>(first));
}

}  // namespace podsim
