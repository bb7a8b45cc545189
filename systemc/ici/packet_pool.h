// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_PACKET_POOL_H_
#define PODSIM_SYSTEMC_ICI_PACKET_POOL_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "systemc/base/row_block.h"
#include "systemc/ici/flit.h"

namespace podsim {

/// Buffers for the flits of packets under way. Whoever injects a packet takes a buffer, whoever
/// takes its tail out of the network gives it back; buffers of lost packets live as long as the
/// pool. May be used from several threads.
class PacketPool {
 public:
  /// Buffers of `flits` flits each.
  explicit PacketPool(int flits) : flits_(static_cast<std::size_t>(flits)) {}

  /// Flits that a buffer holds.
  int flits() const { return static_cast<int>(flits_); }
  /// A buffer; its contents are left from its last use.
  FlitData* take();
  /// Gives back a buffer by its first flit; null is allowed.
  void give_back(const FlitData* first);
  /// Several at once, behind those in `buffers`.
  void take(std::size_t count, std::vector<FlitData*>& buffers);
  /// The last `count` of `buffers`.
  void give_back(std::size_t count, std::vector<FlitData*>& buffers);

 private:
  FlitData* take_locked();

  std::mutex mutex_;
  std::size_t flits_;
  std::vector<std::unique_ptr<FlitData[]>> slabs_;
  std::vector<FlitData*> free_;
};

/// A few buffers of a pool for one user, so that the pool's lock is taken for many at once. As the
/// owner of a RowBlock it takes back the buffer whose second flit the block's data begin at.
class PacketCache final : public RowBlock::Owner {
 public:
  explicit PacketCache(PacketPool& pool) : pool_(pool) {}
  ~PacketCache() override { pool_.give_back(free_.size(), free_); }
  PacketCache(const PacketCache&) = delete;
  PacketCache& operator=(const PacketCache&) = delete;

  FlitData* take() {
    if (free_.empty()) pool_.take(kBatch, free_);
    FlitData* buffer = free_.back();
    free_.pop_back();
    return buffer;
  }
  void give_back(std::byte* data) override {
    free_.push_back(reinterpret_cast<FlitData*>(data) - 1);
    if (free_.size() == 2 * kBatch) pool_.give_back(kBatch, free_);
  }

 private:
  static constexpr std::size_t kBatch = 16;

  PacketPool& pool_;
  std::vector<FlitData*> free_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_PACKET_POOL_H_
