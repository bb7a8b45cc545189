// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/packet_pool.h"

namespace podsim {
namespace {

constexpr std::size_t kBuffersPerSlab = 64;

}  // namespace

FlitData* PacketPool::take_locked() {
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

FlitData* PacketPool::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return take_locked();
}

void PacketPool::take(std::size_t count, std::vector<FlitData*>& buffers) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (std::size_t i = 0; i < count; ++i) buffers.push_back(take_locked());
}

void PacketPool::give_back(std::size_t count, std::vector<FlitData*>& buffers) {
  const std::lock_guard<std::mutex> lock(mutex_);
  free_.insert(free_.end(), buffers.end() - static_cast<std::ptrdiff_t>(count), buffers.end());
  buffers.resize(buffers.size() - count);
}

void PacketPool::give_back(const FlitData* first) {
  if (first == nullptr) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  // The pool made it and gave it out as writable.
  free_.push_back(const_cast<FlitData*>(first));
}

}  // namespace podsim
