// SPDX-License-Identifier: Apache-2.0
#include "sw/config/scenario.h"

#include "firmware/isa/machine.h"
#include "systemc/ici/packet.h"

namespace podsim::config {
namespace {

constexpr double kMaxCycles = 1e15;
constexpr double kMaxElements = 1 << 28;

template <typename Item>
ListAccess access(std::vector<Item>& items) {
  return {[&items] { return items.size(); }, [&items] { items.emplace_back(); },
          [&items](std::size_t i, ScenarioVisitor& visitor) { items[i].visit(visitor); }};
}

void visit_pod(Scenario& scenario, ScenarioVisitor& visitor) {
  scenario.mesh.visit(visitor);
  visitor.integer({"threads", Unit::kNone, 0, 256,
                   "Host threads of the network; 0: one a processor. No result depends on it."},
                  scenario.pod.threads);
  visitor.choice({"data", Unit::kNone, 0, 0,
                  "Vector data kept. full: all; sampled: one lane of each row of 512 bytes, exact "
                  "lane by lane, in 1/128 of the memory; none: times only. No time depends on it."},
                 data_mode_names(), scenario.pod.data);
  visitor.integer(
      {"sample_lane", Unit::kNone, 0, isa::kLanes - 1, "The lane that sampled data keep."},
      scenario.pod.sample_lane);
}

void visit_models(Scenario& scenario, SectionVisitor& visitor) {
  PodParameters& pod = scenario.pod;
  visitor.table("core", "Timing of a TensorCore.",
                [&](ScenarioVisitor& fields) { pod.core.visit(fields); });
  visitor.table("hbm", "One half of a chip's HBM, local to a core.",
                [&](ScenarioVisitor& fields) { pod.hbm.visit(fields); });
  visitor.table("dma", "A core's DMA engine.",
                [&](ScenarioVisitor& fields) { pod.dma.visit(fields); });
  visitor.table("ici", "The inter-chip interconnect.",
                [&](ScenarioVisitor& fields) { pod.ici.visit(fields); });
}

void visit_memory_lists(Scenario& scenario, SectionVisitor& visitor) {
  visitor.list("load", "Memory written before the run.", access(scenario.loads));
  visitor.list("expect", "Memory compared after the run; a difference is exit code 1.",
               access(scenario.expects));
  visitor.list("dump", "Memory written to the output folder after the run.",
               access(scenario.dumps));
  visitor.list("semaphore", "Who raises a semaphore: named when a run hangs.",
               access(scenario.semaphores));
}

}  // namespace

void FailureSpec::visit(ScenarioVisitor& visitor) {
  visitor.choice({"kind", Unit::kNone, 0, 0,
                  "A chip with its router, an aligned 2 x 2 board, a block of chips, or a link in "
                  "both directions."},
                 {"chip", "board", "block", "link"}, kind);
  visitor.place({"at", Unit::kNone, 0, 0,
                 "The chip; of a board (even coordinates) or a block its north-west corner."},
                at);
  visitor.extent({"size", Unit::kNone, 0, 0, "Of a block: columns and rows."}, size);
  visitor.choice({"port", Unit::kNone, 0, 0, "Of a link: the port of the chip at its end."},
                 {"N", "E", "S", "W"}, port);
}

void FaultSpec::visit(ScenarioVisitor& visitor) {
  visitor.choice({"kind", Unit::kNone, 0, 0,
                  "chip: chip and router stop; link: it carries nothing; bit-errors: it inverts "
                  "bits."},
                 {"chip", "link", "bit-errors"}, kind);
  visitor.place({"at", Unit::kNone, 0, 0, "The chip, or the one at an end of the link."}, at);
  visitor.choice({"port", Unit::kNone, 0, 0, "Of a link: the port of the chip."},
                 {"N", "E", "S", "W"}, port);
  visitor.choice(
      {"direction", Unit::kNone, 0, 0, "Of a link: both directions, or what leaves the chip."},
      {"both", "out"}, direction);
  visitor.integer({"from", Unit::kIciCycles, 0, kMaxCycles, "When it breaks."}, from);
  visitor.integer(
      {"to", Unit::kIciCycles, 0, kMaxCycles, "When a link works again (a flap); 0: never."}, to);
  visitor.real({"rate", Unit::kNone, 0, 0.5, "Of bit errors: chance of each bit of a frame."},
               rate);
}

void RouterSpec::visit(ScenarioVisitor& visitor) {
  visitor.region({"region", Unit::kNone, 0, 0, "Columns x rows @ north-west corner."}, region);
  visitor.choice({"model", Unit::kNone, 0, 0, "As [ici] model."}, router_model_names(), model);
}

void MemoryPlace::visit(ScenarioVisitor& visitor) {
  visitor.choice({"space", Unit::kNone, 0, 0, "The memory."}, {"hbm", "vmem", "smem"}, space);
  visitor.cores({"cores", Unit::kNone, 0, 0, "The cores whose memory is meant."}, cores);
  visitor.integer({"row", Unit::kNone, 0, static_cast<double>(isa::kHbmRows - 1),
                   "First row of 512 bytes (hbm, vmem)."},
                  row);
  visitor.integer({"word", Unit::kNone, 0, isa::kSmemWords - 1, "First word of 32 bits (smem)."},
                  word);
}

void MemoryContents::visit(ScenarioVisitor& visitor) {
  visitor.choice({"type", Unit::kNone, 0, 0, "What `values` and `value` are stored as."},
                 {"int32", "float32"}, type);
  visitor.path({"file", Unit::kNone, 0, 0,
                "Raw little-endian 32-bit words; {core} stands for the core's number."},
               file);
  visitor.numbers({"values", Unit::kNone, 0, 0, "The elements themselves."}, values);
  visitor.choice({"pattern", Unit::kNone, 0, 0,
                  "The elements by rule: all `value`; `value` plus the element's index; `value` "
                  "plus the core's number; or random from the seed (int32 0 to 2^31 - 1, float32 "
                  "0 to 1)."},
                 {"constant", "index", "core", "random"}, pattern);
  visitor.real({"value", Unit::kNone, 0, 0, "Of the pattern."}, value);
  visitor.integer({"count", Unit::kNone, 0, kMaxElements, "Elements of the pattern."}, count);
}

void LoadSpec::visit(ScenarioVisitor& visitor) {
  memory.visit(visitor);
  contents.visit(visitor);
}

void ExpectSpec::visit(ScenarioVisitor& visitor) {
  memory.visit(visitor);
  contents.visit(visitor);
  visitor.real({"tolerance", Unit::kNone, 0, 1e30,
                "Largest difference of float32 elements; 0: equal to the bit."},
               tolerance);
}

void DumpSpec::visit(ScenarioVisitor& visitor) {
  memory.visit(visitor);
  visitor.integer({"count", Unit::kNone, 0, kMaxElements, "Elements of 32 bits."}, count);
  visitor.text({"file", Unit::kNone, 0, 0,
                "Name in the output folder; {core} stands for the core's number."},
               file);
}

void SemaphoreSpec::visit(ScenarioVisitor& visitor) {
  visitor.cores({"cores", Unit::kNone, 0, 0, "The cores that own it."}, cores);
  visitor.integer({"index", Unit::kNone, 0, isa::kSemaphores - 1, "Its number."}, index);
  visitor.text({"sender", Unit::kNone, 0, 0, "Who raises it."}, sender);
}

void WaveSection::visit(ScenarioVisitor& visitor) {
  visitor.places({"chips", Unit::kNone, 0, 0,
                  "Chips whose routers are traced into waves.fst; none: no waves."},
                 chips);
  visitor.integer({"from", Unit::kIciCycles, 0, kMaxCycles, "First cycle traced."}, from);
  visitor.integer({"to", Unit::kIciCycles, 0, kMaxCycles, "Last cycle traced; 0: to the end."}, to);
  visitor.choice(
      {"trigger", Unit::kNone, 0, 0,
       "What starts the record from `from` on. none: at once; error: the first error that "
       "a router or chip notices; packet: a packet comes to a chip that is traced."},
      {"none", "error", "packet"}, trigger);
  visitor.place({"packet_source", Unit::kNone, 0, 0, "Of trigger packet: the chip that sent it."},
                packet_source);
  visitor.integer({"packet_sequence", Unit::kNone, -1, kSequenceMask,
                   "Of trigger packet: its sequence number; -1: not given."},
                  packet_sequence);
  visitor.integer({"before", Unit::kIciCycles, 0, 1e6, "Recorded before the trigger; chosen."},
                  before);
  visitor.integer({"after", Unit::kIciCycles, 1, 1e9, "Recorded from the trigger on; chosen."},
                  after);
  visitor.integer({"maximum_size", Unit::kBytes, 4096, 1e12,
                   "Tracing stops, with a note, when the file has this size."},
                  maximum_bytes);
}

void TimelineSection::visit(ScenarioVisitor& visitor) {
  visitor.places({"chips", Unit::kNone, 0, 0, "Chips shown in timeline.json; none: all."}, chips);
  visitor.boolean({"stalls", Unit::kNone, 0, 1, "Show why cores stall."}, stalls);
  visitor.boolean({"packets", Unit::kNone, 0, 1, "Show packets; about 300 bytes of file each."},
                  packets);
  visitor.integer({"maximum_size", Unit::kBytes, 4096, 1e12,
                   "Events that do not fit into this size are left out, with a note."},
                  maximum_bytes);
}

void RunSection::visit(ScenarioVisitor& visitor) {
  visitor.path({"program", Unit::kNone, 0, 0, "The microprogram, in assembler (.tasm)."}, program);
  visitor.cores({"cores", Unit::kNone, 0, 0, "The cores that run it."}, cores);
  visitor.integer({"cycle_limit", Unit::kIciCycles, 0, kMaxCycles,
                   "The run stops with exit code 3 after this many cycles; 0: no limit."},
                  cycle_limit);
}

const std::vector<std::string>& routing_method_names() {
  static const std::vector<std::string> names = {"auto", "xy", "updown"};
  return names;
}

SourcePlace Scenario::place_of(const std::string& path) const {
  std::string key = path;
  while (true) {
    const auto found = places.find(key);
    if (found != places.end()) return found->second;
    const std::size_t end = key.find_last_of(".[");
    if (end == std::string::npos) return {};
    key.resize(end);
  }
}

void visit_sections(Scenario& scenario, SectionVisitor& visitor) {
  visitor.table("", "Keys before the first table.", [&](ScenarioVisitor& fields) {
    fields.integer({"seed", Unit::kNone, 0, 9e15, "Of every random choice."}, scenario.seed);
  });
  visitor.table("pod", "The mesh.", [&](ScenarioVisitor& fields) { visit_pod(scenario, fields); });
  visitor.list("failure", "Chips and links that are dead from the start.",
               access(scenario.failures));
  visit_models(scenario, visitor);
  visitor.list("fault", "What breaks during the run.", access(scenario.faults));
  visitor.list("router", "Models of some routers; the last rule that names a chip counts.",
               access(scenario.routers));
  visitor.table("routing", "Routing tables.", [&](ScenarioVisitor& fields) {
    fields.choice({"method", Unit::kNone, 0, 0,
                   "xy: dimension order with detours; updown: any connected pod; auto: xy where it "
                   "serves every chip."},
                  routing_method_names(), scenario.routing_method);
    fields.integer({"layers", Unit::kNone, 1, 4,
                    "Most layers of virtual channels that routes use; no more than short routes "
                    "need."},
                   scenario.routing_layers);
  });
  visitor.table("waves", "Waves of routers.",
                [&](ScenarioVisitor& fields) { scenario.waves.visit(fields); });
  visitor.table("timeline", "Timeline of the cores, for ui.perfetto.dev.",
                [&](ScenarioVisitor& fields) { scenario.timeline.visit(fields); });
  visitor.table("run", "What `podsim run` runs.",
                [&](ScenarioVisitor& fields) { scenario.run.visit(fields); });
  visit_memory_lists(scenario, visitor);
  visitor.table("train", "What `podsim train` trains.",
                [&](ScenarioVisitor& fields) { scenario.train.visit(fields); });
  visitor.table("collective", "What `podsim collective` measures.",
                [&](ScenarioVisitor& fields) { scenario.collective.visit(fields); });
  visitor.table("campaign", "What `podsim campaign` breaks.",
                [&](ScenarioVisitor& fields) { scenario.campaign.visit(fields); });
  visitor.table("traffic", "What `podsim traffic` injects and measures.",
                [&](ScenarioVisitor& fields) { scenario.traffic.visit(fields); });
}

}  // namespace podsim::config
