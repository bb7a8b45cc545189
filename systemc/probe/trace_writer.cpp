// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/trace_writer.h"

#include <fmt/format.h>

namespace podsim {
namespace {

constexpr Picoseconds kPerNanosecond = 1000;

/// "12.345": microseconds, whole nanoseconds.
std::string microseconds(Picoseconds at) {
  const Picoseconds nanoseconds = at / kPerNanosecond;
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

std::string arguments_field(std::string_view arguments) {
  return arguments.empty() ? std::string() : fmt::format(",\"args\":{}", arguments);
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) < 0x20) {
    out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  } else {
    out += c;
  }
}

}  // namespace

std::string json_quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) append_escaped(out, c);
  return out + '"';
}

TraceWriter::TraceWriter(const std::string& path) : file_(path) {
  file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
}

void TraceWriter::event(std::string_view text) {
  if (!first_) file_.write(",\n");
  first_ = false;
  file_.write(text);
}

void TraceWriter::metadata(std::string_view kind, TraceTrack track, std::string_view argument) {
  event(fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{{}}}}})", kind,
                    track.process, track.thread, argument));
}

void TraceWriter::name_process(int process, std::string_view name, int sort_index) {
  metadata("process_name", {process, 0}, "\"name\":" + json_quote(name));
  metadata("process_sort_index", {process, 0}, fmt::format("\"sort_index\":{}", sort_index));
}

void TraceWriter::name_track(TraceTrack track, std::string_view name, int sort_index) {
  metadata("thread_name", track, "\"name\":" + json_quote(name));
  metadata("thread_sort_index", track, fmt::format("\"sort_index\":{}", sort_index));
}

void TraceWriter::begin(TraceTrack track, Picoseconds at, std::string_view name,
                        std::string_view arguments) {
  event(fmt::format(R"({{"ph":"B","pid":{},"tid":{},"ts":{},"name":{}{}}})", track.process,
                    track.thread, microseconds(at), json_quote(name), arguments_field(arguments)));
}

void TraceWriter::end(TraceTrack track, Picoseconds at) {
  event(fmt::format(R"({{"ph":"E","pid":{},"tid":{},"ts":{}}})", track.process, track.thread,
                    microseconds(at)));
}

void TraceWriter::instant(TraceTrack track, Picoseconds at, std::string_view name) {
  event(fmt::format(R"({{"ph":"i","s":"t","pid":{},"tid":{},"ts":{},"name":{}}})", track.process,
                    track.thread, microseconds(at), json_quote(name)));
}

void TraceWriter::global_instant(Picoseconds at, std::string_view name) {
  event(fmt::format(R"({{"ph":"i","s":"g","pid":0,"tid":0,"ts":{},"name":{}}})", microseconds(at),
                    json_quote(name)));
}

void TraceWriter::async_span(int process, std::uint64_t id, Picoseconds from, Picoseconds to,
                             std::string_view name, std::string_view arguments) {
  const std::string quoted = json_quote(name);
  event(fmt::format(
      R"({{"ph":"b","cat":"packet","id":"{:#x}","pid":{},"tid":0,"ts":{},"name":{}{}}})", id,
      process, microseconds(from), quoted, arguments_field(arguments)));
  event(
      fmt::format(R"({{"ph":"e","cat":"packet","id":"{:#x}","pid":{},"tid":0,"ts":{},"name":{}}})",
                  id, process, microseconds(to), quoted));
}

void TraceWriter::commit(std::string_view other_data) {
  file_.write(fmt::format("\n],\"otherData\":{}}}\n", other_data));
  file_.commit();
}

}  // namespace podsim
