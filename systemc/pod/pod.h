// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_POD_H_
#define PODSIM_SYSTEMC_POD_POD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "firmware/asm/program.h"
#include "systemc/base/data_scale.h"
#include "systemc/base/observer.h"
#include "systemc/base/row_memory.h"
#include "systemc/base/time.h"
#include "systemc/core/tensor_core.h"
#include "systemc/ici/router.h"
#include "systemc/memory/dma_engine.h"
#include "systemc/pod/pod_parameters.h"
#include "systemc/pod/run_control.h"
#include "systemc/pod/topology.h"
#include "systemc/pod/wave_request.h"

namespace podsim {

/// A core that waits at the end of a run.
struct WaitingCore {
  int core = 0;
  WaitInfo wait;
  SourcePlace place;            ///< program line
  std::string expected_sender;  ///< who should have raised the semaphore, as far as is known
};

/// A packet that is still in the network, and where.
struct StuckPacket {
  int chip = 0;  ///< whose router holds it
  BufferStatus buffer;
};

struct RunFault {
  std::string id;
  std::string message;  ///< complete, with chip, core and program line
  bool is_check = false;
};

struct RunOutcome {
  RunStatus status = RunStatus::kHalted;
  Picoseconds started = 0;
  Picoseconds ended = 0;  ///< the last thing that a core or a transfer did
  std::optional<RunFault> fault;
  std::vector<WaitingCore> waiting;
  std::vector<StuckPacket> packets;
  std::vector<std::string> transfers;  ///< DMA transfers in progress
  std::vector<std::string> events;     ///< what broke, and what the routers noticed of it

  Picoseconds duration() const { return ended - started; }
};

/// The report of a run that did not end well, for a person; empty for kHalted.
std::string describe(const RunOutcome& outcome, const Topology& topology);

struct LinkLoad {
  int chip = 0;
  int port = 0;  ///< output of that chip
  std::uint64_t flits = 0;
};

/// A pod: chips, routers and links, ready to run microprograms. Cores are numbered
/// chip * 2 + core. Each has a SystemC context of its own; several must end in the reverse order.
class Pod {
 public:
  /// Throws UserError for parameters that do not fit together. `profile`, if not null, must outlive
  /// the pod and receives where the host's time goes.
  Pod(const PodParameters& parameters, const Topology& topology, Observer& observer,
      const WaveRequest& waves = {}, HostProfile* profile = nullptr);
  ~Pod();
  Pod(const Pod&) = delete;
  Pod& operator=(const Pod&) = delete;

  const Topology& topology() const;
  const Clock& core_clock() const;
  const Clock& ici_clock() const;
  std::vector<int> live_cores() const;

  /// Shares the virtual channels of the routers out among `layers` layers of the routing tables: 1,
  /// 2, or more. A packet may then begin on any channel of layer 0. Not while packets flow.
  void set_routing_layers(int layers);
  /// Writes `entries` (one for each destination chip) into the table of an input port.
  void load_routes(int chip, int input_port, const std::vector<std::uint8_t>& entries);

  // Back-door access of the host, between runs. Addresses in rows of 512 bytes, SMEM in words.
  // What the data mode does not keep is dropped when it is written; to read it is UserError
  // DATA-003. UserError POD-004 outside the memory.
  void write_hbm(int core, std::int64_t row, const void* data, std::size_t bytes);
  void read_hbm(int core, std::int64_t row, void* data, std::size_t bytes) const;
  void write_vmem(int core, std::int64_t row, const void* data, std::size_t bytes);
  void read_vmem(int core, std::int64_t row, void* data, std::size_t bytes) const;
  /// The sampled lane (PodParameters::sample_lane) of `words.size()` rows from `row` on, one word a
  /// row: of full data, and all that sampled data have.
  void write_hbm_words(int core, std::int64_t row, const std::vector<std::uint32_t>& words);
  void write_vmem_words(int core, std::int64_t row, const std::vector<std::uint32_t>& words);
  /// UserError DATA-002 for a word that is unknown: it says where it became so.
  std::vector<std::uint32_t> read_hbm_words(int core, std::int64_t row, std::size_t rows) const;
  std::vector<std::uint32_t> read_vmem_words(int core, std::int64_t row, std::size_t rows) const;
  /// What the pod keeps of its data.
  const DataScale& scale() const;
  void write_smem(int core, int word, const std::vector<std::int32_t>& values);
  std::int32_t read_smem(int core, int word) const;

  /// Names who raises a semaphore, for the report of a hang.
  void expect_sender(int core, int semaphore, const std::string& sender);

  /// Starts `program` on all live cores at the present time and runs until all have halted.
  RunOutcome run(const assembler::Program& program, const RunLimits& limits = {});
  /// The same on some cores only.
  RunOutcome run(const assembler::Program& program, const std::vector<int>& cores,
                 const RunLimits& limits);

  Picoseconds now() const;
  TensorCore& core(int id);
  const DmaCounters& dma_counters(int core) const;
  std::vector<LinkLoad> link_loads() const;
  /// Hash of all memories, registers, counters and cycle counts.
  std::uint64_t digest() const;
  /// Whether the wave file reached its largest size before the end of the request.
  bool waves_truncated() const;
  /// The cycle at which the trigger of the waves came, if it did.
  std::optional<Cycle> waves_triggered_at() const;
  /// Completes the wave file; also done by the destructor.
  void close_waves();
  /// "chip (x,y) core c"
  std::string core_name(int core) const;

 private:
  class State;

  void examine(RunOutcome& outcome, const assembler::Program& program,
               const std::vector<TensorCore*>& cores);
  static SourcePlace place_of(const assembler::Program& program, std::uint32_t bundle);
  std::vector<std::uint32_t> read_words(const RowMemory& memory, const char* name, int core,
                                        std::int64_t row, std::size_t rows) const;
  std::string expected_sender(int core, int semaphore) const;
  std::optional<RunFault> find_fault(const assembler::Program& program,
                                     const std::vector<TensorCore*>& cores);
  RunFault router_fault(int chip);
  RunFault route_fault(int chip, const RouteError& error) const;
  RunFault circle_fault();
  RunFault link_fault(int chip, int port, const LinkStatus& link) const;

  std::unique_ptr<State> state_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_POD_H_
