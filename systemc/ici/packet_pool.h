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
///
/// As the owner of a RowBlock it takes back the buffer whose second flit the block's data begin at.
class PacketPool final : public RowBlock::Owner {
 public:
  /// Buffers of `flits` flits each.
  explicit PacketPool(int flits) : flits_(static_cast<std::size_t>(flits)) {}

  /// Flits that a buffer holds.
  int flits() const { return static_cast<int>(flits_); }
  /// A buffer; its contents are left from its last use.
  FlitData* take();
  /// Gives back a buffer by its first flit; null is allowed.
  void give_back(const FlitData* first);
  void give_back(std::byte* data) override {
    give_back(reinterpret_cast<const FlitData*>(data) - 1);
  }

 private:
  std::mutex mutex_;
  std::size_t flits_;
  std::vector<std::unique_ptr<FlitData[]>> slabs_;
  std::vector<FlitData*> free_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_PACKET_POOL_H_
