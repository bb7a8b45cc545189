// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_FIRMWARE_MICROPROGRAMS_INSTANT_POD_H_
#define PODSIM_TESTS_FIRMWARE_MICROPROGRAMS_INSTANT_POD_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "firmware/asm/program.h"
#include "systemc/base/observer.h"
#include "systemc/core/smem.h"
#include "systemc/core/tensor_core.h"
#include "systemc/core/vmem.h"

namespace podsim::test {

using HostRow = std::array<float, isa::kLanes>;

/// TensorCores joined by a network without routers: a transfer reads its source when it is started
/// and arrives some time later, in no order. Microprograms are debugged on it.
class InstantPod {
 public:
  explicit InstantPod(int cores, Observer& observer);
  ~InstantPod();

  void write_hbm(int core, std::int64_t row, const std::vector<HostRow>& rows);
  std::vector<HostRow> read_hbm(int core, std::int64_t row, int rows) const;
  void write_vmem(int core, int row, const std::vector<HostRow>& rows);
  std::vector<HostRow> read_vmem(int core, int row, int rows) const;
  void write_smem(int core, int word, const std::vector<std::int32_t>& values);

  /// Runs the program on all cores. Gives "" when all have halted, else what went wrong.
  std::string run(const assembler::Program& program);

 private:
  class Environment;
  struct Message {
    Picoseconds at = 0;
    int core = 0;
    isa::Space space = isa::Space::kVmem;
    std::vector<std::int64_t> targets;  ///< a row each
    std::vector<HostRow> rows;
    int semaphore = -1;
    std::uint32_t amount = 0;
  };

  void start_dma(int source, const DmaDescriptor& descriptor, Picoseconds at);
  void send(Message message);
  void deliver(const Message& message);
  HostRow read_row(int core, isa::Space space, std::int64_t row) const;
  void write_row(int core, isa::Space space, std::int64_t row, const HostRow& value);
  Picoseconds next_time() const;
  void run_window(Picoseconds end);
  std::string outcome(const assembler::Program& program) const;

  std::vector<std::unique_ptr<Environment>> environments_;
  std::vector<std::unique_ptr<TensorCore>> cores_;
  std::vector<std::map<std::int64_t, HostRow>> hbm_;
  std::multimap<Picoseconds, Message> messages_;
  Picoseconds now_ = 0;
  std::uint32_t delay_state_ = 1;
};

}  // namespace podsim::test

#endif  // PODSIM_TESTS_FIRMWARE_MICROPROGRAMS_INSTANT_POD_H_
