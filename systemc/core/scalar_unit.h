// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_SCALAR_UNIT_H_
#define PODSIM_SYSTEMC_CORE_SCALAR_UNIT_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "systemc/base/time.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/latency_table.h"
#include "systemc/core/scoreboard.h"
#include "systemc/core/smem.h"

namespace podsim {

/// What a scalar slot wants of the sequencer.
struct ControlTransfer {
  enum Kind : std::uint8_t { kNone, kJump, kCall, kLoop, kSkipLoop } kind = kNone;
  std::uint32_t target = 0;
  std::uint32_t count = 0;  ///< rounds of a loop
};

/// The scalar registers and the operations of the scalar slots. Writes, to registers and to SMEM,
/// take effect at commit(), so that all slots of a bundle read what was before it.
class ScalarUnit {
 public:
  /// Where an operation is executed.
  struct Place {
    Cycle cycle;
    std::uint32_t bundle;
  };
  using Registers = std::array<std::uint32_t, isa::kScalarRegisters + 1>;

  ScalarUnit(const LatencyTable& latencies, Smem& smem) : latencies_(latencies), smem_(smem) {}

  void reset();
  std::uint32_t value(const ScalarSource& source) const {
    return registers_[source.index] + source.constant;
  }
  /// Executes an operation of a scalar slot; CoreError when its address is outside SMEM.
  void execute(const DecodedOp& op, const Place& place, ControlTransfer& transfer);
  /// Writes a register at commit, with the latency of `opcode`.
  void write(isa::Opcode opcode, std::uint8_t number, std::uint32_t result) {
    writes_[write_count_++] = {result, number, opcode};
  }
  void commit(Cycle now, Scoreboard& scoreboard) {
    for (std::size_t i = 0; i < write_count_; ++i) {
      const Write& w = writes_[i];
      registers_[w.number] = w.result;
      scoreboard.write_scalar(w.number, now, now + latencies_[w.opcode]);
    }
    for (std::size_t i = 0; i < store_count_; ++i) smem_.write(stores_[i].word, stores_[i].value);
    write_count_ = store_count_ = 0;
  }
  const Registers& registers() const { return registers_; }

 private:
  struct Write {
    std::uint32_t result;
    std::uint8_t number;
    isa::Opcode opcode;
  };
  struct Store {
    std::uint32_t word;
    std::uint32_t value;
  };

  std::uint32_t smem_word(const DecodedOp& op) const;
  void jump_if(bool condition, const DecodedOp& op, ControlTransfer& transfer) const;
  void begin_loop(const DecodedOp& op, ControlTransfer& transfer) const;
  void execute_control(const DecodedOp& op, const Place& place, ControlTransfer& transfer);

  const LatencyTable& latencies_;
  Smem& smem_;
  Registers registers_{};  ///< the last one is always zero, see ScalarSource
  std::array<Write, 3> writes_{};
  std::array<Store, 2> stores_{};
  std::size_t write_count_ = 0;
  std::size_t store_count_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_SCALAR_UNIT_H_
