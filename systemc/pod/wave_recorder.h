// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_WAVE_RECORDER_H_
#define PODSIM_SYSTEMC_POD_WAVE_RECORDER_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "systemc/ici/fabric.h"
#include "systemc/ici/input_record.h"
#include "systemc/ici/router_rtl.h"
#include "systemc/pod/chip_values.h"
#include "systemc/pod/wave_request.h"

namespace podsim {

/// Records waves of chosen chips without slowing or changing the run itself: beside each of their
/// routers runs a replica with tracing, one window or more later, on the same inputs. By then all
/// that the chips did in the window is known too, so RTL and SystemC share one file in one order of
/// time; and a trigger can go back, because the replicas have not yet been where it points.
class WaveRecorder {
 public:
  /// `error_seen` tells whether the pod has noticed an error.
  WaveRecorder(const WaveRequest& request, const Topology& topology, const Clock& core_clock,
               Fabric& fabric, RtlRouters& routers, bool link_layer,
               std::function<bool()> error_seen);

  /// The replica of a chip's router, to be configured as the router is; null if it is not traced.
  Router* replica(int chip);
  /// To be told what the chips announce.
  Observer& observer() { return values_; }

  /// Opens the file. After all routers have been made.
  void open();
  /// Before each window: the one before it is over, in routers and chips.
  void on_window(Cycle from, Cycle to);
  /// A core that waits for something since a core cycle. Before on_window.
  void note_wait(int core, StallCause cause, Cycle since) { values_.note_wait(core, cause, since); }
  /// Records what is left and completes the file.
  void close();

  const std::vector<int>& chips() const { return request_.chips; }
  /// The cycle of the trigger, once it has come.
  std::optional<Cycle> triggered_at() const { return triggered_at_; }

 private:
  struct Traced {
    int chip;
    std::unique_ptr<Router> router;
    InputRecord inputs;
  };
  struct Window {
    Cycle from;
    Cycle to;
  };

  void look_for_trigger(Cycle window_from);
  void see_head(Cycle cycle, std::uint64_t head_word);
  bool recorded(Cycle cycle) const;
  void play_until(Cycle cycle);
  void play(Cycle cycle);
  void write_changes_before(Picoseconds time, bool recording);

  WaveRequest request_;
  Fabric& fabric_;
  RtlRouters& routers_;
  std::function<bool()> error_seen_;
  ChipValues values_;
  std::vector<std::unique_ptr<Traced>> traced_;
  std::deque<Window> pending_;
  std::optional<Cycle> triggered_at_;
  Picoseconds written_ = 0;
  bool open_ = false;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_WAVE_RECORDER_H_
