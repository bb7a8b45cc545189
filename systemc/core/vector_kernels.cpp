// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/vector_kernels.h"

#include <cstring>

#include "firmware/diagnostics/user_error.h"
#include "systemc/core/float_ops.h"
#include "systemc/core/simd_clones.h"
#include "systemc/core/transcendental.h"

namespace podsim {
namespace {

using isa::Opcode;
using Word = std::uint32_t;

/// target = f(x), lane by lane.
template <class Register, typename Function>
[[gnu::always_inline]] inline void each(const Operands<Register>& o, Function f) {
  Word* __restrict target = o.target->lanes;
  const Word* __restrict x = o.x->lanes;
  for (std::size_t i = 0; i < Register::kCount; ++i) target[i] = f(x[i]);
}

/// target = f(x, y), lane by lane; y is a register or a constant.
template <class Register, typename Function>
[[gnu::always_inline]] inline void each_pair(const Operands<Register>& o, Function f) {
  Word* __restrict target = o.target->lanes;
  const Word* __restrict x = o.x->lanes;
  if (o.y != nullptr) {
    const Word* __restrict y = o.y->lanes;
    for (std::size_t i = 0; i < Register::kCount; ++i) target[i] = f(x[i], y[i]);
  } else {
    const Word y = o.constant;
    for (std::size_t i = 0; i < Register::kCount; ++i) target[i] = f(x[i], y);
  }
}

constexpr Word mask_if(bool condition) { return condition ? ~Word{0} : Word{0}; }
std::int32_t as_signed(Word word) { return static_cast<std::int32_t>(word); }

template <bool host, class Register>
[[gnu::always_inline]] inline bool float_binary(Opcode opcode, const Operands<Register>& o) {
  using A = fp::Arithmetic<host>;
  switch (opcode) {
    case Opcode::kVaddf:
      return each_pair(o, [](Word x, Word y) { return A::add(x, y); }), true;
    case Opcode::kVsubf:
      return each_pair(o, [](Word x, Word y) { return A::subtract(x, y); }), true;
    case Opcode::kVmulf:
      return each_pair(o, [](Word x, Word y) { return A::multiply(x, y); }), true;
    case Opcode::kVminf:
      return each_pair(o, [](Word x, Word y) { return A::minimum(x, y); }), true;
    case Opcode::kVmaxf:
      return each_pair(o, [](Word x, Word y) { return A::maximum(x, y); }), true;
    case Opcode::kVceqf:
      return each_pair(o, [](Word x, Word y) { return mask_if(A::equal(x, y)); }), true;
    case Opcode::kVcltf:
      return each_pair(o, [](Word x, Word y) { return mask_if(A::less(x, y)); }), true;
    case Opcode::kVclef:
      return each_pair(o, [](Word x, Word y) { return mask_if(A::less_equal(x, y)); }), true;
    case Opcode::kVaddb:
      return each_pair(o, [](Word x, Word y) { return fp::add_bfloat16_pair<host>(x, y); }), true;
    case Opcode::kVrcp:
      return each(o, [](Word x) { return A::reciprocal(x); }), true;
    default:
      return false;
  }
}

template <class Register>
[[gnu::always_inline]] inline bool float_unary(Opcode opcode, const Operands<Register>& o) {
  switch (opcode) {
    case Opcode::kVabsf:
      return each(o, [](Word x) { return x & ~fp::kSign; }), true;
    case Opcode::kVnegf:
      return each(o, [](Word x) { return x ^ fp::kSign; }), true;
    case Opcode::kVi2f:
      return each(o, [](Word x) { return fp::int_to_float(x); }), true;
    case Opcode::kVf2i:
      return each(o, [](Word x) { return fp::float_to_int(x); }), true;
    case Opcode::kVf2b:
      return each(o, [](Word x) { return fp::round_to_bfloat16(x); }), true;
    case Opcode::kVunpl:
      return each(o, [](Word x) { return fp::widen_bfloat16(x << 16); }), true;
    case Opcode::kVunph:
      return each(o, [](Word x) { return fp::widen_bfloat16(x); }), true;
    case Opcode::kVexp:
      return each(o, [](Word x) { return fp::exponential(x); }), true;
    case Opcode::kVlog:
      return each(o, [](Word x) { return fp::logarithm(x); }), true;
    case Opcode::kVrsqrt:
      return each(o, [](Word x) { return fp::reciprocal_root(x); }), true;
    default:
      return false;
  }
}

template <class Register>
[[gnu::always_inline]] inline bool int_arithmetic(Opcode opcode, const Operands<Register>& o) {
  switch (opcode) {
    case Opcode::kVaddi:
      return each_pair(o, [](Word x, Word y) { return x + y; }), true;
    case Opcode::kVsubi:
      return each_pair(o, [](Word x, Word y) { return x - y; }), true;
    case Opcode::kVmuli:
      return each_pair(o, [](Word x, Word y) { return x * y; }), true;
    case Opcode::kVmini:
      return each_pair(o, [](Word x, Word y) { return as_signed(x) < as_signed(y) ? x : y; }), true;
    case Opcode::kVmaxi:
      return each_pair(o, [](Word x, Word y) { return as_signed(x) > as_signed(y) ? x : y; }), true;
    case Opcode::kVceqi:
      return each_pair(o, [](Word x, Word y) { return mask_if(x == y); }), true;
    case Opcode::kVclti:
      return each_pair(o, [](Word x, Word y) { return mask_if(as_signed(x) < as_signed(y)); }),
             true;
    case Opcode::kVclei:
      return each_pair(o, [](Word x, Word y) { return mask_if(as_signed(x) <= as_signed(y)); }),
             true;
    default:
      return false;
  }
}

template <class Register>
[[gnu::always_inline]] inline bool bitwise(Opcode opcode, const Operands<Register>& o) {
  switch (opcode) {
    case Opcode::kVand:
    case Opcode::kMand:
      return each_pair(o, [](Word x, Word y) { return x & y; }), true;
    case Opcode::kVor:
    case Opcode::kMor:
      return each_pair(o, [](Word x, Word y) { return x | y; }), true;
    case Opcode::kVxor:
      return each_pair(o, [](Word x, Word y) { return x ^ y; }), true;
    case Opcode::kMnot:
      return each(o, [](Word x) { return ~x; }), true;
    case Opcode::kVshl:
      return each_pair(o, [](Word x, Word y) { return x << (y & 31); }), true;
    case Opcode::kVshr:
      return each_pair(o, [](Word x, Word y) { return x >> (y & 31); }), true;
    case Opcode::kVsra:
      return each_pair(o,
                       [](Word x, Word y) { return static_cast<Word>(as_signed(x) >> (y & 31)); }),
             true;
    case Opcode::kVpackb:
      return each_pair(o,
                       [](Word x, Word y) {
                         return fp::round_to_bfloat16(x) >> 16 | fp::round_to_bfloat16(y);
                       }),
             true;
    default:
      return false;
  }
}

template <class Register>
void fill(Register& target, Word value) {
  for (Word& lane : target.lanes) lane = value;
}

template <class Register>
[[gnu::always_inline]] inline void select(const Operands<Register>& o) {
  const Word* __restrict mask = o.mask->lanes;
  Word* __restrict target = o.target->lanes;
  const Word* __restrict x = o.x->lanes;
  if (o.y != nullptr) {
    const Word* __restrict y = o.y->lanes;
    for (std::size_t i = 0; i < Register::kCount; ++i) target[i] = mask[i] != 0 ? x[i] : y[i];
  } else {
    const Word y = o.constant;
    for (std::size_t i = 0; i < Register::kCount; ++i) target[i] = mask[i] != 0 ? x[i] : y;
  }
}

void number_lanes(VectorRegister& target, Word /*lane*/) {
  for (std::size_t i = 0; i < kRegisterLanes; ++i) target.lanes[i] = i % isa::kLanes;
}

void number_lanes(SampledRegister& target, Word lane) { fill(target, lane); }

template <class Register>
void number_sublanes(Register& target) {
  for (std::size_t i = 0; i < Register::kCount; ++i) {
    target.lanes[i] = static_cast<Word>(i / Register::kSublaneWords);
  }
}

template <class Register>
void rotate_sublanes(const Operands<Register>& o) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    std::memcpy(o.target->sublane(s), o.x->sublane((s + o.constant) % isa::kSublanes),
                Register::kSublaneWords * sizeof(Word));
  }
}

