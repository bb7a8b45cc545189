// SPDX-License-Identifier: Apache-2.0
// What single fields cannot tell: whether they fit together and fit the pod.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "firmware/isa/machine.h"
#include "sw/config/error_list.h"
#include "sw/config/scenario.h"

namespace podsim::config {
namespace {

constexpr std::int64_t kWordsPerRow = isa::kRowBytes / 4;

/// Reports for one table of a list.
class ItemCheck {
 public:
  ItemCheck(const Scenario& scenario, std::string path, ErrorList& errors)
      : scenario_(scenario), path_(std::move(path)), errors_(errors) {}

  const std::string& path() const { return path_; }
  void error(const std::string& id, const std::string& key, const std::string& message,
             const std::string& hint = {}) {
    errors_.add(UserError(id, message, scenario_.place_of(path_ + "." + key), hint));
  }
  void missing(const std::string& key, const std::string& hint = {}) {
    error("CFG-010", key, fmt::format("{} needs the key '{}'", path_, key), hint);
  }
  /// `given`: the value says something. A key that is written with its default does no harm, and
  /// `podsim config show` and manifests write every key.
  void refuse(bool given, const std::string& key, const std::string& reason) {
    if (given) error("CFG-014", key, fmt::format("'{}' {}", key, reason));
  }
  void add(const UserError& error, const std::string& key) {
    errors_.add(at_place(error, scenario_.place_of(path_ + "." + key)));
  }

