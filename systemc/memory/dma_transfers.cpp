// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_transfers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace podsim {
namespace {

/// A transfer to a memory of whole rows from one that may keep only a part of them.
bool loses_exact_rows(const DmaTransfer& plan) {
  return keeps_whole_rows(plan.target_space) && !keeps_whole_rows(plan.source_space);
}

}  // namespace

void DmaTransfers::start(const DmaDescriptor& descriptor, Picoseconds at) {
  if (const auto fault = check_descriptor(descriptor, context_.total_cores)) {
    context_.client.dma_fault(fault->id, fault->message, at);
    return;
  }
  Transfer transfer;
  transfer.plan = decode_descriptor(descriptor, context_.core);
  if (!context_.scale.full() && loses_exact_rows(transfer.plan)) {
    context_.client.dma_fault("DATA-001",
                              "not all of these rows is kept: " + to_string(transfer.plan), at);
    return;
  }
  const std::uint32_t index = transfers_.take();
  transfer.number = started_++;
  transfer.bytes = transfer.plan.bytes();
  transfer.active = true;
  transfers_[index] = transfer;
  ++unread_;
  ++(transfer.plan.local() ? context_.counters.local_transfers
                           : context_.counters.remote_transfers);
  const Picoseconds begin_at = at + static_cast<Picoseconds>(context_.parameters.issue_latency);
  context_.schedule(begin_at, DmaMoment::kBegin, index);
}

void DmaTransfers::begin(std::uint32_t index, Picoseconds now) {
  Transfer& transfer = transfers_[index];
  transfer.from = now;
  transfer.begun = true;
  if (!transfer.plan.local()) {
    lanes_[static_cast<std::size_t>(transfer.plan.lane)].push_back(index);
  }
  fill(index, now);
}

void DmaTransfers::fill(std::uint32_t index, Picoseconds now) {
  Transfer& transfer = transfers_[index];
  const auto window = static_cast<std::uint32_t>(context_.parameters.bursts_in_flight);
  while (!transfer.failed && !transfer.pieces.done(transfer.plan) && transfer.in_flight < window) {
    if (!read_next(index, now)) {
      fail(index);
      return;
    }
  }
}

bool DmaTransfers::read_next(std::uint32_t index, Picoseconds now) {
  Transfer& transfer = transfers_[index];
  const std::uint32_t piece_index = pieces_.take();
  Piece& piece = pieces_[piece_index];
  piece.transfer = index;
  piece.ready = false;
  piece.rows = transfer.pieces.next(
      transfer.plan, transfer.plan.local() ? context_.parameters.burst_rows
                                           : context_.remote.packet_bytes() / isa::kRowBytes);
  make_room(transfer.plan, piece);
  ++transfer.in_flight;
  if (!transfer.plan.local()) append(transfer, piece_index);
  const auto end =
      context_.read(transfer.plan.source_space, piece.rows.source_row, piece.data, now);
  piece.ready = !end;  // a piece that failed waits for nothing
  if (end) context_.schedule(*end, DmaMoment::kRead, piece_index);
  if (!end && transfer.plan.local()) release_piece(piece_index);
  return end.has_value();
}

void DmaTransfers::make_room(const DmaTransfer& plan, Piece& piece) {
  const std::uint32_t bytes = piece.rows.rows * isa::kRowBytes;
  const std::uint32_t kept =
      keeps_whole_rows(plan.target_space) ? isa::kRowBytes : context_.scale.row_bytes();
  if (plan.local()) {
    piece.data.resize(bytes, kept);
  } else {
    piece.data = context_.remote.make_block(bytes, kept);
  }
}

void DmaTransfers::append(Transfer& transfer, std::uint32_t piece) {
  pieces_[piece].next = kNone;
  if (transfer.first == kNone) {
    transfer.first = piece;
  } else {
    pieces_[transfer.last_piece].next = piece;
  }
  transfer.last_piece = piece;
}

void DmaTransfers::piece_read(std::uint32_t piece_index, Picoseconds now) {
  Piece& piece = pieces_[piece_index];
  Transfer& transfer = transfers_[piece.transfer];
  if (transfer.failed) {
    const std::uint32_t index = piece.transfer;
    release_piece(piece_index);
    drop_if_drained(index);
    return;
  }
  const auto bytes = piece.data.bytes();
  const bool local = transfer.plan.local();
  const int lane = transfer.plan.lane;
  piece.ready = true;
  account_read(transfer, bytes, now);
  if (local) {
    write_piece(piece_index, now);
  } else {
    pump(lane, now);
  }
}

void DmaTransfers::account_read(Transfer& transfer, std::uint32_t bytes, Picoseconds now) {
  transfer.read += bytes;
  context_.counters.bytes_read += bytes;
  const bool complete = transfer.read == transfer.bytes;
  if (complete) --unread_;
  context_.raise(transfer.plan.send_semaphore, bytes, now);
  if (complete) context_.client.transfer_read(now);
}

void DmaTransfers::write_piece(std::uint32_t piece_index, Picoseconds now) {
  Piece& piece = pieces_[piece_index];
  const std::uint32_t index = piece.transfer;
  const auto end =
      context_.write(transfers_[index].plan.target_space, piece.rows.target_row, piece.data, now);
  if (end) {
    context_.schedule(*end, DmaMoment::kWritten, piece_index);
  } else {
    release_piece(piece_index);
    fail(index);
  }
}

