// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_WAVE_VIEW_H_
#define PODSIM_SW_REPORT_WAVE_VIEW_H_

#include <string>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// A signal of a wave file, as a view shows it.
struct WaveSignal {
  enum Radix { kBinary, kHex, kUnsigned };

  std::string path;  ///< "router_2_1.flit_valid_i"
  int width = 1;     ///< bits as declared, [width - 1 : 0]
  Radix radix = kHex;
  int bit = -1;       ///< show only this bit of it
  std::string label;  ///< shown instead of the name; may be empty; without dots
};

/// Signals under a heading.
struct WaveGroup {
  std::string title;  ///< empty: the signals stand alone
  std::vector<WaveSignal> signals;
  bool open = true;  ///< unfolded at the start
};

/// What a viewer shows when it opens the wave file.
struct WaveView {
  std::string wave_file;  ///< as the viewer finds it: relative to where it is started
  std::vector<std::string> comments;
  std::vector<WaveGroup> groups;
  Picoseconds from = 0;  ///< left edge
  Picoseconds to = 0;    ///< right edge; not after `from`: as much as fits at a default zoom
};

/// The view as a GTKWave save file (.gtkw).
std::string gtkwave_view(const WaveView& view);

/// The view as a command file for Surfer (surfer -c FILE).
std::string surfer_view(const WaveView& view);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_WAVE_VIEW_H_
