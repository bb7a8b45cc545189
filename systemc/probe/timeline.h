// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_PROBE_TIMELINE_H_
#define PODSIM_SYSTEMC_PROBE_TIMELINE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "systemc/base/observer.h"
#include "systemc/base/time.h"
#include "systemc/probe/span_names.h"
#include "systemc/probe/trace_writer.h"

namespace podsim {

struct TimelineOptions {
  std::vector<int> chips;  ///< which chips to show; empty: all
  bool stalls = true;
  bool dma = true;
  bool packets = false;  ///< about 300 bytes of file each
  /// Stalls of one cause that are at most this many core cycles apart are shown as one.
  Cycle stall_gap = 16;
  /// Stalls (after joining) of fewer core cycles are left out.
  Cycle minimum_stall = 16;
  std::uint64_t maximum_bytes = 64ull << 20;  ///< the file never grows beyond this
};

/// What was written.
struct TimelineResult {
  std::uint64_t bytes = 0;
  std::uint64_t events = 0;          ///< spans, stalls, transfers and packets written
  std::uint64_t dropped_events = 0;  ///< left out because of maximum_bytes
  bool truncated() const { return dropped_events != 0; }
};

/// Writes a run as a timeline that ui.perfetto.dev opens: a process for each chip and in it a
/// track each for the phases of core 0 and 1, their stalls, and their DMA transfers (as many
/// tracks as run side by side). Times are microseconds of the modelled machine.
///
/// Streams to the file; memory stays bounded by the spans that are open.
class Timeline final : public Observer {
 public:
  /// `mesh_width` gives the chips their coordinates in the names. Throws UserError OUT-001.
  Timeline(const std::string& path, SpanNames names, const Clock& core_clock, int mesh_width,
           TimelineOptions options = {});

  void on_marker(const MarkerEvent& event) override;
  void on_stall(const StallEvent& event) override;
  void on_dma(const DmaEvent& event) override;
  void on_packet(const PacketEvent& event) override;

  /// Ends the spans that are still open at `now`, writes the end of the file and gives it its
  /// name. Without it the file is removed. Throws UserError OUT-002 if the disk is full.
  TimelineResult close(Picoseconds now);

 private:
  struct OpenSpan {
    std::uint32_t span;
    bool written;  ///< false: begun after the file was full
  };
  struct StallRun {
    StallCause cause;
    Cycle from;
    Cycle to;
    Cycle stalled;  ///< of to - from
    std::uint32_t bundle;
  };
  struct CoreTracks {
    std::vector<OpenSpan> open;
    std::vector<StallRun> stall;            ///< none or one
    std::vector<Picoseconds> dma_lane_end;  ///< end of the last transfer on each DMA track
    std::uint32_t named = 0;                ///< bit u: track of unit u has its name
  };

  bool shows(int chip) const;
  bool take_room(std::uint64_t name_bytes = 0);
  CoreTracks& tracks(int core) { return cores_[core]; }
  TraceTrack track(int core, int unit);
  void end_span(int core, Picoseconds at);
  void end_through(int core, std::uint32_t span, Picoseconds at);
  void flush_stall(int core);
  static std::size_t dma_lane(CoreTracks& tracks, Picoseconds from);
  void name_chip(int chip);
  std::string chip_name(int chip) const;
  std::string core_name(int core) const;

  TraceWriter writer_;
  SpanNames names_;
  Clock clock_;
  int mesh_width_;
  TimelineOptions options_;
  std::map<int, CoreTracks> cores_;
  std::vector<bool> chip_shown_;
  std::vector<bool> chip_named_;
  std::uint64_t open_written_ = 0;  ///< spans begun in the file and not ended
  Picoseconds full_at_ = kNever;
  Picoseconds latest_ = 0;
  TimelineResult result_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_PROBE_TIMELINE_H_