/// Moves: no lane is computed. `lane`: that of a sampled register.
template <class Register>
bool move(Opcode opcode, const Operands<Register>& o, Word lane) {
  switch (opcode) {
    case Opcode::kVnop:
      return true;
    case Opcode::kVmov:
      if (o.y == nullptr) return fill(*o.target, o.constant), true;
      return std::memcpy(o.target->lanes, o.y->lanes, sizeof o.y->lanes), true;
    case Opcode::kVbcast:
      return fill(*o.target, o.constant), true;
    case Opcode::kVlane:
      return number_lanes(*o.target, lane), true;
    case Opcode::kVsubl:
      return number_sublanes(*o.target), true;
    case Opcode::kVsrot:
      return rotate_sublanes(o), true;
    default:
      return false;
  }
}

template <class Register>
[[gnu::always_inline]] inline bool choose(Opcode opcode, const Operands<Register>& o) {
  if (opcode != Opcode::kVsel) return false;
  select(o);
  return true;
}

// Of all lanes: compiled for each level of vector unit.

PODSIM_SIMD_CLONES bool host_float_binary(Opcode opcode, const VectorOperands& o) {
  return float_binary<kHostFlushes>(opcode, o);
}
bool portable_float_binary(Opcode opcode, const VectorOperands& o) {
  return float_binary<false>(opcode, o);
}
PODSIM_SIMD_CLONES bool all_float_unary(Opcode opcode, const VectorOperands& o) {
  return float_unary(opcode, o);
}
PODSIM_SIMD_CLONES bool all_int_arithmetic(Opcode opcode, const VectorOperands& o) {
  return int_arithmetic(opcode, o);
}
PODSIM_SIMD_CLONES bool all_bitwise(Opcode opcode, const VectorOperands& o) {
  return bitwise(opcode, o);
}
PODSIM_SIMD_CLONES bool all_choose(Opcode opcode, const VectorOperands& o) {
  return choose(opcode, o);
}

