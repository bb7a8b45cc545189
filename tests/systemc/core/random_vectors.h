// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SYSTEMC_CORE_RANDOM_VECTORS_H_
#define PODSIM_TESTS_SYSTEMC_CORE_RANDOM_VECTORS_H_

#include <random>
#include <vector>

#include "firmware/isa/bundle.h"

namespace podsim::test {

/// Random programs of vector operations, loads and stores of rows 0 to kRandomRows - 1 and, if
/// wanted, the MXU and the cross-lane unit. In the end they store all vector registers, from row
/// kRegisterRows on, and what each mask register selects, and halt.
class RandomVectors {
 public:
  static constexpr int kRows = 256;
  static constexpr int kRegisterRows = 1024;  ///< 32 vector registers, then 8 mask registers
  static constexpr int kLastRow = kRegisterRows + 40 * 8;

  RandomVectors(unsigned seed, bool cross_lane) : random_(seed), cross_lane_(cross_lane) {}

  std::vector<isa::Bundle> program(int bundles);

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  isa::SlotOp random_fields(isa::Opcode opcode);
  isa::SlotOp any_vector_operation();
  isa::SlotOp memory_operation(isa::Opcode opcode);
  isa::Bundle random_bundle();
  void add_cross_lane(isa::Bundle& bundle);
  void add_mxu(isa::Bundle& bundle);
  void add_xlu(isa::Bundle& bundle);
  void drain();
  void store_registers();

  std::mt19937 random_;
  bool cross_lane_;
  std::vector<isa::Bundle> bundles_;
  int staged_ = 0;  ///< weight pushes of mxu0
  bool latched_ = false;
  int products_ = 0;  ///< queued and not popped
  int results_ = 0;   ///< of the cross-lane unit
};

}  // namespace podsim::test

#endif  // PODSIM_TESTS_SYSTEMC_CORE_RANDOM_VECTORS_H_
