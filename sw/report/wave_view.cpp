// SPDX-License-Identifier: Apache-2.0
#include "sw/report/wave_view.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace podsim {
namespace {

// Flags of a trace in a GTKWave save file (analyzer.h of GTKWave 3.3).
constexpr unsigned kHexFlag = 0x2;
constexpr unsigned kDecimalFlag = 0x4;
constexpr unsigned kBinaryFlag = 0x8;
constexpr unsigned kRightJustified = 0x20;
constexpr unsigned kBlank = 0x200;
constexpr unsigned kClosed = 0x400000;
constexpr unsigned kGroupBegin = 0x800000;
constexpr unsigned kGroupEnd = 0x1000000;

constexpr double kFramePixels = 200;  // the zoom of a save file is for so many pixels
constexpr double kWavePixels = 900;
constexpr Picoseconds kDefaultSpan = 50'000;

unsigned radix_flag(WaveSignal::Radix radix) {
  switch (radix) {
    case WaveSignal::kBinary:
      return kBinaryFlag;
    case WaveSignal::kUnsigned:
      return kDecimalFlag;
    default:
      return kHexFlag;
  }
}

std::string declared(const WaveSignal& signal) {
  if (signal.width == 1) return signal.path;
  return fmt::format("{}[{}:0]", signal.path, signal.width - 1);
}

/// "(n)name" is bit n of the declaration, counted from its left end; "+{label} " renames.
std::string gtkwave_signal(const WaveSignal& signal) {
  const bool one_bit = signal.bit >= 0;
  std::string line = one_bit ? fmt::format("({})", signal.width - 1 - signal.bit) : "";
  line += declared(signal);
  if (!signal.label.empty()) line = fmt::format("+{{{}}} {}", signal.label, line);
  const unsigned radix = one_bit || signal.width == 1 ? kBinaryFlag : radix_flag(signal.radix);
  return fmt::format("@{:x}\n{}\n", radix | kRightJustified, line);
}

std::string gtkwave_group(const WaveGroup& group) {
  std::string signals;
  for (const WaveSignal& signal : group.signals) signals += gtkwave_signal(signal);
  if (group.title.empty()) return signals;
  const unsigned closed = group.open ? 0 : kClosed;
  return fmt::format("@{:x}\n-{}\n", kGroupBegin | kBlank | closed, group.title) + signals +
         fmt::format("@{:x}\n-{}\n", kGroupEnd | kBlank | closed, group.title);
}

Picoseconds span(const WaveView& view) {
  return view.to > view.from ? view.to - view.from : kDefaultSpan;
}

}  // namespace

std::string gtkwave_view(const WaveView& view) {
  std::string out = "[*]\n";
  for (const std::string& comment : view.comments) out += "[*] " + comment + "\n";
  // The zoom is the negated exponent of the time units (1 ps) that a frame covers.
  const double zoom = -std::log2(static_cast<double>(span(view)) * kFramePixels / kWavePixels);
  out += fmt::format(
      "[*]\n[dumpfile] \"{}\"\n[timestart] {}\n[size] 1500 900\n[pos] -1 -1\n*{:.6f} {}",  //
      view.wave_file, view.from, zoom, view.from);
  for (int marker = 0; marker < 26; ++marker) out += " -1";
  out += "\n[sst_width] 200\n[signals_width] 280\n[sst_expanded] 1\n[sst_vpaned_height] 280\n";
  for (const WaveGroup& group : view.groups) out += gtkwave_group(group);
  return out + "[pattern_trace] 1\n[pattern_trace] 0\n";
}

std::string surfer_view(const WaveView& view) {
  std::string out;
  for (const std::string& comment : view.comments) out += "# " + comment + "\n";
  for (const WaveGroup& group : view.groups) {
    if (!group.title.empty()) out += "divider_add " + group.title + "\n";
    std::set<std::string> added;  // a signal shown bit by bit is added once, whole
    for (const WaveSignal& signal : group.signals) {
      if (added.insert(signal.path).second) out += "variable_add " + signal.path + "\n";
    }
  }
  return out + fmt::format("zoom_fit\ncursor_set {}\n", view.from);
}

}  // namespace podsim
