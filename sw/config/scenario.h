// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_SCENARIO_H_
#define PODSIM_SW_CONFIG_SCENARIO_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/config/scenario_visitor.h"
#include "sw/config/traffic_parameters.h"
#include "sw/config/verb_parameters.h"
#include "systemc/pod/pod_parameters.h"
#include "systemc/pod/topology.h"

/// Everything that a user can set, as typed structs with defaults.
namespace podsim::config {

enum class FailureKind : int { kChip = 0, kBoard = 1, kBlock = 2, kLink = 3 };

/// [[failure]]: something that is dead from the start.
struct FailureSpec {
  int kind = 0;                  ///< FailureKind
  std::optional<Coordinate> at;  ///< the chip, or the north-west corner
  std::optional<Extent> size;    ///< of a block
  int port = -1;                 ///< of a link: Port
  void visit(ScenarioVisitor& visitor);
};

/// [[fault]]: something that breaks during the run.
struct FaultSpec {
  int kind = 0;                  ///< FaultKind
  std::optional<Coordinate> at;  ///< the chip, or the one at the end of the link
  int port = -1;                 ///< of a link: Port
  int direction = 0;             ///< 0 both, 1 only what leaves the chip
  std::int64_t from = 0;         ///< ICI cycle
  std::int64_t to = 0;           ///< 0: for good
  double rate = 0;               ///< of bit errors
  void visit(ScenarioVisitor& visitor);
};

/// [[router]]: the model of the routers of a region.
struct RouterSpec {
  std::optional<Region> region;
  int model = 0;  ///< RouterModel
  void visit(ScenarioVisitor& visitor);
};

enum class MemorySpace : int { kHbm = 0, kVmem = 1, kSmem = 2 };
enum class ElementType : int { kInt32 = 0, kFloat32 = 1 };
enum class Pattern : int { kConstant = 0, kIndex = 1, kCore = 2, kRandom = 3 };

/// A piece of a core's memory: 32-bit elements from a row of 512 bytes (HBM, VMEM) or a word
/// (SMEM).
struct MemoryPlace {
  int space = 0;  ///< MemorySpace
  CoreSelection cores;
  std::int64_t row = 0;
  std::int64_t word = 0;  ///< SMEM only
  void visit(ScenarioVisitor& visitor);
};

/// Elements given by a file, by values, or by a rule. Exactly one of them.
struct MemoryContents {
  int type = 0;      ///< ElementType
  std::string file;  ///< raw little-endian words; "{core}" stands for the core's number
  std::vector<double> values;
  int pattern = -1;  ///< Pattern; -1: none
  double value = 0;
  std::int64_t count = 0;  ///< elements that the pattern fills
  void visit(ScenarioVisitor& visitor);
};

/// [[load]]: memory written before the run.
struct LoadSpec {
  MemoryPlace memory;
  MemoryContents contents;
  void visit(ScenarioVisitor& visitor);
};

/// [[expect]]: memory compared after the run.
struct ExpectSpec {
  MemoryPlace memory;
  MemoryContents contents;
  double tolerance = 0;
  void visit(ScenarioVisitor& visitor);
};

/// [[dump]]: memory written to the output folder after the run.
struct DumpSpec {
  MemoryPlace memory;
  std::int64_t count = 0;
  std::string file;
  void visit(ScenarioVisitor& visitor);
};

/// [[semaphore]]: who is expected to raise a semaphore; a hang report names it.
struct SemaphoreSpec {
  CoreSelection cores;
  std::int64_t index = 0;
  std::string sender;
  void visit(ScenarioVisitor& visitor);
};

/// [waves]
struct WaveSection {
  std::vector<Coordinate> chips;
  std::int64_t from = 0;  ///< ICI cycles
  std::int64_t to = 0;    ///< 0: to the end
  int trigger = 0;        ///< WaveTrigger
  std::optional<Coordinate> packet_source;
  std::int64_t packet_sequence = -1;
  std::int64_t before = 2000;
  std::int64_t after = 2000;
  std::int64_t maximum_bytes = 256 << 20;
  void visit(ScenarioVisitor& visitor);
};

/// [timeline]
struct TimelineSection {
  std::vector<Coordinate> chips;  ///< empty: all
  bool stalls = true;
  bool packets = false;
  std::int64_t maximum_bytes = 64 << 20;
  void visit(ScenarioVisitor& visitor);
};

/// [run]
struct RunSection {
  std::string program;
  CoreSelection cores;
  std::int64_t cycle_limit = 0;  ///< ICI cycles; 0: none
  void visit(ScenarioVisitor& visitor);
};

struct Scenario {
  std::int64_t seed = 1;
  MeshShape mesh;
  PodParameters pod;
  int routing_method = 0;  ///< 0 auto, 1 xy, 2 updown
  std::int64_t routing_layers = 4;
  WaveSection waves;
  TimelineSection timeline;
  RunSection run;
  TrainParameters train;
  CollectiveParameters collective;
  TrafficParameters traffic;
  CampaignParameters campaign;
  std::vector<FailureSpec> failures;
  std::vector<FaultSpec> faults;
  std::vector<RouterSpec> routers;
  std::vector<LoadSpec> loads;
  std::vector<ExpectSpec> expects;
  std::vector<DumpSpec> dumps;
  std::vector<SemaphoreSpec> semaphores;

  /// Where each key was written: "failure[1].at". Keys that were not written are missing.
  std::map<std::string, SourcePlace> places;
  /// The place of a key, or of the nearest table around it; empty if neither was written.
  SourcePlace place_of(const std::string& path) const;
};

/// Names of routing methods, in the order of Scenario::routing_method.
const std::vector<std::string>& routing_method_names();

/// Hands over every section; reader, writer, schema and reference page are all driven by it.
void visit_sections(Scenario& scenario, SectionVisitor& visitor);

/// The mesh with its failures. Throws ConfigErrors: POD-002 (outside the pod), POD-003 (no such
/// link), CFG-010 (a key is missing), CFG-011 (board at odd coordinates), CFG-014 (a key that does
/// not belong to this kind of failure), each at its place.
Topology make_topology(const Scenario& scenario);

/// The parameters of the pod with its [[router]] and [[fault]] rules. Throws ConfigErrors: POD-002,
/// -003, -005, -006 (no such chip, link or region), CFG-010 (a key is missing), CFG-014 (a key that
/// does not belong to this kind of fault), CFG-018 (link faults without a link layer), each at its
/// place.
PodParameters make_pod_parameters(const Scenario& scenario, const Topology& topology);

/// Core numbers of a selection. Throws UserError CFG-015 at the place of `path` for a core that
/// does not exist or whose chip is dead.
std::vector<int> resolve_cores(const Scenario& scenario, const Topology& topology,
                               const CoreSelection& selection, const std::string& path);

/// Checks what single fields cannot: memory contents, ranges of memory, cores, wave window.
/// Throws ConfigErrors.
void check_scenario(const Scenario& scenario, const Topology& topology);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_SCENARIO_H_
