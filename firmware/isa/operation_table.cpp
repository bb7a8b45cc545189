// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/operation.h"

namespace podsim::isa {
namespace {

using O = Opcode;
using S = SlotClass;
using K = OperandKind;
using F = Field;
using L = Latency;
using Operands = std::array<OperandSpec, kMaxOperands>;

// Operand lists that several operations share, named after their kinds and fields: S scalar,
// V vector, M mask; d written, r register only, t stored, u updated.
// clang-format off
constexpr Operands kNoOperands = {{}};
constexpr Operands kSdSY = {{{K::kScalarDst, F::kDst}, {K::kScalar, F::kY}}};
constexpr Operands kSdSXSY = {{{K::kScalarDst, F::kDst}, {K::kScalar, F::kX}, {K::kScalar, F::kY}}};
constexpr Operands kSuSXSY = {{
    {K::kScalarUpdate, F::kDst}, {K::kScalar, F::kX}, {K::kScalar, F::kY}}};
constexpr Operands kSdAddr = {{{K::kScalarDst, F::kDst}, {K::kAddress, F::kX}}};
constexpr Operands kStAddr = {{{K::kScalarSrcDst, F::kDst}, {K::kAddress, F::kX}}};
constexpr Operands kLabel = {{{K::kLabel, F::kY}}};
constexpr Operands kSXLabel = {{{K::kScalar, F::kX}, {K::kLabel, F::kY}}};
constexpr Operands kSdLabel = {{{K::kScalarDst, F::kDst}, {K::kLabel, F::kY}}};
constexpr Operands kSX = {{{K::kScalar, F::kX}}};
constexpr Operands kSd = {{{K::kScalarDst, F::kDst}}};
constexpr Operands kVdVY = {{{K::kVectorDst, F::kDst}, {K::kVector, F::kY}}};
constexpr Operands kVdSrY = {{{K::kVectorDst, F::kDst}, {K::kScalarReg, F::kY}}};
constexpr Operands kVd = {{{K::kVectorDst, F::kDst}}};
constexpr Operands kVdVrXVY = {{
    {K::kVectorDst, F::kDst}, {K::kVectorReg, F::kX}, {K::kVector, F::kY}}};
constexpr Operands kVdVrX = {{{K::kVectorDst, F::kDst}, {K::kVectorReg, F::kX}}};
constexpr Operands kMdVrXVY = {{
    {K::kMaskDst, F::kDst}, {K::kVectorReg, F::kX}, {K::kVector, F::kY}}};
constexpr Operands kMdMrXMrY = {{
    {K::kMaskDst, F::kDst}, {K::kMaskReg, F::kX}, {K::kMaskReg, F::kY}}};
constexpr Operands kMdMrX = {{{K::kMaskDst, F::kDst}, {K::kMaskReg, F::kX}}};
constexpr Operands kVdVrXVYMrMask = {{
    {K::kVectorDst, F::kDst}, {K::kVectorReg, F::kX}, {K::kVector, F::kY},
    {K::kMaskReg, F::kMask}}};
constexpr Operands kVdVrXImmY = {{
    {K::kVectorDst, F::kDst}, {K::kVectorReg, F::kX}, {K::kImmediate, F::kY}}};
constexpr Operands kVdAddrStrideSubl = {{
    {K::kVectorDst, F::kDst}, {K::kAddress, F::kX}, {K::kStride, F::kZ},
    {K::kSublaneMask, F::kSublaneMask}}};
constexpr Operands kVrDstAddrStrideSublSm = {{
    {K::kVectorReg, F::kDst}, {K::kAddress, F::kX}, {K::kStride, F::kZ},
    {K::kSublaneMask, F::kSublaneMask}, {K::kStoreMask, F::kMask}}};
constexpr Operands kMxuVrX = {{{K::kMxu, F::kUnit}, {K::kVectorReg, F::kX}}};
constexpr Operands kMxu = {{{K::kMxu, F::kUnit}}};
constexpr Operands kVrXSY = {{{K::kVectorReg, F::kX}, {K::kScalar, F::kY}}};
constexpr Operands kVrX = {{{K::kVectorReg, F::kX}}};
constexpr Operands kVdMxu = {{{K::kVectorDst, F::kDst}, {K::kMxu, F::kUnit}}};
constexpr Operands kSXSY = {{{K::kScalar, F::kX}, {K::kScalar, F::kY}}};
constexpr Operands kSXSYSZ = {{{K::kScalar, F::kX}, {K::kScalar, F::kY}, {K::kScalar, F::kZ}}};
constexpr Operands kSdXSY = {{{K::kScalarDst, F::kX}, {K::kScalar, F::kY}}};

constexpr std::array<Operation, kOperations> kTable = {{
    // scalar
    {O::kSnop, "snop", S::kScalar, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kSmov, "smov", S::kScalar, 1, kSdSY, L::kScalar, "dst = y."},
    {O::kSadd, "sadd", S::kScalar, 2, kSdSXSY, L::kScalar, "dst = x + y, modulo 2^32."},
    {O::kSsub, "ssub", S::kScalar, 3, kSdSXSY, L::kScalar, "dst = x - y, modulo 2^32."},
    {O::kSmul, "smul", S::kScalar, 4, kSdSXSY, L::kScalarMultiply, "dst = low 32 bits of x * y."},
    {O::kSand, "sand", S::kScalar, 5, kSdSXSY, L::kScalar, "dst = x & y."},
    {O::kSor, "sor", S::kScalar, 6, kSdSXSY, L::kScalar, "dst = x | y."},
    {O::kSxor, "sxor", S::kScalar, 7, kSdSXSY, L::kScalar, "dst = x ^ y."},
    {O::kSshl, "sshl", S::kScalar, 8, kSdSXSY, L::kScalar, "dst = x << (y & 31)."},
    {O::kSshr, "sshr", S::kScalar, 9, kSdSXSY, L::kScalar,
     "dst = x >> (y & 31), zeros shifted in."},
    {O::kSsra, "ssra", S::kScalar, 10, kSdSXSY, L::kScalar,
     "dst = x >> (y & 31), sign shifted in."},
    {O::kSmin, "smin", S::kScalar, 11, kSdSXSY, L::kScalar,
     "dst = the smaller of x and y, signed."},
    {O::kSmax, "smax", S::kScalar, 12, kSdSXSY, L::kScalar, "dst = the larger of x and y, signed."},
    {O::kSceq, "sceq", S::kScalar, 13, kSdSXSY, L::kScalar, "dst = 1 if x == y, else 0."},
    {O::kScne, "scne", S::kScalar, 14, kSdSXSY, L::kScalar, "dst = 1 if x != y, else 0."},
    {O::kSclt, "sclt", S::kScalar, 15, kSdSXSY, L::kScalar, "dst = 1 if x < y signed, else 0."},
    {O::kScle, "scle", S::kScalar, 16, kSdSXSY, L::kScalar, "dst = 1 if x <= y signed, else 0."},
    {O::kScltu, "scltu", S::kScalar, 17, kSdSXSY, L::kScalar, "dst = 1 if x < y unsigned, else 0."},
    {O::kScmov, "scmov", S::kScalar, 18, kSuSXSY, L::kScalar,
     "dst = y if x != 0, else dst keeps its value."},
    {O::kSld, "sld", S::kScalar, 19, kSdAddr, L::kScalarLoad,
     "dst = SMEM word [x + y]; the address is in words."},
    {O::kSst, "sst", S::kScalar, 20, kStAddr, L::kScalar,
     "SMEM word [x + y] = the register named first."},
    {O::kSbr, "sbr", S::kScalar, 21, kLabel, L::kBranch, "Continues at the label."},
    {O::kSbnz, "sbnz", S::kScalar, 22, kSXLabel, L::kBranch, "Continues at the label if x != 0."},
    {O::kSbz, "sbz", S::kScalar, 23, kSXLabel, L::kBranch, "Continues at the label if x == 0."},
    {O::kScall, "scall", S::kScalar, 24, kSdLabel, L::kBranch,
     "dst = address of the next bundle; continues at the label."},
    {O::kSret, "sret", S::kScalar, 25, kSX, L::kBranch, "Continues at bundle address x."},
    {O::kSloop, "sloop", S::kScalar, 26, kSXLabel, L::kBranch,
     "Hardware loop: runs the bundles from the next one up to, not including, the label x "
     "times; x <= 0 continues at the label. Loops nest, at most 4 deep."},
    {O::kScyc, "scyc", S::kScalar, 27, kSd, L::kScalar,
     "dst = low 32 bits of the core cycle counter."},
    // vector
    {O::kVnop, "vnop", S::kVector, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kVmov, "vmov", S::kVector, 1, kVdVY, L::kVector, "dst = y."},
    {O::kVbcast, "vbcast", S::kVector, 2, kVdSrY, L::kVector,
     "Every lane of dst = scalar register y."},
    {O::kVlane, "vlane", S::kVector, 3, kVd, L::kVector,
     "Lane l of every sublane of dst = l, as int32."},
    {O::kVsubl, "vsubl", S::kVector, 4, kVd, L::kVector,
     "Every lane of sublane s of dst = s, as int32."},
    {O::kVaddf, "vaddf", S::kVector, 5, kVdVrXVY, L::kVector, "dst = x + y, fp32."},
    {O::kVsubf, "vsubf", S::kVector, 6, kVdVrXVY, L::kVector, "dst = x - y, fp32."},
    {O::kVmulf, "vmulf", S::kVector, 7, kVdVrXVY, L::kVectorMultiply, "dst = x * y, fp32."},
    {O::kVminf, "vminf", S::kVector, 8, kVdVrXVY, L::kVector,
     "dst = x if x < y, else y; a NaN in either gives the canonical NaN."},
    {O::kVmaxf, "vmaxf", S::kVector, 9, kVdVrXVY, L::kVector,
     "dst = x if x > y, else y; a NaN in either gives the canonical NaN."},
    {O::kVabsf, "vabsf", S::kVector, 10, kVdVrX, L::kVector, "dst = x with the sign bit cleared."},
    {O::kVnegf, "vnegf", S::kVector, 11, kVdVrX, L::kVector, "dst = x with the sign bit inverted."},
    {O::kVaddi, "vaddi", S::kVector, 12, kVdVrXVY, L::kVector, "dst = x + y, modulo 2^32."},
    {O::kVsubi, "vsubi", S::kVector, 13, kVdVrXVY, L::kVector, "dst = x - y, modulo 2^32."},
    {O::kVmuli, "vmuli", S::kVector, 14, kVdVrXVY, L::kVectorMultiply,
     "dst = low 32 bits of x * y."},
    {O::kVmini, "vmini", S::kVector, 15, kVdVrXVY, L::kVector,
     "dst = the smaller of x and y, signed."},
    {O::kVmaxi, "vmaxi", S::kVector, 16, kVdVrXVY, L::kVector,
     "dst = the larger of x and y, signed."},
    {O::kVand, "vand", S::kVector, 17, kVdVrXVY, L::kVector, "dst = x & y."},
    {O::kVor, "vor", S::kVector, 18, kVdVrXVY, L::kVector, "dst = x | y."},
    {O::kVxor, "vxor", S::kVector, 19, kVdVrXVY, L::kVector, "dst = x ^ y."},
    {O::kVshl, "vshl", S::kVector, 20, kVdVrXVY, L::kVector, "dst = x << (y & 31)."},
    {O::kVshr, "vshr", S::kVector, 21, kVdVrXVY, L::kVector,
     "dst = x >> (y & 31), zeros shifted in."},
    {O::kVsra, "vsra", S::kVector, 22, kVdVrXVY, L::kVector,
     "dst = x >> (y & 31), sign shifted in."},
    {O::kVceqf, "vceqf", S::kVector, 23, kMdVrXVY, L::kVector,
     "Mask dst: lanes where x == y, fp32 (false for NaN)."},
    {O::kVcltf, "vcltf", S::kVector, 24, kMdVrXVY, L::kVector,
     "Mask dst: lanes where x < y, fp32 (false for NaN)."},
    {O::kVclef, "vclef", S::kVector, 25, kMdVrXVY, L::kVector,
     "Mask dst: lanes where x <= y, fp32 (false for NaN)."},
    {O::kVceqi, "vceqi", S::kVector, 26, kMdVrXVY, L::kVector,
     "Mask dst: lanes where x == y, int32."},
    {O::kVclti, "vclti", S::kVector, 27, kMdVrXVY, L::kVector,
     "Mask dst: lanes where x < y, signed."},
    {O::kVclei, "vclei", S::kVector, 28, kMdVrXVY, L::kVector,
     "Mask dst: lanes where x <= y, signed."},
    {O::kMand, "mand", S::kVector, 29, kMdMrXMrY, L::kVector, "Mask dst = x & y."},
    {O::kMor, "mor", S::kVector, 30, kMdMrXMrY, L::kVector, "Mask dst = x | y."},
    {O::kMnot, "mnot", S::kVector, 31, kMdMrX, L::kVector, "Mask dst = not x."},
    {O::kVsel, "vsel", S::kVector, 32, kVdVrXVYMrMask, L::kVector,
     "dst = x where the mask is set, else y."},
    {O::kVi2f, "vi2f", S::kVector, 33, kVdVrX, L::kVector,
     "dst = x as int32 converted to fp32, round to nearest even."},
    {O::kVf2i, "vf2i", S::kVector, 34, kVdVrX, L::kVector,
     "dst = x converted to int32, toward zero, saturating; NaN gives 0."},
    {O::kVf2b, "vf2b", S::kVector, 35, kVdVrX, L::kVector,
     "dst = x rounded to bfloat16 (nearest even, overflow to infinity, subnormals to zero), "
     "kept as fp32."},
    {O::kVpackb, "vpackb", S::kVector, 36, kVdVrXVY, L::kVector,
     "Low half of each lane = x as bfloat16, high half = y as bfloat16."},
    {O::kVunpl, "vunpl", S::kVector, 37, kVdVrX, L::kVector,
     "dst = the bfloat16 in the low half of each lane, as fp32."},
    {O::kVunph, "vunph", S::kVector, 38, kVdVrX, L::kVector,
     "dst = the bfloat16 in the high half of each lane, as fp32."},
    {O::kVaddb, "vaddb", S::kVector, 39, kVdVrXVY, L::kVector,
     "Both bfloat16 halves of each lane: fp32 sum, rounded to bfloat16."},
    {O::kVexp, "vexp", S::kVector, 40, kVdVrX, L::kTranscendental,
     "dst = e^x: the double-precision result rounded to fp32."},
    {O::kVlog, "vlog", S::kVector, 41, kVdVrX, L::kTranscendental,
     "dst = natural logarithm of x: the double-precision result rounded to fp32."},
    {O::kVrsqrt, "vrsqrt", S::kVector, 42, kVdVrX, L::kTranscendental,
     "dst = 1 / sqrt(x): computed in double precision, rounded to fp32."},
    {O::kVrcp, "vrcp", S::kVector, 43, kVdVrX, L::kTranscendental,
     "dst = 1 / x, correctly rounded."},
    {O::kVsrot, "vsrot", S::kVector, 44, kVdVrXImmY, L::kVector,
     "Sublane s of dst = sublane (s + y) & 7 of x; y is an immediate."},
    // load
    {O::kVldnop, "vldnop", S::kLoad, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kVld, "vld", S::kLoad, 1, kVdAddrStrideSubl, L::kVectorLoad,
     "Sublane s of dst = VMEM row [x + y + s * stride] if bit s of the sublane mask is set, "
     "else zero. Stride 0 loads one row into all."},
    // store
    {O::kVstnop, "vstnop", S::kStore, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kVst, "vst", S::kStore, 1, kVrDstAddrStrideSublSm, L::kVectorStore,
     "VMEM row [x + y + s * stride] = sublane s of the register named first, for the "
     "sublanes in the sublane mask and the lanes in the mask register (all, if none is "
     "named)."},
    // push
    {O::kPushnop, "pushnop", S::kPush, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kMwl, "mwl", S::kPush, 1, kMxuVrX, L::kMxu,
     "Shifts the 8 rows of x, as bfloat16, into the next rows of the staging weights (row 0 "
     "first)."},
    {O::kMwlt, "mwlt", S::kPush, 2, kMxuVrX, L::kMxu,
     "As mwl, transposed: the 8 rows of x become the next 8 columns of the staging weights."},
    {O::kMlatch, "mlatch", S::kPush, 3, kMxu, L::kMxu,
     "The staging weights become the active ones; rows or columns not loaded are zero; the "
     "staging weights are empty again."},
    {O::kMmul, "mmul", S::kPush, 4, kMxuVrX, L::kMxu,
     "Queues the product of the 8 x 128 operand x, as bfloat16, and the active 128 x 128 "
     "weights; the fp32 result goes to the result FIFO."},
    {O::kXrot, "xrot", S::kPush, 5, kVrXSY, L::kXlu,
     "Queues x rotated: lane l of the result = lane (l + y) mod 128 of x."},
    {O::kXsum, "xsum", S::kPush, 6, kVrX, L::kXlu,
     "Queues, in every lane of a sublane, the fp32 sum of the lanes of that sublane: seven "
     "halving steps, lane l plus lane l + 64, then + 32, ... + 1."},
    {O::kXmax, "xmax", S::kPush, 7, kVrX, L::kXlu,
     "Queues, in every lane of a sublane, the largest lane of that sublane (as vmaxf)."},
    {O::kXmin, "xmin", S::kPush, 8, kVrX, L::kXlu,
     "Queues, in every lane of a sublane, the smallest lane of that sublane (as vminf)."},
    {O::kXtr, "xtr", S::kPush, 9, kVrX, L::kTranspose,
     "Adds 8 rows to the transpose buffer (at most 128 rows)."},
    {O::kXtrl, "xtrl", S::kPush, 10, kVrX, L::kTranspose,
     "Adds the last 8 rows and queues the 16 registers of the 128 x 128 transpose, top "
     "first; rows not added are zero."},
    // pop
    {O::kPopnop, "popnop", S::kPop, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kMpop, "mpop", S::kPop, 1, kVdMxu, L::kPop,
     "dst = the oldest result of the MXU; waits while one is on its way, an error if none "
     "is."},
    {O::kXpop, "xpop", S::kPop, 2, kVd, L::kPop,
     "dst = the oldest result of the cross-lane unit; waits while one is on its way, an "
     "error if none is."},
    // misc
    {O::kMnop, "mnop", S::kMisc, 0, kNoOperands, L::kNone, "Does nothing."},
    {O::kDma, "dma", S::kMisc, 1, kSX, L::kControl,
     "Starts the transfer whose 12-word descriptor is at SMEM word x; the descriptor is read "
     "now."},
    {O::kDwait, "dwait", S::kMisc, 2, kNoOperands, L::kControl,
     "Waits until every transfer that this core started has been read out of its source."},
    {O::kSig, "sig", S::kMisc, 3, kSXSY, L::kControl, "Adds y to semaphore x of this core."},
    {O::kRsig, "rsig", S::kMisc, 4, kSXSYSZ, L::kControl,
     "Adds z to semaphore y of core x (chip * 2 + core), over the network."},
    {O::kWait, "wait", S::kMisc, 5, kSXSY, L::kControl,
     "Waits until semaphore x is at least y, then subtracts y."},
    {O::kRdsem, "rdsem", S::kMisc, 6, kSdXSY, L::kControl,
     "Scalar register dst = value of semaphore y of this core; the register is named in "
     "field x."},
    {O::kBar, "bar", S::kMisc, 7, kSXSY, L::kControl,
     "As wait, on a barrier semaphore (224 to 255), which outlives a program."},
    {O::kDelay, "delay", S::kMisc, 8, kSX, L::kControl, "Issues nothing for x cycles."},
    {O::kMark, "mark", S::kMisc, 9, kSXSY, L::kControl,
     "Trace marker: begins (y = 1), ends (y = 0) or notes (y = 2) span x."},
    {O::kCheck, "check", S::kMisc, 10, kSXSY, L::kControl,
     "If x == 0, stops the run as a failed check with code y."},
    {O::kHalt, "halt", S::kMisc, 11, kNoOperands, L::kControl, "Ends the program on this core."},
}};
// clang-format on

constexpr bool table_is_in_order() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (static_cast<std::size_t>(kTable[i].opcode) != i) return false;
  }
  return true;
}
static_assert(table_is_in_order());

}  // namespace

const std::array<Operation, kOperations>& operations() { return kTable; }

}  // namespace podsim::isa
