// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/pod.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "rtl/ici_csr.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/smem.h"
#include "systemc/core/vmem.h"
#include "systemc/ici/packet.h"
#include "systemc/ici/router_factory.h"
#include "systemc/ici/router_rtl.h"
#include "systemc/pod/chip.h"
#include "systemc/pod/program_places.h"
#include "systemc/pod/simulation_context.h"
#include "systemc/pod/wave_recorder.h"

namespace podsim {
namespace {

/// Row of a host access of `bytes` bytes, checked against the memory.
std::uint64_t checked_row(const char* memory, std::int64_t row, std::size_t bytes,
                          std::uint64_t capacity) {
  const std::uint64_t address = static_cast<std::uint64_t>(row) * isa::kRowBytes;
  if (row >= 0 && address <= capacity && bytes <= capacity - address) {
    return static_cast<std::uint64_t>(row);
  }
  throw UserError("POD-004",
                  fmt::format("{} bytes at row {} do not fit into {}", bytes, row, memory), {},
                  fmt::format("it has rows 0 to {}", capacity / isa::kRowBytes - 1));
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  const std::array<std::uint64_t, 2> pair = {hash, value};
  return XXH3_64bits(pair.data(), sizeof(pair));
}

[[noreturn]] void refuse_read(const char* memory, std::int64_t row) {
  throw UserError("DATA-003", fmt::format("{} row {} is not kept whole", memory, row), {},
                  "it is with pod.data = \"full\"");
}

void write_rows(RowMemory& memory, const char* name, std::int64_t row, const void* data,
                std::size_t bytes) {
  memory.write_bytes(checked_row(name, row, bytes, memory.bytes()), data, bytes);
}

void read_rows(const RowMemory& memory, const char* name, std::int64_t row, void* data,
               std::size_t bytes) {
  const std::uint64_t first = checked_row(name, row, bytes, memory.bytes());
  if (!memory.scale().full()) refuse_read(name, row);
  memory.store().read(first * isa::kRowBytes, data, bytes);
}

void write_words(RowMemory& memory, const char* name, std::int64_t row,
                 const std::vector<std::uint32_t>& words) {
  const std::size_t bytes = words.size() * isa::kRowBytes;
  memory.write_words(checked_row(name, row, bytes, memory.bytes()), words.data(), words.size());
}

/// Whether some model of the pod looks at the bits of payload flits, so that they must be there.
bool needs_payload_bits(const std::vector<RouterModel>& plan, const PodParameters& parameters,
                        const WaveRequest& waves) {
  return parameters.ici.link_layer || !waves.file.empty() ||
         std::any_of(plan.begin(), plan.end(), [](RouterModel model) {
           return model == RouterModel::kRtl || model == RouterModel::kLockstep;
         });
}

}  // namespace

class Pod::State {
 public:
  State(const PodParameters& p, const Topology& t, Observer& observer, const WaveRequest& w,
        HostProfile* profile)
      : parameters(p),
        topology(t),
        waves(w),
        plan(plan_routers(t, static_cast<RouterModel>(p.ici.model), p.routers)),
        scale(p.scale()),
        core_clock(static_cast<std::uint64_t>(p.core.clock_hz)),
        routers(profile),
        fabric("fabric", p.ici, t.chips(), static_cast<int>(p.threads), profile, scale,
               needs_payload_bits(plan, p, w)) {
    check_waves();
    observers.add(observer);
    make_recorder();
    for (int chip : topology.live_chips()) add_chip(chip, profile);
    connect();
    plant_faults();
    control = std::make_unique<RunControl>("control", p.ici, fabric, chip_list());
    start_waves();
  }

  Chip& chip(int id) const {
    const auto found = chips.find(id);
    if (found != chips.end()) return *found->second;
    throw UserError("POD-005", fmt::format("chip {} is not a live chip of this pod", id));
  }
  /// The router of a live chip, and its replica for waves if it has one.
  std::vector<Router*> routers_of(int id) {
    std::vector<Router*> both = {&fabric.router(chip(id).id())};
    Router* replica = recorder ? recorder->replica(id) : nullptr;
    if (replica != nullptr) both.push_back(replica);
    return both;
  }
  CoreComplex& complex(int core) const {
    return chip(core / kCoresPerChip).complex(core % kCoresPerChip);
  }

  RowMemory& hbm(int core) const { return complex(core).hbm().memory(); }
  RowMemory& vmem(int core) const { return complex(core).core().vmem().memory(); }

  /// Tells the recorder which cores wait.
  void note_waits();

