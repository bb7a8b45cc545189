// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_DECODED_PROGRAM_H_
#define PODSIM_SYSTEMC_CORE_DECODED_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "firmware/isa/bundle.h"

namespace podsim {

/// A resolved scalar operand: value = scalar[index] + constant, where index 32 reads as zero.
struct ScalarSource {
  static constexpr std::uint8_t kZero = isa::kScalarRegisters;
  std::uint32_t constant = 0;
  std::uint8_t index = kZero;
};

/// One active slot with its operands resolved.
struct DecodedOp {
  static constexpr std::uint8_t kConstant = 255;  ///< in `y`: every lane is `b.constant`

  isa::Opcode opcode = isa::Opcode::kSnop;
  isa::SlotClass slot = isa::SlotClass::kScalar;
  bool writes_mask = false;
  std::uint8_t target = 0;  ///< number of the register that is written; sst, vst: that is stored
  std::uint8_t x = 0;       ///< vector or mask register
  std::uint8_t y = 0;
  std::uint8_t mask = 0;
  std::uint8_t unit = 0;
  ScalarSource a;  ///< field x
  ScalarSource b;  ///< field y
  ScalarSource c;  ///< field z
  ScalarSource d;  ///< field sublanes
};

enum class BundleKind : std::uint8_t {
  kMissing,   ///< never written
  kIllegal,   ///< does not decode
  kConflict,  ///< two slots that cannot stand together
  kLegal
};

/// A bundle as the sequencer wants it: what to execute, in which order, and what to check before.
struct DecodedBundle {
  /// Registers that the bundle reads or writes: bits 0..31 scalar, 32..63 vector.
  std::uint64_t registers = 0;
  std::uint8_t masks = 0;
  BundleKind kind = BundleKind::kMissing;
  bool scalar_only = false;  ///< legal, and operations in the scalar slots only
  bool uses_fifos = false;   ///< operations in the push or pop slot
  bool may_wait = false;     ///< wait, bar or dwait: always the last operation
  /// Active slots in order of execution: load, pop, push, vector, scalar, store, misc.
  std::vector<DecodedOp> ops;
  std::string error;  ///< of a bundle that is not legal
};

/// Resolves a bundle. Never throws: what is wrong is in `kind` and `error`.
DecodedBundle decode_bundle(const isa::Bundle& bundle);
/// From its encoding.
DecodedBundle decode_bundle(const isa::EncodedBundle& encoded);

/// A program in both forms; shared by all cores that run it.
struct DecodedProgram {
  /// Names it in the origin of an unknown value (Origin::program).
  std::uint16_t number = 1;
  std::vector<DecodedBundle> bundles;
  std::vector<isa::EncodedBundle> encoded;
};

/// Bundles that cannot be encoded are illegal, and read as zeros.
std::shared_ptr<const DecodedProgram> decode_program(const std::vector<isa::Bundle>& program,
                                                     std::uint16_t number = 1);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_DECODED_PROGRAM_H_