/// Any vector operation that rounds no sum, difference, product or quotient of fp32 values.
bool run_other(Opcode opcode, const VectorOperands& o) {
  return all_int_arithmetic(opcode, o) || all_bitwise(opcode, o) || move(opcode, o, 0) ||
         all_choose(opcode, o) || all_float_unary(opcode, o);
}

template <typename Function>
[[gnu::always_inline]] inline void reduce(const VectorRegister& x, VectorRegister& target,
                                          Function f) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    alignas(64) Word lanes[isa::kLanes];
    std::memcpy(lanes, x.sublane(s), sizeof lanes);
    for (std::size_t half = isa::kLanes / 2; half > 0; half /= 2) {
      for (std::size_t l = 0; l < half; ++l) lanes[l] = f(lanes[l], lanes[l + half]);
    }
    for (std::size_t l = 0; l < isa::kLanes; ++l) target.sublane(s)[l] = lanes[0];
  }
}

}  // namespace

void run_vector_operation(Opcode opcode, const VectorOperands& operands) {
  if (host_float_binary(opcode, operands) || run_other(opcode, operands)) return;
  throw InternalError("not a vector operation");
}

void run_sampled_operation(Opcode opcode, const SampledOperands& o, std::uint32_t lane) {
  if (float_binary<kHostFlushes>(opcode, o) || int_arithmetic(opcode, o) || bitwise(opcode, o) ||
      move(opcode, o, lane) || choose(opcode, o) || float_unary(opcode, o)) {
    return;
  }
  throw InternalError("not a vector operation");
}

void run_vector_operation_portably(Opcode opcode, const VectorOperands& operands) {
  if (portable_float_binary(opcode, operands) || run_other(opcode, operands)) return;
  throw InternalError("not a vector operation");
}

PODSIM_SIMD_CLONES void run_reduction(Opcode opcode, const VectorRegister& x,
                                      VectorRegister& target) {
  using A = fp::Arithmetic<kHostFlushes>;
  switch (opcode) {
    case Opcode::kXsum:
      return reduce(x, target, [](Word a, Word b) { return A::add(a, b); });
    case Opcode::kXmax:
      return reduce(x, target, [](Word a, Word b) { return A::maximum(a, b); });
    case Opcode::kXmin:
      return reduce(x, target, [](Word a, Word b) { return A::minimum(a, b); });
    default:
      throw InternalError("not a reduction");
  }
}

}  // namespace podsim