 private:
  const Scenario& scenario_;
  std::string path_;
  ErrorList& errors_;
};

std::string item_path(const char* list, std::size_t index) {
  return fmt::format("{}[{}]", list, index);
}

// --- failures

/// Keys that must and must not be there.
bool check_failure_keys(const FailureSpec& failure, ItemCheck& check) {
  const auto kind = static_cast<FailureKind>(failure.kind);
  bool complete = true;
  const auto need = [&](bool given, const char* key, const char* hint) {
    if (!given) check.missing(key, hint);
    complete = complete && given;
  };
  need(failure.at.has_value(), "at", "write at = \"x,y\"");
  if (kind == FailureKind::kBlock) need(failure.size.has_value(), "size", "write size = \"WxH\"");
  if (kind == FailureKind::kLink) need(failure.port >= 0, "port", "N, E, S or W");
  if (kind != FailureKind::kBlock)
    check.refuse(failure.size.has_value(), "size", "belongs to kind = \"block\"");
  if (kind != FailureKind::kLink)
    check.refuse(failure.port >= 0, "port", "belongs to kind = \"link\"");
  return complete;
}

bool check_alignment(const FailureSpec& failure, ItemCheck& check) {
  const Coordinate at = *failure.at;
  if (at.x % 2 == 0 && at.y % 2 == 0) return true;
  check.error("CFG-011", "at",
              fmt::format("a board is an aligned 2 x 2 block: {} is not its corner", to_string(at)),
              fmt::format("both coordinates even; this chip's board is at {},{}", at.x - at.x % 2,
                          at.y - at.y % 2));
  return false;
}

void fail(Topology& topology, const FailureSpec& failure) {
  switch (static_cast<FailureKind>(failure.kind)) {
    case FailureKind::kChip:
      return topology.fail_chip(*failure.at);
    case FailureKind::kBoard:
      return topology.fail_block(*failure.at, 2, 2);
    case FailureKind::kBlock:
      return topology.fail_block(*failure.at, failure.size->width, failure.size->height);
    case FailureKind::kLink:
      return topology.fail_link(*failure.at, failure.port);
  }
}

void apply_failure(Topology& topology, const FailureSpec& failure, ItemCheck& check) {
  if (!check_failure_keys(failure, check)) return;
  const bool board = failure.kind == static_cast<int>(FailureKind::kBoard);
  // A corner outside the pod gets the topology's message first.
  if (board && topology.contains(*failure.at) && !check_alignment(failure, check)) return;
  try {
    fail(topology, failure);
  } catch (const UserError& error) {
    check.add(error, "at");
  }
}

// --- memory

std::int64_t words_of(MemorySpace space) {
  switch (space) {
    case MemorySpace::kHbm:
      return isa::kHbmRows * kWordsPerRow;
    case MemorySpace::kVmem:
      return std::int64_t{isa::kVmemRows} * kWordsPerRow;
    case MemorySpace::kSmem:
      return isa::kSmemWords;
  }
  return 0;
}

void check_memory(const MemoryPlace& memory, std::int64_t count, ItemCheck& check) {
  const auto space = static_cast<MemorySpace>(memory.space);
  const bool smem = space == MemorySpace::kSmem;
  const std::string key = smem ? "word" : "row";
  check.refuse((smem ? memory.row : memory.word) != 0, smem ? "row" : "word",
               smem ? "does not address SMEM: use 'word'" : "addresses SMEM only: use 'row'");
  const std::int64_t first = smem ? memory.word : memory.row * kWordsPerRow;
  const std::int64_t size = words_of(space);
  if (first < size && count <= size - first) return;
  check.error("CFG-007", key,
              fmt::format("elements {} to {} are outside the memory", first, first + count - 1),
              fmt::format("it holds {} elements of 32 bits", size));
}

void check_value(double value, ElementType type, ItemCheck& check, const std::string& key) {
  if (type != ElementType::kInt32) return;
  // Both the signed and the unsigned reading of a word may be written.
  const bool fits = value >= std::numeric_limits<std::int32_t>::min() &&
                    value <= std::numeric_limits<std::uint32_t>::max();
  if (fits && value == std::floor(value)) return;
  check.error("CFG-007", key, fmt::format("{} is not a whole number of 32 bits", value),
              "type = \"float32\" takes real numbers");
}

std::int64_t check_contents(const MemoryContents& contents, ItemCheck& check) {
  const bool file = !contents.file.empty();
  const bool values = !contents.values.empty();
  const bool pattern = contents.pattern >= 0;
  const int sources = (file ? 1 : 0) + (values ? 1 : 0) + (pattern ? 1 : 0);
  if (sources == 0) check.missing("values", "or 'file', or 'pattern'");
  if (sources > 1) {
    check.error("CFG-014", file ? "file" : "values",
                fmt::format("{} has more than one of 'file', 'values', 'pattern'", check.path()));
  }
  const auto type = static_cast<ElementType>(contents.type);
  for (const double value : contents.values) check_value(value, type, check, "values");
  if (pattern) check_value(contents.value, type, check, "value");
  if (pattern && contents.count == 0) check.missing("count", "elements of the pattern");
  if (!pattern) check.refuse(contents.count != 0, "count", "belongs to 'pattern'");
  return pattern ? contents.count : static_cast<std::int64_t>(contents.values.size());
}

void check_cores(const Scenario& scenario, const Topology& topology, const CoreSelection& cores,
                 ItemCheck& check) {
  try {
    resolve_cores(scenario, topology, cores, check.path() + ".cores");
  } catch (const UserError& error) {
    check.add(error, "cores");
  }
}

void check_dump_file(const std::string& file, ItemCheck& check) {
  if (file.empty()) return check.missing("file");
  const std::filesystem::path path(file);
  const bool leaves = path.is_absolute() || *path.lexically_normal().begin() == "..";
  if (leaves)
    check.error("CFG-014", "file", fmt::format("'{}' is outside the output folder", file));
}

void check_live_chips(const std::vector<Coordinate>& chips, const Topology& topology,
                      ItemCheck& check) {
  for (const Coordinate& at : chips) {
    if (topology.contains(at) && topology.alive(topology.chip_at(at))) continue;
    const char* why = topology.contains(at) ? "has failed" : "is outside the pod";
    check.error("CFG-012", "chips", fmt::format("chip {} {}", to_string(at), why));
  }
}

void check_timeline(const Scenario& scenario, const Topology& topology, ErrorList& errors) {
  ItemCheck check(scenario, "timeline", errors);
  check_live_chips(scenario.timeline.chips, topology, check);
}

void check_waves(const Scenario& scenario, const Topology& topology, ErrorList& errors) {
  ItemCheck check(scenario, "waves", errors);
  check_live_chips(scenario.waves.chips, topology, check);
  const WaveSection& waves = scenario.waves;
  const bool packet = waves.trigger == 2;
  if (packet && !waves.packet_source) check.missing("packet_source", "the chip that sends it");
  if (packet && waves.packet_sequence < 0) check.missing("packet_sequence");
  check.refuse(!packet && waves.packet_source, "packet_source", "belongs to trigger = \"packet\"");
  check.refuse(!packet && waves.packet_sequence >= 0, "packet_sequence",
               "belongs to trigger = \"packet\"");
  if (waves.packet_source && !topology.contains(*waves.packet_source)) {
    check.error("CFG-012", "packet_source",
                fmt::format("chip {} is outside the pod", to_string(*waves.packet_source)));
  }
  if (waves.to != 0 && waves.to < waves.from)
    check.error("CFG-007", "to",
                fmt::format("the end {} is before the start {}", waves.to, waves.from));
}

void check_memory_lists(const Scenario& scenario, const Topology& topology, ErrorList& errors) {
  for (std::size_t i = 0; i < scenario.loads.size(); ++i) {
    const LoadSpec& load = scenario.loads[i];
    ItemCheck check(scenario, item_path("load", i), errors);
    check_memory(load.memory, check_contents(load.contents, check), check);
    check_cores(scenario, topology, load.memory.cores, check);
  }
  for (std::size_t i = 0; i < scenario.expects.size(); ++i) {
    const ExpectSpec& expect = scenario.expects[i];
    ItemCheck check(scenario, item_path("expect", i), errors);
    check_memory(expect.memory, check_contents(expect.contents, check), check);
    check_cores(scenario, topology, expect.memory.cores, check);
  }
}

void check_dumps(const Scenario& scenario, const Topology& topology, ErrorList& errors) {
  for (std::size_t i = 0; i < scenario.dumps.size(); ++i) {
    const DumpSpec& dump = scenario.dumps[i];
    ItemCheck check(scenario, item_path("dump", i), errors);
    if (dump.count == 0) check.missing("count");
    check_memory(dump.memory, dump.count, check);
    check_cores(scenario, topology, dump.memory.cores, check);
    check_dump_file(dump.file, check);
  }
}

void check_semaphores(const Scenario& scenario, const Topology& topology, ErrorList& errors) {
  for (std::size_t i = 0; i < scenario.semaphores.size(); ++i) {
    const SemaphoreSpec& semaphore = scenario.semaphores[i];
    ItemCheck check(scenario, item_path("semaphore", i), errors);
    if (semaphore.sender.empty()) check.missing("sender");
    check_cores(scenario, topology, semaphore.cores, check);
  }
}

}  // namespace

Topology make_topology(const Scenario& scenario) {
  ErrorList errors;
  Topology topology = [&] {
    try {
      return Topology(scenario.mesh);
    } catch (const UserError& error) {
      throw at_place(error, scenario.place_of("pod"));
    }
  }();
  for (std::size_t i = 0; i < scenario.failures.size(); ++i) {
    ItemCheck check(scenario, item_path("failure", i), errors);
    apply_failure(topology, scenario.failures[i], check);
  }
  errors.throw_if_any();
  return topology;
}

namespace {

bool check_fault_keys(const FaultSpec& fault, ItemCheck& check) {
  const auto kind = static_cast<FaultKind>(fault.kind);
  const bool link = kind != FaultKind::kChip;
  if (!fault.at) check.missing("at", "write at = \"x,y\"");
  if (link && fault.port < 0) check.missing("port", "N, E, S or W");
  if (kind == FaultKind::kBitErrors && fault.rate == 0) check.missing("rate", "of each bit");
  check.refuse(!link && fault.port >= 0, "port", "belongs to links");
  check.refuse(!link && fault.direction != 0, "direction", "belongs to links");
  check.refuse(!link && fault.to != 0, "to", "belongs to links: a chip does not come back");
  check.refuse(kind != FaultKind::kBitErrors && fault.rate != 0, "rate",
               "belongs to kind = \"bit-errors\"");
  if (fault.to != 0 && fault.to <= fault.from) {
    check.error("CFG-007", "to",
                fmt::format("the end {} is not after the start {}", fault.to, fault.from));
  }
  return fault.at && (!link || fault.port >= 0);
}

FaultRule rule_of(const FaultSpec& fault) {
  FaultRule rule;
  rule.kind = static_cast<FaultKind>(fault.kind);
  rule.at = *fault.at;
  rule.port = fault.port;
  rule.both_directions = fault.direction == 0;
  rule.from = static_cast<Cycle>(fault.from);
  if (fault.to != 0) rule.to = static_cast<Cycle>(fault.to);
  rule.bit_error_rate = fault.rate;
  return rule;
}

void add_faults(const Scenario& scenario, const Topology& topology, PodParameters& parameters,
                ErrorList& errors) {
  for (std::size_t i = 0; i < scenario.faults.size(); ++i) {
    ItemCheck check(scenario, item_path("fault", i), errors);
    if (!check_fault_keys(scenario.faults[i], check)) continue;
    parameters.faults.push_back(rule_of(scenario.faults[i]));
    try {
      check_fault(parameters.faults.back(), topology);
    } catch (const UserError& error) {
      check.add(error, "at");
    }
    if (scenario.pod.ici.link_layer) continue;
    check.error("CFG-018", "kind", "faults during a run need the link layer of the routers",
                "write [ici] link_layer = true");
  }
}

void add_router_rules(const Scenario& scenario, const Topology& topology, PodParameters& parameters,
                      ErrorList& errors) {
  for (std::size_t i = 0; i < scenario.routers.size(); ++i) {
    const RouterSpec& spec = scenario.routers[i];
    ItemCheck check(scenario, item_path("router", i), errors);
    if (!spec.region) {
      check.missing("region", "write region = \"WxH@x,y\"");
      continue;
    }
    parameters.routers.push_back({*spec.region, static_cast<RouterModel>(spec.model)});
    try {
      plan_routers(topology, RouterModel::kRtl, {parameters.routers.back()});
    } catch (const UserError& error) {
      check.add(error, "region");
    }
  }
}

}  // namespace

PodParameters make_pod_parameters(const Scenario& scenario, const Topology& topology) {
  ErrorList errors;
  PodParameters parameters = scenario.pod;
  parameters.seed = static_cast<std::uint64_t>(scenario.seed);
  add_faults(scenario, topology, parameters, errors);
  add_router_rules(scenario, topology, parameters, errors);
  errors.throw_if_any();
  return parameters;
}

std::vector<int> resolve_cores(const Scenario& scenario, const Topology& topology,
                               const CoreSelection& selection, const std::string& path) {
  std::vector<int> cores;
  if (selection.all) {
    for (const int chip : topology.live_chips())
      cores.insert(cores.end(), {chip * 2, chip * 2 + 1});
    return cores;
  }
  for (const std::int64_t id : selection.ids) {
    const bool exists = id < std::int64_t{topology.chips()} * 2;
    if (!exists || !topology.alive(static_cast<int>(id / 2))) {
      throw UserError(
          "CFG-015",
          fmt::format("core {} {}", id, exists ? "is on a failed chip" : "does not exist"),
          scenario.place_of(path),
          fmt::format("cores are chip * 2 + 0 or 1: 0 to {}", topology.chips() * 2 - 1));
    }
    cores.push_back(static_cast<int>(id));
  }
  return cores;
}

void check_scenario(const Scenario& scenario, const Topology& topology) {
  ErrorList errors;
  ItemCheck run(scenario, "run", errors);
  check_cores(scenario, topology, scenario.run.cores, run);
  make_pod_parameters(scenario, topology);
  check_waves(scenario, topology, errors);
  check_timeline(scenario, topology, errors);
  check_memory_lists(scenario, topology, errors);
  check_dumps(scenario, topology, errors);
  check_semaphores(scenario, topology, errors);
  errors.throw_if_any();
}

}  // namespace podsim::config
