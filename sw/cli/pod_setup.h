// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_POD_SETUP_H_
#define PODSIM_SW_CLI_POD_SETUP_H_

#include <memory>
#include <string>
#include <vector>

#include "sw/cli/session.h"
#include "sw/report/link_utilisation.h"
#include "sw/routing/load_routes.h"
#include "sw/routing/routing_tables.h"
#include "systemc/base/observer.h"
#include "systemc/pod/pod.h"
#include "systemc/pod/wave_request.h"
#include "systemc/probe/packet_statistics.h"
#include "systemc/probe/phase_table.h"
#include "systemc/probe/timeline.h"

/// What every verb that runs a pod does before and after.
namespace podsim::cli {

/// Tables of the scenario's method, proved. Throws UserError ROUTE-0xx if they are not.
RoutingTables proved_routes(const Session& session);

/// The scale of the links' loads: from the start of the pod until now.
LinkMeasure link_measure(const Pod& pod);

/// The observers of a run and the artefacts made of them: waves.fst with its views, timeline.json,
/// cores.csv, links.csv, mesh.svg. Without an output folder nothing is written, but phases and
/// packets are counted.
class Probes {
 public:
  /// `names` are those of the spans that the program marks. Throws UserError CFG-010 for waves
  /// without an output folder.
  Probes(Session& session, SpanNames names);

  Observer& observer() { return observers_; }
  WaveRequest waves() const;
  const PhaseTable& phases() const { return phases_; }
  /// Forgets the phases so far.
  void reset_phases() { phases_.reset(); }
  const PacketStatistics& packets() const { return packets_; }
  const SpanNames& names() const { return names_; }

  /// A circuit to draw into mesh.svg.
  void show_circuit(std::vector<int> chips) { circuit_ = std::move(chips); }
  /// Writes everything; call once, after the run. `title` heads the picture.
  void finish(Pod& pod, const std::string& title);

 private:
  void write_counters(Pod& pod);
  void write_mesh(Pod& pod, const std::string& title);
  void write_waves(Pod& pod);
  void note_trigger(const Pod& pod);

  Session& session_;
  SpanNames names_;
  PhaseTable phases_;
  PacketStatistics packets_;
  std::unique_ptr<Timeline> timeline_;
  ObserverList observers_;
  std::vector<int> circuit_;
};

/// Exit code of a run that ended so; 0 if it halted.
ExitCode exit_code_of(const RunOutcome& outcome);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_POD_SETUP_H_
