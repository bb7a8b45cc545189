// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_CHIP_VALUES_H_
#define PODSIM_SYSTEMC_POD_CHIP_VALUES_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "systemc/base/observer.h"
#include "systemc/ici/router_rtl.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// What the waves show of chips beside their routers: values that change at the times at which the
/// models announce it. docs/rtl/waves.md lists them.
class ChipValues final : public Observer {
 public:
  ChipValues(const Topology& topology, const std::vector<int>& chips, const Clock& core_clock);

  /// The values to be traced.
  const std::vector<std::unique_ptr<TracedValue>>& values() const { return values_; }

  /// A core that waits and has not announced it, because the wait has not ended. May be told again.
  void note_wait(int core, StallCause cause, Cycle since);

  /// The time of the next change; kNever if none is known.
  Picoseconds next_change() const;
  /// Makes the changes up to and including `time`.
  void advance(Picoseconds time);

  void on_stall(const StallEvent& event) override;
  void on_marker(const MarkerEvent& event) override;
  void on_dma(const DmaEvent& event) override;
  void on_packet(const PacketEvent& event) override;

 private:
  struct CoreValues {
    TracedValue* stall = nullptr;   ///< 0: runs; else StallCause + 1
    TracedValue* bundle = nullptr;  ///< of the last stall
    TracedValue* marker = nullptr;  ///< span of the last marker, 0 outside
    TracedValue* dma_transfers = nullptr;
    Cycle wait_noted = kNever;
  };
  struct ChipSignals {
    std::array<CoreValues, 2> cores;
    TracedValue* packets = nullptr;   ///< delivered to the chip
    TracedValue* source = nullptr;    ///< chip that sent the last of them
    TracedValue* sequence = nullptr;  ///< its sequence number
  };
  struct Change {
    TracedValue* target;
    std::uint64_t value;
    bool add;  ///< to the present value instead of in its place
  };

  TracedValue* make(const std::string& scope, const char* name, int bits);
  CoreValues* core_values(int core);
  void schedule(Picoseconds time, TracedValue* target, std::uint64_t value, bool add = false);

  Clock clock_;
  std::vector<std::unique_ptr<TracedValue>> values_;
  std::map<int, ChipSignals> chips_;
  std::multimap<Picoseconds, Change> changes_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_CHIP_VALUES_H_
