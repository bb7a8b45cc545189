// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace podsim {
namespace {

// Units of a core: each is a track. DMA lanes follow each other from kDmaUnit on.
constexpr int kPhaseUnit = 0;
constexpr int kStallUnit = 1;
constexpr int kDmaUnit = 2;
constexpr int kUnitsPerCore = 32;
constexpr std::size_t kDmaLanes = kUnitsPerCore - kDmaUnit;
constexpr int kCoresPerChip = 2;
/// Thread numbers of a chip; viewers want them unique over all processes.
constexpr int kThreadsPerChip = 100;

/// Room kept for the end of the file, and for the end of each open span.
constexpr std::uint64_t kFooterBytes = 4096;
constexpr std::uint64_t kEndBytes = 80;
/// No event with its names is longer, span names aside.
constexpr std::uint64_t kEventBytes = 1024;

int process_of(int chip) { return chip + 1; }  // process 0 is special to viewers

std::string unit_name(int core_of_chip, int unit) {
  if (unit == kPhaseUnit) return fmt::format("core {} phases", core_of_chip);
  if (unit == kStallUnit) return fmt::format("core {} stalls", core_of_chip);
  if (unit == kDmaUnit) return fmt::format("core {} DMA", core_of_chip);
  return fmt::format("core {} DMA +{}", core_of_chip, unit - kDmaUnit);
}

}  // namespace

Timeline::Timeline(const std::string& path, SpanNames names, const Clock& core_clock,
                   int mesh_width, TimelineOptions options)
    : writer_(path),
      names_(std::move(names)),
      clock_(core_clock),
      mesh_width_(std::max(mesh_width, 1)),
      options_(std::move(options)) {
  for (const int chip : options_.chips) {
    const auto index = static_cast<std::size_t>(chip);
    if (index >= chip_shown_.size()) chip_shown_.resize(index + 1, false);
    chip_shown_[index] = true;
  }
}

void Timeline::on_marker(const MarkerEvent& event) {
  if (!shows(event.core / kCoresPerChip)) return;
  latest_ = std::max(latest_, event.time);
  if (event.kind == MarkerEvent::kEnd) {
    end_through(event.core, event.span, event.time);
    return;
  }
  const std::string name = span_name(names_, event.span);
  const bool room = take_room(json_quote(name).size());
  if (event.kind == MarkerEvent::kBegin) {
    tracks(event.core).open.push_back({event.span, room});
    if (room) ++open_written_;
  }
  if (!room) return;
  const TraceTrack at = track(event.core, kPhaseUnit);
  if (event.kind == MarkerEvent::kBegin) {
    writer_.begin(at, event.time, name);
  } else {
    writer_.instant(at, event.time, name);
  }
}

void Timeline::end_span(int core, Picoseconds at) {
  CoreTracks& state = tracks(core);
  if (state.open.back().written) {
    writer_.end(track(core, kPhaseUnit), at);
    --open_written_;
  }
  state.open.pop_back();
}

/// An end closes the spans inside it that were left open; one without a begin is nothing.
void Timeline::end_through(int core, std::uint32_t span, Picoseconds at) {
  const std::vector<OpenSpan>& open = tracks(core).open;
  const auto found = std::find_if(open.rbegin(), open.rend(),
                                  [span](const OpenSpan& o) { return o.span == span; });
  if (found == open.rend()) return;
  const auto keep = static_cast<std::size_t>(open.rend() - found) - 1;
  while (open.size() > keep) end_span(core, at);
}

void Timeline::on_stall(const StallEvent& event) {
  if (!options_.stalls || !shows(event.core / kCoresPerChip)) return;
  std::vector<StallRun>& run = tracks(event.core).stall;
  if (!run.empty()) {
    StallRun& last = run.front();
    if (last.cause == event.cause && event.from <= last.to + options_.stall_gap) {
      last.stalled += event.to - event.from;
      last.to = std::max(last.to, event.to);
      return;
    }
    flush_stall(event.core);
  }
  run.push_back({event.cause, event.from, event.to, event.to - event.from, event.bundle});
}

void Timeline::flush_stall(int core) {
  std::vector<StallRun>& run = tracks(core).stall;
  if (run.empty()) return;
  const StallRun last = run.front();
  run.clear();
  if (last.stalled < options_.minimum_stall || !take_room()) return;
  const TraceTrack at = track(core, kStallUnit);
  writer_.begin(at, clock_.time_of(last.from), name(last.cause),
                fmt::format(R"({{"cycles":{},"bundle":{}}})", last.stalled, last.bundle));
  writer_.end(at, clock_.time_of(last.to));
  latest_ = std::max(latest_, clock_.time_of(last.to));
}