  PodParameters parameters;
  Topology topology;
  WaveRequest waves;
  std::vector<RouterModel> plan;
  DataScale scale;
  Clock core_clock;
  ProgramPlaces programs;  ///< that unknown values come from
  SimulationContext context;
  RtlRouters routers;
  Fabric fabric;
  ObserverList observers;
  std::unique_ptr<WaveRecorder> recorder;  ///< null: no waves
  std::map<int, std::unique_ptr<Chip>> chips;
  std::map<int, std::uint8_t> enabled_links;  ///< of each live chip: a bit for each live link
  std::unique_ptr<RunControl> control;
  std::map<std::pair<int, int>, std::string> expected_senders;

 private:
  void check_waves() const;
  void make_recorder();
  void add_chip(int chip, HostProfile* profile);
  void connect();
  void plant_faults();
  void start_waves();
  std::vector<Chip*> chip_list() const;
};

void Pod::State::check_waves() const {
  for (int chip : waves.chips) {
    if (chip < 0 || chip >= topology.chips() || !topology.alive(chip)) {
      throw UserError("WAVE-002",
                      fmt::format("waves of chip {}: there is no such live chip", chip));
    }
    if (plan[static_cast<std::size_t>(chip)] != RouterModel::kTlm) continue;
    throw UserError("WAVE-003",
                    fmt::format("waves of chip {}: its router is a model of transactions, which "
                                "has no signals",
                                to_string(topology.coordinate(chip))),
                    {}, "give it another model with a [[router]] rule");
  }
}

void Pod::State::make_recorder() {
  if (waves.file.empty() || waves.chips.empty()) return;
  recorder = std::make_unique<WaveRecorder>(waves, topology, core_clock, fabric, routers,
                                            parameters.ici.link_layer,
                                            [this] { return control->faulty(); });
  observers.add(recorder->observer());
}

void Pod::State::add_chip(int chip, HostProfile* profile) {
  const Coordinate at = topology.coordinate(chip);
  fabric.set_router(chip, make_router(plan[static_cast<std::size_t>(chip)], chip, routers,
                                      {parameters.ici.link_layer, topology.chips(),
                                       static_cast<std::uint64_t>(parameters.ici.clock_hz)}));
  chips[chip] = std::make_unique<Chip>(fmt::format("chip_{}_{}", at.x, at.y).c_str(), parameters,
                                       chip, topology.chips(), fabric, observers, profile);
}

void Pod::State::connect() {
  for (int chip : topology.live_chips()) {
    std::uint8_t enabled = 0;
    for (int port = 0; port < kLinkPorts; ++port) {
      const std::optional<int> other = topology.neighbour(chip, port);
      if (!other) continue;
      enabled = static_cast<std::uint8_t>(enabled | 1u << port);
      fabric.connect(chip, port, *other, opposite(port));
    }
    enabled_links[chip] = enabled;
    for (Router* router : routers_of(chip)) router->configure({enabled, 0, parameters.ici.link});
  }
}

void Pod::State::plant_faults() {
  for (const FaultRule& rule : parameters.faults) {
    check_fault(rule, topology);
    plant_link_fault(rule, topology, parameters.seed, fabric);
    if (rule.kind != FaultKind::kChip) continue;
    const int id = topology.chip_at(rule.at);
    fabric.kill(id, rule.from);
    chip(id).kill(fabric.clock().time_of(rule.from));
  }
}

void Pod::State::start_waves() {
  if (!recorder) return;
  recorder->open();
  fabric.before_window([this](Cycle from, Cycle to) {
    note_waits();
    recorder->on_window(from, to);
  });
}

void Pod::State::note_waits() {
  for (const int id : waves.chips) {
    for (int core = 0; core < kCoresPerChip; ++core) {
      const TensorCore& waiting = chip(id).complex(core).core();
      if (waiting.state() != CoreState::kWaiting) continue;
      recorder->note_wait(waiting.global_id(), waiting.wait_info().cause, waiting.cycle() + 1);
    }
  }
}

std::vector<Chip*> Pod::State::chip_list() const {
  std::vector<Chip*> list;
  for (const auto& [id, chip] : chips) list.push_back(chip.get());
  return list;
}

Pod::Pod(const PodParameters& parameters, const Topology& topology, Observer& observer,
         const WaveRequest& waves, HostProfile* profile)
    : state_(std::make_unique<State>(parameters, topology, observer, waves, profile)) {}

Pod::~Pod() { close_waves(); }

const Topology& Pod::topology() const { return state_->topology; }
const Clock& Pod::core_clock() const { return state_->core_clock; }
const Clock& Pod::ici_clock() const { return state_->fabric.clock(); }

std::vector<int> Pod::live_cores() const {
  std::vector<int> cores;
  for (const auto& [chip, unused] : state_->chips) {
    for (int core = 0; core < kCoresPerChip; ++core) cores.push_back(chip * kCoresPerChip + core);
  }
  return cores;
}

void Pod::set_routing_layers(int layers) {
  int shift = 2;
  while (shift > 0 && layers << shift > kMaxVcs) --shift;
  for (const auto& [chip, enabled] : state_->enabled_links) {
    for (Router* router : state_->routers_of(chip)) {
      router->configure({enabled, shift, state_->parameters.ici.link});
    }
    state_->chip(chip).network().set_channels(1 << shift);
  }
}

void Pod::load_routes(int chip, int input_port, const std::vector<std::uint8_t>& entries) {
  for (Router* router : state_->routers_of(chip)) {
    for (std::size_t destination = 0; destination < entries.size(); ++destination) {
      router->write_route(input_port, static_cast<int>(destination), entries[destination]);
    }
  }
}

void Pod::write_hbm(int core, std::int64_t row, const void* data, std::size_t bytes) {
  write_rows(state_->hbm(core), "HBM", row, data, bytes);
}
void Pod::read_hbm(int core, std::int64_t row, void* data, std::size_t bytes) const {
  read_rows(state_->hbm(core), "HBM", row, data, bytes);
}
void Pod::write_vmem(int core, std::int64_t row, const void* data, std::size_t bytes) {
  write_rows(state_->vmem(core), "VMEM", row, data, bytes);
}
void Pod::read_vmem(int core, std::int64_t row, void* data, std::size_t bytes) const {
  read_rows(state_->vmem(core), "VMEM", row, data, bytes);
}

void Pod::write_hbm_words(int core, std::int64_t row, const std::vector<std::uint32_t>& words) {
  write_words(state_->hbm(core), "HBM", row, words);
}
void Pod::write_vmem_words(int core, std::int64_t row, const std::vector<std::uint32_t>& words) {
  write_words(state_->vmem(core), "VMEM", row, words);
}
std::vector<std::uint32_t> Pod::read_hbm_words(int core, std::int64_t row, std::size_t rows) const {
  return read_words(state_->hbm(core), "HBM", core, row, rows);
}
std::vector<std::uint32_t> Pod::read_vmem_words(int core, std::int64_t row,
                                                std::size_t rows) const {
  return read_words(state_->vmem(core), "VMEM", core, row, rows);
}

std::vector<std::uint32_t> Pod::read_words(const RowMemory& memory, const char* name, int core,
                                           std::int64_t row, std::size_t rows) const {
  const std::uint64_t first = checked_row(name, row, rows * isa::kRowBytes, memory.bytes());
  if (scale().mode == DataMode::kNone) refuse_read(name, row);
  for (std::uint64_t r = first; memory.has_unknown() && r < first + rows; ++r) {
    const Origin origin = memory.origin(r);
    if (origin.known()) continue;
    throw UserError("DATA-002",
                    fmt::format("{}: {} row {} is unknown: {}, {} gave it, a cross-lane operation "
                                "on sampled data",
                                core_name(core), name, r, core_name(origin.core()),
                                state_->programs.place_of(origin)),
                    {}, "run it with pod.data = \"full\"");
  }
  std::vector<std::uint32_t> words(rows);
  memory.read_words(first, words.data(), rows);
  return words;
}

const DataScale& Pod::scale() const { return state_->scale; }

void Pod::write_smem(int core, int word, const std::vector<std::int32_t>& values) {
  if (word < 0 || word + static_cast<int>(values.size()) > isa::kSmemWords) {
    throw UserError("POD-004",
                    fmt::format("{} words at SMEM word {} do not fit", values.size(), word), {},
                    fmt::format("it has words 0 to {}", isa::kSmemWords - 1));
  }
  Smem& smem = state_->complex(core).core().smem();
  for (std::size_t i = 0; i < values.size(); ++i) {
    smem.write(static_cast<std::uint32_t>(word) + static_cast<std::uint32_t>(i),
               static_cast<std::uint32_t>(values[i]));
  }
}

std::int32_t Pod::read_smem(int core, int word) const {
  return static_cast<std::int32_t>(
      state_->complex(core).core().smem().read(static_cast<std::uint32_t>(word)));
}

void Pod::expect_sender(int core, int semaphore, const std::string& sender) {
  state_->expected_senders[{core, semaphore}] = sender;
}

RunOutcome Pod::run(const assembler::Program& program, const RunLimits& limits) {
  return run(program, live_cores(), limits);
}

RunOutcome Pod::run(const assembler::Program& program, const std::vector<int>& cores,
                    const RunLimits& limits) {
  const Cycle start_cycle = state_->control->next_start();
  const Picoseconds start = ici_clock().time_of(start_cycle);
  const std::uint16_t number = state_->scale.sampled() ? state_->programs.number_of(program) : 1;
  const auto decoded = decode_program(program.bundles, number);
  std::vector<TensorCore*> started;
  for (int id : cores) {
    TensorCore& core = state_->complex(id).core();
    for (const auto& [word, value] : program.smem_image)
      core.smem().write(static_cast<std::uint32_t>(word), value);
    core.start(decoded, start);
    started.push_back(&core);
  }
  RunOutcome outcome;
  outcome.started = start;
  outcome.status = state_->control->run(start_cycle, started, limits);
  outcome.ended = start;
  for (const TensorCore* core : started) {
    outcome.ended = std::max(outcome.ended, core_clock().time_of(core->cycle()));
  }
  if (outcome.status == RunStatus::kHalted) return outcome;
  outcome.ended = std::max(outcome.ended, state_->control->last_activity());
  examine(outcome, program, started);
  return outcome;
}

void Pod::examine(RunOutcome& outcome, const assembler::Program& program,
                  const std::vector<TensorCore*>& cores) {
  if (outcome.status == RunStatus::kFault) {
    outcome.fault = find_fault(program, cores);
    return;
  }
  for (const TensorCore* core : cores) {
    if (core->state() != CoreState::kWaiting) continue;
    WaitingCore waiting;
    waiting.core = core->global_id();
    waiting.wait = core->wait_info();
    waiting.place = place_of(program, waiting.wait.bundle);
    waiting.expected_sender = expected_sender(waiting.core, waiting.wait.semaphore);
    outcome.waiting.push_back(waiting);
  }
  for (const auto& [id, chip] : state_->chips) {
    for (int core = 0; core < kCoresPerChip; ++core) {
      for (std::string& line : chip->complex(core).dma().describe()) {
        outcome.transfers.push_back(std::move(line));
      }
    }
    // Only a hung network may be asked through the configuration port: it cannot move anyway.
    if (outcome.status != RunStatus::kDeadlock || state_->fabric.router(id).idle()) continue;
    for (const BufferStatus& buffer : state_->fabric.router(id).buffers()) {
      outcome.packets.push_back({id, buffer});
    }
  }
}

SourcePlace Pod::place_of(const assembler::Program& program, std::uint32_t bundle) {
  return bundle < program.places.size() ? program.places[bundle] : SourcePlace{program.name, 0, 0};
}

std::string Pod::expected_sender(int core, int semaphore) const {
  const auto named = state_->expected_senders.find({core, semaphore});
  if (named != state_->expected_senders.end()) return named->second;
  const LastRaise last = state_->complex(core).last_raise(semaphore);
  if (last.source_core < 0) return "not known: no other core has ever raised it";
  return fmt::format("{} (raised it last, at {:.3f} us)", core_name(last.source_core),
                     static_cast<double>(last.at) * 1e-6);
}

std::string Pod::core_name(int core) const {
  return fmt::format("chip {} core {}", to_string(topology().coordinate(core / kCoresPerChip)),
                     core % kCoresPerChip);
}

std::optional<RunFault> Pod::find_fault(const assembler::Program& program,
                                        const std::vector<TensorCore*>& cores) {
  for (const TensorCore* core : cores) {
    if (core->state() != CoreState::kFailed) continue;
    const CoreFault& fault = core->fault();
    return RunFault{fault.id,
                    fmt::format("{}, {}, bundle {}, cycle {}: {}", core_name(core->global_id()),
                                to_string(place_of(program, fault.bundle)), fault.bundle,
                                fault.cycle, fault.message),
                    fault.is_check};
  }
  for (const auto& [id, chip] : state_->chips) {
    if (const ChipFault* fault = chip->fault()) {
      const std::string where = fault->core >= 0 ? core_name(fault->core)
                                                 : "chip " + to_string(topology().coordinate(id));
      return RunFault{fault->id,
                      fmt::format("{} at {:.3f} us: {}", where,
                                  static_cast<double>(fault->at) * 1e-6, fault->message),
                      false};
    }
    if (state_->fabric.router(id).has_error()) return router_fault(id);
  }
  if (state_->control->circling()) return circle_fault();
  return std::nullopt;
}

RunFault Pod::router_fault(int chip) {
  Router& router = state_->fabric.router(chip);
  const RouteError error = router.route_error();
  if (error.count != 0) return route_fault(chip, error);
  const auto links = router.links();
  for (int port = 0; port < kLinkPorts; ++port) {
    const LinkStatus& link = links[static_cast<std::size_t>(port)];
    if (link.lost() != 0 || link.state == LinkStatus::kRefused) return link_fault(chip, port, link);
  }
  throw InternalError("a router has an error that it cannot name");
}

RunFault Pod::link_fault(int chip, int port, const LinkStatus& link) const {
  const std::string where =
      fmt::format("link {} of chip {}", port_name(port), to_string(topology().coordinate(chip)));
  if (link.state == LinkStatus::kRefused) {
    return {"LINK-002", where + ": the other end was built with other parameters", false};
  }
  return {"LINK-001",
          fmt::format("{} went down {} time(s): {} packet(s) dropped, {} cut, {} given up that may "
                      "have arrived",
                      where, link.downs, link.dropped, link.poisoned, link.uncertain),
          false};
}

RunFault Pod::route_fault(int chip, const RouteError& error) const {
  if (error.cause == static_cast<int>(ici_csr::Cause::kLinkDown)) {
    return {
        "LINK-001",
        fmt::format("router of chip {}: packet {} from chip {} to chip {}, and {} more, dropped: "
                    "the link that the tables send them to is down",
                    to_string(topology().coordinate(chip)), error.sequence, error.source,
                    error.destination, error.count - 1),
        false};
  }
  return {"ROUTE-020",
          fmt::format("router of chip {}: packet {} from chip {} to chip {} came in at port {} and "
                      "the table entry 0x{:02x} does not lead to a live port",
                      to_string(topology().coordinate(chip)), error.sequence, error.source,
                      error.destination, port_name(error.input_port), error.entry),
          false};
}

RunFault Pod::circle_fault() {
  const auto fault = [this](std::uint32_t sequence, int source, int destination, int at, int port) {
    const auto name = [this](int chip) { return to_string(topology().coordinate(chip)); };
    return RunFault{
        "ROUTE-021",
        fmt::format("packet {} from chip {} to chip {} goes round and does not arrive; "
                    "last seen at port {} of chip {}",
                    sequence, name(source), name(destination), port_name(port), name(at)),
        false};
  };
  const std::vector<Fabric::HeadOnLink> heads = state_->fabric.heads_on_links();
  if (!heads.empty()) {
    const Fabric::HeadOnLink& seen = heads.front();
    const PacketHead head = decode_head(FlitData{seen.head_word});
    return fault(head.sequence, head.source, head.destination, seen.node, seen.port);
  }
  for (const auto& [id, chip] : state_->chips) {
    if (state_->fabric.dead(id)) continue;
    const std::vector<BufferStatus> buffers = state_->fabric.router(id).buffers();
    if (buffers.empty()) continue;
    const BufferStatus& b = buffers.front();
    return fault(b.sequence, b.source, b.destination, id, b.port);
  }
  throw InternalError("packets go round, but there is none");
}

Picoseconds Pod::now() const { return ici_clock().time_of(state_->control->next_start()); }
TensorCore& Pod::core(int id) { return state_->complex(id).core(); }

const DmaCounters& Pod::dma_counters(int core) const {
  return state_->complex(core).dma().counters();
}

std::vector<LinkLoad> Pod::link_loads() const {
  std::vector<LinkLoad> loads;
  for (const auto& [id, chip] : state_->chips) {
    for (int port = 0; port < kLinkPorts; ++port) {
      if (!topology().neighbour(id, port)) continue;
      loads.push_back({id, port, state_->fabric.link_flits(id, port)});
    }
  }
  return loads;
}

std::uint64_t Pod::digest() const {
  std::uint64_t hash = 0;
  for (const auto& [id, chip] : state_->chips) {
    for (int core = 0; core < kCoresPerChip; ++core) {
      const CoreComplex& complex = chip->complex(core);
      hash = mix(hash, complex.core().digest());
      hash = mix(hash, complex.hbm().digest());
      hash = mix(hash, complex.core().cycle());
    }
    hash = mix(hash, chip->network().counters().packets_received);
    for (int port = 0; port < kLinkPorts; ++port) {
      hash = mix(hash, state_->fabric.link_flits(id, port));
    }
  }
  return hash;
}

bool Pod::waves_truncated() const { return state_->routers.waves_truncated(); }
void Pod::close_waves() {
  if (!state_->recorder) return;
  state_->note_waits();
  state_->recorder->close();
}

std::optional<Cycle> Pod::waves_triggered_at() const {
  return state_->recorder ? state_->recorder->triggered_at() : std::nullopt;
}

}  // namespace podsim
