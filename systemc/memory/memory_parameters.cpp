// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/memory_parameters.h"

#include <fmt/format.h>

#include <string>

#include "firmware/diagnostics/user_error.h"

namespace podsim {

void HbmParameters::visit(FieldVisitor& visitor) {
  visitor.integer({"bandwidth", Unit::kBytesPerSecond, 1e9, 1e13,
                   "Peak bandwidth of a core's half (public: 900 GB/s a chip)."},
                  bandwidth);
  visitor.integer({"channels", Unit::kNone, 1, 64, "Channels of a half (chosen: two HBM2 stacks)."},
                  channels);
  visitor.integer({"banks", Unit::kNone, 1, 64, "Banks of a channel (chosen after HBM2)."}, banks);
  visitor.integer({"row_buffer_bytes", Unit::kBytes, 256, 65536,
                   "Bytes that one activation opens in a bank (chosen after HBM2)."},
                  row_buffer_bytes);
  visitor.integer({"interleave_bytes", Unit::kBytes, 32, 65536,
                   "Consecutive bytes in one channel (chosen: the native row of a transfer)."},
                  interleave_bytes);
  visitor.integer({"row_hit_latency", Unit::kPicoseconds, 0, 1e6,
                   "Command to first data in an open row (chosen after HBM2)."},
                  row_hit_latency);
  visitor.integer({"row_miss_latency", Unit::kPicoseconds, 0, 1e6,
                   "The same when the row must be opened first (chosen after HBM2)."},
                  row_miss_latency);
  visitor.integer({"refresh_interval", Unit::kPicoseconds, 0, 1e9,
                   "Time between refreshes of all channels; 0: none (HBM2: 3.9 us)."},
                  refresh_interval);
  visitor.integer({"refresh_time", Unit::kPicoseconds, 0, 1e8,
                   "How long a refresh stops the memory; it closes all rows (HBM2: 260 ns)."},
                  refresh_time);
}

void HbmParameters::check() const {
  const auto refuse = [](const std::string& message, const std::string& hint) {
    throw UserError("HBM-001", message, {}, hint);
  };
  for (const std::int64_t count :
       {bandwidth, channels, banks, row_buffer_bytes, interleave_bytes}) {
    if (count < 1) {
      refuse(fmt::format("a bandwidth, count or size of the HBM is {}", count), "at least 1");
    }
  }
  if (row_buffer_bytes % interleave_bytes != 0) {
    refuse(fmt::format("row_buffer_bytes {} is not a multiple of interleave_bytes {}",
                       row_buffer_bytes, interleave_bytes),
           "an interleaved piece lies in one row");
  }
  if (row_miss_latency < row_hit_latency) {
    refuse(fmt::format("row_miss_latency {} ps is below row_hit_latency {} ps", row_miss_latency,
                       row_hit_latency),
           "a miss opens the row and then reads as a hit does");
  }
  if (refresh_interval != 0 && refresh_time >= refresh_interval) {
    refuse(fmt::format("refresh_time {} ps is not below refresh_interval {} ps", refresh_time,
                       refresh_interval),
           "refresh_interval = 0 turns refresh off");
  }
}

void DmaParameters::visit(FieldVisitor& visitor) {
  visitor.integer(
      {"issue_latency", Unit::kPicoseconds, 0, 1e7,
       "From the dma operation to the first read; chosen: a step to a neighbour chip then takes "
       "about 1 us, as published."},
      issue_latency);
  visitor.integer(
      {"burst_rows", Unit::kNone, 1, 128, "Rows a local transfer reads at once (chosen)."},
      burst_rows);
  visitor.integer({"bursts_in_flight", Unit::kNone, 1, 256,
                   "Bursts or packets a transfer holds at once (chosen: they cover the HBM's "
                   "latency at full bandwidth)."},
                  bursts_in_flight);
  visitor.integer(
      {"write_latency", Unit::kPicoseconds, 0, 1e7,
       "From a packet's arrival to its write; chosen: a step to a neighbour chip then takes "
       "about 1 us, as published."},
      write_latency);
}

}  // namespace podsim
