// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_TRANSFERS_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_TRANSFERS_H_

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "systemc/memory/dma_context.h"
#include "systemc/memory/dma_descriptor.h"
#include "systemc/memory/slot_pool.h"

namespace podsim {

/// The transfers that a core has started.
///
/// A transfer is cut into pieces (bursts of a local, packets of a remote transfer), of which it
/// holds a window. A piece is read at one event; when its data is there, a local one is written
/// and a remote one waits for its turn in its lane, in order within the transfer and in round
/// robin between transfers.
class DmaTransfers {
 public:
  explicit DmaTransfers(DmaContext& context) : context_(context) {}

  void start(const DmaDescriptor& descriptor, Picoseconds at);
  void begin(std::uint32_t index, Picoseconds now);             ///< at DmaMoment::kBegin
  void piece_read(std::uint32_t piece_index, Picoseconds now);  ///< at DmaMoment::kRead
  void piece_written(std::uint32_t piece_index, Picoseconds now);
  /// Hands ready pieces of the lane over while it takes them.
  void pump(int lane, Picoseconds at);

  int unread() const { return unread_; }
  bool empty() const { return transfers_.used() == 0; }
  void describe(std::vector<std::string>& lines) const;

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  struct Piece {
    std::uint32_t transfer = kNone;
    std::uint32_t next = kNone;  ///< remote: the piece behind this one
    DmaPieces::Piece rows{};
    bool ready = false;
    RowBlock data;  ///< the buffer of a local piece stays for the next one
  };
  struct Transfer {
    DmaTransfer plan;
    DmaPieces pieces;
    std::uint64_t number = 0;  ///< of all transfers of the engine
    Picoseconds from = 0;
    std::uint64_t bytes = 0;
    std::uint64_t read = 0;
    std::uint64_t moved = 0;      ///< written, or handed to the network
    std::uint32_t in_flight = 0;  ///< pieces held
    std::uint32_t first = kNone;  ///< remote: pieces in order
    std::uint32_t last_piece = kNone;
    bool active = false;
    bool begun = false;
    bool failed = false;
  };

  void fill(std::uint32_t index, Picoseconds now);
  bool read_next(std::uint32_t index, Picoseconds now);
  void make_room(const DmaTransfer& plan, Piece& piece);
  void write_piece(std::uint32_t piece_index, Picoseconds now);
  void account_read(Transfer& transfer, std::uint32_t bytes, Picoseconds now);
  void append(Transfer& transfer, std::uint32_t piece);
  std::uint32_t next_ready(int lane);
  void send_first(std::uint32_t index, Picoseconds at);
  RemoteWrite take_first(Transfer& transfer);
  void release_piece(std::uint32_t piece);
  void finish(std::uint32_t index, Picoseconds now);
  void fail(std::uint32_t index);
  void drop_if_drained(std::uint32_t index);
  std::string describe(const Transfer& transfer) const;

  DmaContext& context_;
  SlotPool<Transfer> transfers_;
  SlotPool<Piece> pieces_;
  std::array<std::deque<std::uint32_t>, kDmaLanes> lanes_;  ///< transfers, next one in front
  std::uint64_t started_ = 0;
  int unread_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_DMA_TRANSFERS_H_
