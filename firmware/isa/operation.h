// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_OPERATION_H_
#define PODSIM_FIRMWARE_ISA_OPERATION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "firmware/isa/machine.h"

/// The one operation table: encoder, decoder, assembler, disassembler, executor, fuzzers and the
/// reference page are all driven by it.
namespace podsim::isa {

/// The nine slots of a bundle, in encoding order.
enum class Slot : std::uint8_t {
  kScalar0,
  kScalar1,
  kVector0,
  kVector1,
  kLoad,
  kStore,
  kPush,
  kPop,
  kMisc
};
inline constexpr int kSlots = 9;

enum class SlotClass : std::uint8_t { kScalar, kVector, kLoad, kStore, kPush, kPop, kMisc };
inline constexpr int kSlotClasses = 7;

SlotClass slot_class(Slot slot);
/// "scalar", "vector", ...
std::string_view name(SlotClass slot_class);

/// The fields that a slot's encoding may have; `SlotOp::field` is indexed by it.
enum class Field : std::uint8_t { kDst, kX, kY, kZ, kSublaneMask, kMask, kUnit };
inline constexpr int kFields = 7;

/// How an operand is written in assembler, read by the executor, and which fields hold it.
enum class OperandKind : std::uint8_t {
  kNone,
  kScalarDst,     ///< s0..s31, written
  kScalarSrcDst,  ///< s0..s31 in the dst field, read (the value of a store)
  kScalarUpdate,  ///< s0..s31 in the dst field, read and written
  kScalar,        ///< scalar operand: register or immediate, see OperandCode
  kScalarReg,     ///< s0..s31 in a scalar-operand field: no immediate allowed
  kLabel,         ///< a bundle address, always an immediate
  kVectorDst,     ///< v0..v31, written
  kVectorReg,     ///< v0..v31, read (5-bit field)
  kVector,        ///< vector operand: register or broadcast immediate, see OperandCode
  kMaskDst,       ///< m0..m7, written (dst field)
  kMaskReg,       ///< m0..m7, read
  kStoreMask,     ///< m0..m7, optional: kNoMask when left out (all lanes)
  kMxu,           ///< mxu0 or mxu1
  kAddress,       ///< [base + offset]: fields x and y, both scalar operands
  kStride,        ///< scalar operand in rows, optional: 1 when left out
  kSublaneMask,   ///< scalar operand, bits 7..0, optional: 255 when left out
  kImmediate,     ///< an operand code of an immediate or constant; no register allowed
};

/// Values of a 6-bit operand field. 0..31 is a register; the rest are immediates and constants.
enum OperandCode : std::uint8_t {
  kOperandImmediate0 = 32,  ///< 32..37: immediate 0..5, 16 bit, sign-extended
  kOperandWide0 = 38,  ///< 38..40: 32 bit from immediates (1:0), (3:2), (5:4); the even one is low
  kOperandZero = 41,
  kOperandOne = 42,
  kOperandOneFloat = 43,     ///< the bits of 1.0f
  kOperandAllSublanes = 44,  ///< 255
  kOperandEnd = 45           ///< codes from here to 63 are illegal
};
/// Mask field of a store without mask.
inline constexpr std::uint8_t kNoMask = 8;

/// Every operation of every slot. The order is that of the table.
enum class Opcode : std::uint8_t {
  // scalar
  kSnop,
  kSmov,
  kSadd,
  kSsub,
  kSmul,
  kSand,
  kSor,
  kSxor,
  kSshl,
  kSshr,
  kSsra,
  kSmin,
  kSmax,
  kSceq,
  kScne,
  kSclt,
  kScle,
  kScltu,
  kScmov,
  kSld,
  kSst,
  kSbr,
  kSbnz,
  kSbz,
  kScall,
  kSret,
  kSloop,
  kScyc,
  // vector
  kVnop,
  kVmov,
  kVbcast,
  kVlane,
  kVsubl,
  kVaddf,
  kVsubf,
  kVmulf,
  kVminf,
  kVmaxf,
  kVabsf,
  kVnegf,
  kVaddi,
  kVsubi,
  kVmuli,
  kVmini,
  kVmaxi,
  kVand,
  kVor,
  kVxor,
  kVshl,
  kVshr,
  kVsra,
  kVceqf,
  kVcltf,
  kVclef,
  kVceqi,
  kVclti,
  kVclei,
  kMand,
  kMor,
  kMnot,
  kVsel,
  kVi2f,
  kVf2i,
  kVf2b,
  kVpackb,
  kVunpl,
  kVunph,
  kVaddb,
  kVexp,
  kVlog,
  kVrsqrt,
  kVrcp,
  kVsrot,
  // load, store
  kVldnop,
  kVld,
  kVstnop,
  kVst,
  // push
  kPushnop,
  kMwl,
  kMwlt,
  kMlatch,
  kMmul,
  kXrot,
  kXsum,
  kXmax,
  kXmin,
  kXtr,
  kXtrl,
  // pop
  kPopnop,
  kMpop,
  kXpop,
  // misc
  kMnop,
  kDma,
  kDwait,
  kSig,
  kRsig,
  kWait,
  kRdsem,
  kBar,
  kDelay,
  kMark,
  kCheck,
  kHalt,
  kCount
};
inline constexpr int kOperations = static_cast<int>(Opcode::kCount);

/// Which latency parameter (systemc/core) an operation's result or its unit takes.
enum class Latency : std::uint8_t {
  kNone,
  kScalar,
  kScalarMultiply,
  kScalarLoad,
  kBranch,
  kVector,
  kVectorMultiply,
  kTranscendental,
  kVectorLoad,
  kVectorStore,
  kMxu,
  kXlu,
  kTranspose,
  kPop,
  kControl
};

struct OperandSpec {
  OperandKind kind = OperandKind::kNone;
  Field field = Field::kDst;  ///< the (first) field that holds it
};

inline constexpr int kMaxOperands = 5;

struct Operation {
  Opcode opcode;
  std::string_view mnemonic;
  SlotClass slot;
  std::uint8_t code;  ///< value of the slot's opcode field
  std::array<OperandSpec, kMaxOperands> operands;
  Latency latency;
  std::string_view semantics;  ///< one sentence for the reference page
};

/// The table, indexed by Opcode.
const std::array<Operation, kOperations>& operations();
inline const Operation& operation(Opcode opcode) {
  return operations()[static_cast<std::size_t>(opcode)];
}
/// By exact mnemonic.
std::optional<Opcode> find_operation(std::string_view mnemonic);
/// By slot class and opcode field value.
std::optional<Opcode> find_operation(SlotClass slot, std::uint8_t code);
/// The no-operation of a slot class (code 0).
Opcode nop(SlotClass slot);

struct FieldLayout {
  Field field;
  std::uint8_t width;
};

/// Encoding of a slot class: the opcode field first (lowest bits), then `fields` upwards.
struct SlotLayout {
  std::uint8_t opcode_width;
  std::uint8_t field_count;
  std::array<FieldLayout, kFields> fields;
  int width() const;
};
const SlotLayout& layout(SlotClass slot);

/// Bit offset of a slot in the bundle; immediate i is at immediate_offset(i), 16 bits wide.
/// The bits from reserved_offset() to kBundleBits must be zero.
int slot_offset(Slot slot);
int immediate_offset(int index);
int reserved_offset();

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_OPERATION_H_
