// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_PROBE_TRACE_WRITER_H_
#define PODSIM_SYSTEMC_PROBE_TRACE_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "systemc/base/time.h"
#include "systemc/probe/output_file.h"

namespace podsim {

/// `text` between double quotes, with the escapes of JSON. UTF-8 passes through.
std::string json_quote(std::string_view text);

/// A track of the trace: a thread of a process in the terms of the trace-event format.
struct TraceTrack {
  int process = 0;
  int thread = 0;
};

/// Writes trace-event JSON (the format that ui.perfetto.dev and chrome://tracing open), one event
/// a line.
///
/// Times are microseconds with three decimals: viewers keep whole nanoseconds, and rounding here,
/// in one place and downwards, keeps events that touch from overlapping. For the same reason spans
/// are begin/end pairs, not "complete" events whose duration is rounded on its own.
class TraceWriter {
 public:
  explicit TraceWriter(const std::string& path);

  std::uint64_t bytes() const { return file_.bytes(); }

  void name_process(int process, std::string_view name, int sort_index);
  void name_track(TraceTrack track, std::string_view name, int sort_index);

  /// `arguments` is a JSON object, or empty.
  void begin(TraceTrack track, Picoseconds at, std::string_view name,
             std::string_view arguments = {});
  void end(TraceTrack track, Picoseconds at);
  void instant(TraceTrack track, Picoseconds at, std::string_view name);
  /// A mark across all tracks.
  void global_instant(Picoseconds at, std::string_view name);
  /// A span that may overlap others: viewers stack those with the same name.
  void async_span(int process, std::uint64_t id, Picoseconds from, Picoseconds to,
                  std::string_view name, std::string_view arguments);

  /// Ends the file; `other_data` is a JSON object with what is to be known of the trace.
  void commit(std::string_view other_data);

 private:
  void event(std::string_view text);
  void metadata(std::string_view kind, TraceTrack track, std::string_view argument);

  OutputFile file_;
  bool first_ = true;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_PROBE_TRACE_WRITER_H_