void Timeline::on_dma(const DmaEvent& event) {
  if (!options_.dma || !shows(event.core / kCoresPerChip) || !take_room()) return;
  CoreTracks& state = tracks(event.core);
  const std::size_t lane = dma_lane(state, event.from);
  const Picoseconds from = std::max(event.from, state.dma_lane_end[lane]);
  const Picoseconds to = std::max(event.to, from);
  state.dma_lane_end[lane] = to;
  const bool local = event.target_core < 0 || event.target_core == event.core;
  const TraceTrack at = track(event.core, kDmaUnit + static_cast<int>(lane));
  writer_.begin(at, from, local ? "local" : "to " + core_name(event.target_core),
                fmt::format(R"({{"bytes":{}}})", event.bytes));
  writer_.end(at, to);
  latest_ = std::max(latest_, to);
}

/// The track whose last transfer ended latest before `from`, or a new one: transfers of one track
/// never overlap, whatever the order in which they are announced. With all tracks taken it is the
/// one that is free first, and the transfer is drawn from there.
std::size_t Timeline::dma_lane(CoreTracks& state, Picoseconds from) {
  std::vector<Picoseconds>& ends = state.dma_lane_end;
  std::size_t best = ends.size();
  for (std::size_t lane = 0; lane < ends.size(); ++lane) {
    if (ends[lane] <= from && (best == ends.size() || ends[lane] > ends[best])) best = lane;
  }
  if (best < ends.size()) return best;
  if (ends.size() < kDmaLanes) {
    ends.push_back(0);
    return ends.size() - 1;
  }
  return static_cast<std::size_t>(std::min_element(ends.begin(), ends.end()) - ends.begin());
}

void Timeline::on_packet(const PacketEvent& event) {
  if (!options_.packets || !shows(event.target_chip) || !take_room()) return;
  name_chip(event.target_chip);
  writer_.async_span(
      process_of(event.target_chip), result_.events, event.from, event.to,
      "packet from " + chip_name(event.source_chip),
      fmt::format(R"({{"bytes":{},"sequence":{},"from lane":{},"to lane":{}}})", event.bytes,
                  event.sequence, event.source_lane, event.target_lane));
  latest_ = std::max(latest_, event.to);
}

TimelineResult Timeline::close(Picoseconds now) {
  now = std::max(now, latest_);
  for (auto& entry : cores_) {
    flush_stall(entry.first);
    while (!entry.second.open.empty()) end_span(entry.first, now);
  }
  std::string note = "complete";
  if (result_.truncated()) {
    note = fmt::format("cut at {} bytes: {} events from {:.3f} us on are missing",
                       options_.maximum_bytes, result_.dropped_events,
                       static_cast<double>(full_at_) * 1e-6);
    writer_.global_instant(full_at_, note);
  }
  writer_.commit(fmt::format(R"({{"producer":"podsim","core_hertz":"{}","note":{}}})",
                             clock_.hertz(), json_quote(note)));
  result_.bytes = writer_.bytes();
  return result_;
}

bool Timeline::shows(int chip) const {
  if (options_.chips.empty()) return true;
  const auto index = static_cast<std::size_t>(chip);
  return index < chip_shown_.size() && chip_shown_[index];
}

/// Whether the next event still fits. Once one did not, none does: a timeline with gaps in the
/// middle would mislead.
bool Timeline::take_room(std::uint64_t name_bytes) {
  const std::uint64_t kept =
      kFooterBytes + (open_written_ + 1) * kEndBytes + kEventBytes + name_bytes;
  if (full_at_ == kNever && writer_.bytes() + kept <= options_.maximum_bytes) {
    ++result_.events;
    return true;
  }
  if (full_at_ == kNever) full_at_ = latest_;
  ++result_.dropped_events;
  return false;
}

TraceTrack Timeline::track(int core, int unit) {
  const int chip = core / kCoresPerChip;
  const int in_chip = core % kCoresPerChip * kUnitsPerCore + unit;
  const TraceTrack at{process_of(chip), process_of(chip) * kThreadsPerChip + in_chip};
  CoreTracks& state = tracks(core);
  const std::uint32_t bit = 1u << unit;
  if ((state.named & bit) == 0) {
    state.named |= bit;
    name_chip(chip);
    writer_.name_track(at, unit_name(core % kCoresPerChip, unit), in_chip);
  }
  return at;
}

void Timeline::name_chip(int chip) {
  const auto index = static_cast<std::size_t>(chip);
  if (index >= chip_named_.size()) chip_named_.resize(index + 1, false);
  if (chip_named_[index]) return;
  chip_named_[index] = true;
  writer_.name_process(process_of(chip), "chip " + chip_name(chip), chip);
}

std::string Timeline::chip_name(int chip) const {
  return fmt::format("({},{})", chip % mesh_width_, chip / mesh_width_);
}

std::string Timeline::core_name(int core) const {
  return fmt::format("{} core {}", chip_name(core / kCoresPerChip), core % kCoresPerChip);
}

}  // namespace podsim