void DmaTransfers::piece_written(std::uint32_t piece_index, Picoseconds now) {
  const std::uint32_t index = pieces_[piece_index].transfer;
  const auto bytes = pieces_[piece_index].data.bytes();
  Transfer& transfer = transfers_[index];
  const int semaphore = transfer.plan.receive_semaphore;
  transfer.moved += bytes;
  context_.counters.bytes_written += bytes;
  release_piece(piece_index);
  if (transfer.failed) {
    drop_if_drained(index);
  } else if (transfer.moved == transfer.bytes) {
    finish(index, now);
  } else {
    fill(index, now);
  }
  context_.raise(semaphore, bytes, now);
}

void DmaTransfers::pump(int lane, Picoseconds at) {
  while (context_.remote.can_send(lane)) {
    const std::uint32_t index = next_ready(lane);
    if (index == kNone) return;
    send_first(index, at);
  }
}

/// Turns the lane's queue until a transfer whose first piece is ready stands in front.
std::uint32_t DmaTransfers::next_ready(int lane) {
  std::deque<std::uint32_t>& queue = lanes_[static_cast<std::size_t>(lane)];
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t first = transfers_[queue.front()].first;
    if (first != kNone && pieces_[first].ready) return queue.front();
    queue.push_back(queue.front());
    queue.pop_front();
  }
  return kNone;
}

/// Precondition: the transfer stands in front of its lane. The state is complete before each call
/// to the outside, which may call back.
void DmaTransfers::send_first(std::uint32_t index, Picoseconds at) {
  Transfer& transfer = transfers_[index];
  const int lane = transfer.plan.lane;
  std::deque<std::uint32_t>& queue = lanes_[static_cast<std::size_t>(lane)];
  RemoteWrite write = take_first(transfer);
  const bool last = write.last;
  queue.pop_front();
  if (!last) {
    queue.push_back(index);
    fill(index, at);
  }
  context_.remote.send(lane, std::move(write), at);
  if (last) finish(index, at);
}

RemoteWrite DmaTransfers::take_first(Transfer& transfer) {
  const std::uint32_t piece_index = transfer.first;
  Piece& piece = pieces_[piece_index];
  const auto bytes = piece.data.bytes();
  transfer.first = piece.next;
  transfer.moved += bytes;
  RemoteWrite write;
  write.target_core = transfer.plan.target_core;
  write.source_core = context_.core;
  write.target_lane = transfer.plan.target_lane;
  write.space = transfer.plan.target_space;
  write.row = piece.rows.target_row;
  write.semaphore = transfer.plan.receive_semaphore;
  write.amount = bytes;
  write.last = transfer.moved == transfer.bytes;
  write.data = std::move(piece.data);
  release_piece(piece_index);
  return write;
}

void DmaTransfers::release_piece(std::uint32_t piece) {
  Transfer& transfer = transfers_[pieces_[piece].transfer];
  --transfer.in_flight;
  if (!transfer.plan.local()) pieces_[piece].data.release();
  pieces_[piece].transfer = kNone;
  pieces_.release(piece);
}

void DmaTransfers::finish(std::uint32_t index, Picoseconds now) {
  Transfer& transfer = transfers_[index];
  const int target = transfer.plan.local() ? -1 : transfer.plan.target_core;
  const DmaEvent event{context_.core, target, transfer.from, now, transfer.bytes};
  transfer.active = false;
  transfers_.release(index);
  context_.observer.on_dma(event);
}

/// After a fault: gives up what waits; reads and writes under way end by their own events.
void DmaTransfers::fail(std::uint32_t index) {
  Transfer& transfer = transfers_[index];
  transfer.failed = true;
  std::deque<std::uint32_t>& queue = lanes_[static_cast<std::size_t>(transfer.plan.lane)];
  queue.erase(std::remove(queue.begin(), queue.end(), index), queue.end());
  for (std::uint32_t p = transfer.first; p != kNone;) {
    const std::uint32_t next = pieces_[p].next;
    if (pieces_[p].ready) release_piece(p);
    p = next;
  }
  transfer.first = kNone;
  drop_if_drained(index);
}

void DmaTransfers::drop_if_drained(std::uint32_t index) {
  Transfer& transfer = transfers_[index];
  if (transfer.in_flight > 0) return;
  if (transfer.read < transfer.bytes) --unread_;
  transfer.active = false;
  transfers_.release(index);
}

std::string DmaTransfers::describe(const Transfer& t) const {
  std::string line = fmt::format("core {}: DMA {}", context_.core, to_string(t.plan));
  if (!t.begun) return line + ": not begun";
  line += fmt::format(": {} of {} bytes read, {} ", t.read, t.bytes, t.moved);
  if (t.plan.local()) return line + "written";
  line += fmt::format("handed to lane {}", t.plan.lane);
  const bool waits = t.first != kNone && pieces_[t.first].ready;
  return waits && !context_.remote.can_send(t.plan.lane) ? line + ", waits for the lane" : line;
}

void DmaTransfers::describe(std::vector<std::string>& lines) const {
  std::vector<const Transfer*> active;
  for (const Transfer& transfer : transfers_.slots()) {
    if (transfer.active) active.push_back(&transfer);
  }
  std::sort(active.begin(), active.end(),
            [](const Transfer* a, const Transfer* b) { return a->number < b->number; });
  for (const Transfer* transfer : active) lines.push_back(describe(*transfer));
}

}  // namespace podsim
