// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/hbm_timing.h"

#include <algorithm>

namespace podsim {
namespace {

HbmParameters checked(const HbmParameters& parameters) {
  parameters.check();
  return parameters;
}

std::uint64_t whole(std::int64_t value) { return static_cast<std::uint64_t>(value); }

}  // namespace

HbmTiming::HbmTiming(const HbmParameters& parameters)
    : interleave_(whole(checked(parameters).interleave_bytes)),
      channel_count_(whole(parameters.channels)),
      bank_count_(whole(parameters.banks)),
      pieces_per_row_(whole(parameters.row_buffer_bytes / parameters.interleave_bytes)),
      bandwidth_(whole(parameters.bandwidth)),
      hit_(whole(parameters.row_hit_latency)),
      open_time_(whole(parameters.row_miss_latency - parameters.row_hit_latency)),
      refresh_interval_(whole(parameters.refresh_interval)),
      refresh_time_(whole(parameters.refresh_time)),
      piece_time_(transfer_time(interleave_)),
      channels_(channel_count_) {}

Picoseconds HbmTiming::transfer_time(std::uint64_t length) const {
  const Clock byte_clock(bandwidth_);  // a channel moves a byte in channel_count_ of its cycles
  return byte_clock.time_of(length * channel_count_);
}

Picoseconds HbmTiming::access(std::uint64_t address, std::uint64_t length, Picoseconds at) {
  if (banks_.empty()) banks_.resize(channel_count_ * bank_count_);
  Picoseconds end = at;
  std::uint64_t piece = address / interleave_;
  std::uint64_t offset = address % interleave_;
  while (length > 0) {
    const std::uint64_t bytes = std::min(length, interleave_ - offset);
    end = std::max(end, access_piece(piece, bytes, at));
    length -= bytes;
    offset = 0;
    ++piece;
  }
  return end;
}

Picoseconds HbmTiming::access_piece(std::uint64_t piece, std::uint64_t length, Picoseconds at) {
  const std::uint64_t channel_index = piece % channel_count_;
  const std::uint64_t channel_row = piece / channel_count_ / pieces_per_row_;
  Channel& channel = channels_[channel_index];
  Bank& bank = banks_[channel_index * bank_count_ + channel_row % bank_count_];
  const auto row = static_cast<std::int64_t>(channel_row / bank_count_);

  // The command that makes this data follow the channel's earlier data without a gap.
  const Picoseconds gapless = channel.bus_free > hit_ ? channel.bus_free - hit_ : 0;
  const bool hit = bank.open_row == row;
  // A row of this channel that is still opening has its data ahead on the bus: gapless covers it.
  Picoseconds command = std::max(gapless, hit ? at : std::max(at, bank.data_end) + open_time_);
  if (refreshed(channel, command)) {
    close_rows(channel_index, command);
    const Picoseconds resume = refresh_end(channel.refreshes);
    if (resume > std::max(at, gapless)) ++counters_.refresh_stalls;
    command = std::max(gapless, open_row(bank, row, std::max(at, resume)));
  } else if (hit) {
    ++counters_.row_hits;
  } else {
    command = std::max(gapless, open_row(bank, row, at));
  }
  bank.data_end = command + hit_ + (length == interleave_ ? piece_time_ : transfer_time(length));
  channel.bus_free = bank.data_end;
  return bank.data_end;
}

Picoseconds HbmTiming::open_row(Bank& bank, std::int64_t row, Picoseconds earliest) {
  ++counters_.row_misses;
  bank.open_row = row;
  return std::max(earliest, bank.data_end) + open_time_;
}

bool HbmTiming::refreshed(const Channel& channel, Picoseconds command) const {
  return refresh_interval_ != 0 && command / refresh_interval_ > channel.refreshes;
}

void HbmTiming::close_rows(std::uint64_t channel, Picoseconds command) {
  channels_[channel].refreshes = command / refresh_interval_;
  for (std::uint64_t b = 0; b < bank_count_; ++b) banks_[channel * bank_count_ + b].open_row = -1;
}

Picoseconds HbmTiming::refresh_end(std::uint64_t refresh) const {
  return refresh * refresh_interval_ + refresh_time_;
}

}  // namespace podsim
