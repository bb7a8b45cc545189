// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "firmware/asm/disassembler.h"
#include "firmware/asm/packing_rules.h"
#include "firmware/isa/operand_rules.h"
#include "tests/firmware/asm/assemble_helpers.h"
#include "tests/firmware/isa/random_bundle.h"

/// Runs random straight lines packed and unpacked through a small interpreter in which every value
/// is a hash of what it was computed from: any order that packing breaks changes the final state.
namespace podsim::test {
namespace {

using isa::Bundle;
using isa::Field;
using isa::Opcode;
using isa::OperandKind;
using isa::SlotOp;

using Word = std::uint64_t;

Word mix(Word a, Word b) {
  Word x = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 29);
}

struct State {
  std::array<Word, 32> scalars{};
  std::array<Word, 32> vectors{};
  std::array<Word, 9> masks{};
  std::array<Word, 8> smem{};
  std::array<Word, 8> vmem{};
  std::array<std::deque<Word>, 3> fifos;
  std::array<Word, 3> units{};  ///< what has been pushed so far
  Word outside = 0;             ///< rises at each control operation: others write memory meanwhile
  std::vector<Word> seen;       ///< what the control operations saw

  bool operator==(const State& other) const {
    return scalars == other.scalars && vectors == other.vectors && masks == other.masks &&
           smem == other.smem && vmem == other.vmem && fifos == other.fifos &&
           units == other.units && outside == other.outside && seen == other.seen;
  }
};

Word hash_memory(const State& state) {
  Word hash = state.outside;
  for (const Word word : state.smem) hash = mix(hash, word);
  for (const Word word : state.vmem) hash = mix(hash, word);
  return hash;
}

/// Whether the control operation of a bundle takes effect before or after the other slots. Packing
/// must not depend on it.
enum class ControlOrder : std::uint8_t { kFirst, kLast };

/// Executes a bundle: all slots read `old_`, the effects go to `now_`.
class Interpreter {
 public:
  explicit Interpreter(ControlOrder order = ControlOrder::kFirst) : order_(order) {}

  void run(const std::vector<Bundle>& bundles) {
    for (const Bundle& bundle : bundles) step(bundle);
  }
  const State& state() const { return now_; }

 private:
  void step(const Bundle& bundle) {
    bundle_ = &bundle;
    old_ = now_;
    if (order_ == ControlOrder::kFirst) {
      control(bundle.slot(isa::Slot::kMisc));
      old_.outside = now_.outside;
    }
    for (const SlotOp& op : bundle.slots) {
      if (!assembler::is_nop(op) && !assembler::is_control(op)) execute(op);
    }
    if (order_ == ControlOrder::kLast) control(bundle.slot(isa::Slot::kMisc));
  }

  Word scalar(std::uint8_t code) const {
    return code < 32 ? old_.scalars[code] : isa::immediate_value(*bundle_, code);
  }
  Word vector(std::uint8_t code) const {
    return code < 32 ? old_.vectors[code] : isa::immediate_value(*bundle_, code);
  }

  /// A hash of the operation and everything it reads from registers.
  Word inputs(const SlotOp& op) const {
    Word hash = static_cast<Word>(op.opcode);
    for (const isa::OperandSpec& operand : isa::operation(op.opcode).operands) {
      const std::uint8_t value = op.field(operand.field);
      switch (operand.kind) {
        case OperandKind::kNone:
        case OperandKind::kScalarDst:
        case OperandKind::kVectorDst:
        case OperandKind::kMaskDst:
          break;
        case OperandKind::kVectorReg:
        case OperandKind::kVector:
          hash = mix(hash, vector(value));
          break;
        case OperandKind::kMaskReg:
        case OperandKind::kStoreMask:
          hash = mix(hash, old_.masks[value]);
          break;
        case OperandKind::kMxu:
          hash = mix(hash, value);
          break;
        case OperandKind::kAddress:
          hash = mix(hash, mix(scalar(value), scalar(op.field(Field::kY))));
          break;
        default:
          hash = mix(hash, scalar(value));
      }
    }
    return hash;
  }

  std::size_t address(const SlotOp& op) const {
    return mix(scalar(op.field(Field::kX)), scalar(op.field(Field::kY))) % 8;
  }

  static std::size_t unit(const SlotOp& op) {
    const bool mxu = op.opcode == Opcode::kMwl || op.opcode == Opcode::kMwlt ||
                     op.opcode == Opcode::kMlatch || op.opcode == Opcode::kMmul ||
                     op.opcode == Opcode::kMpop;
    return mxu ? op.field(Field::kUnit) : 2u;
  }

  void control(const SlotOp& op) {
    if (assembler::is_nop(op)) return;
    const Word hash = mix(inputs(op), hash_memory(now_));
    now_.seen.push_back(hash);
    now_.outside = mix(now_.outside, hash);
    if (op.opcode == Opcode::kRdsem) now_.scalars[op.field(Field::kX)] = hash;
  }

  Word pop(std::size_t from) {
    if (now_.fifos[from].empty()) return mix(from, 77);
    const Word value = now_.fifos[from].front();
    now_.fifos[from].pop_front();
    return value;
  }

  void push(const SlotOp& op) {
    Word& unit_state = now_.units[unit(op)];
    unit_state = mix(unit_state, inputs(op));
    now_.fifos[unit(op)].push_back(unit_state);
  }

  void execute(const SlotOp& op) {
    Word result = inputs(op);
    if (op.opcode == Opcode::kSld) {
      result = mix(result, mix(old_.smem[address(op)], old_.outside));
    }
    if (op.opcode == Opcode::kVld) {
      result = mix(result, mix(old_.vmem[address(op)], old_.outside));
    }
    if (op.opcode == Opcode::kScyc) result = mix(result, old_.outside);
    if (op.opcode == Opcode::kSst) now_.smem[address(op)] = result;
    if (op.opcode == Opcode::kVst) now_.vmem[address(op)] = result;
    const isa::SlotClass slot = isa::operation(op.opcode).slot;
    if (slot == isa::SlotClass::kPush) push(op);
    if (slot == isa::SlotClass::kPop) result = pop(unit(op));
    write(op, result);
  }

  void write(const SlotOp& op, Word result) {
    for (const isa::OperandSpec& operand : isa::operation(op.opcode).operands) {
      const std::uint8_t number = op.field(operand.field);
      if (operand.kind == OperandKind::kScalarDst || operand.kind == OperandKind::kScalarUpdate) {
        now_.scalars[number] = result;
      }
      if (operand.kind == OperandKind::kVectorDst) now_.vectors[number] = result;
      if (operand.kind == OperandKind::kMaskDst) now_.masks[number] = result;
    }
  }

  ControlOrder order_;
  State old_;
  State now_;
  const Bundle* bundle_ = nullptr;
};

/// Few registers and small immediates, so that operations depend on one another often.
void narrow(Random& random, SlotOp& op, Bundle& bundle) {
  for (std::uint8_t& field : op.fields) {
    if (field < isa::kOperandImmediate0) field = static_cast<std::uint8_t>(field % 4);
    if (field < isa::kOperandImmediate0 || field >= isa::kOperandZero) continue;
    field = isa::kOperandImmediate0;
    bundle.immediates[0] = static_cast<std::int16_t>(2 + below(random, 30));
  }
}

/// A random operation as source text; no branch, no nop, no operand codes.
std::string random_line(Random& random) {
  while (true) {
    Bundle bundle;
    const auto slot = static_cast<isa::Slot>(below(random, isa::kSlots));
    if (slot == isa::Slot::kScalar1 || slot == isa::Slot::kVector1) continue;
    SlotOp& op = bundle.slot(slot);
    op = random_operation(random, random_opcode(random, isa::slot_class(slot)));
    narrow(random, op, bundle);
    if (assembler::is_nop(op) || assembler::is_branch(op)) continue;
    const std::string text = assembler::disassemble(bundle);
    if (text.find(".imm") == std::string::npos) return text.substr(2, text.size() - 4);
  }
}

std::size_t count_operations(const std::vector<Bundle>& bundles) {
  std::size_t count = 0;
  for (const Bundle& bundle : bundles) {
    for (const SlotOp& op : bundle.slots) count += assembler::is_nop(op) ? 0 : 1;
  }
  return count;
}

TEST(PackingProperty, PackedAndUnpackedCodeComputeTheSame) {
  const std::uint64_t seed = test_seed(20240501);
  SCOPED_TRACE(reproduce(seed));
  Random random(seed);
  std::size_t operations = 0;
  std::size_t bundles = 0;
  for (int trial = 0; trial < 150; ++trial) {
    std::string source;
    const int length = 5 + below(random, 60);
    for (int i = 0; i < length; ++i) source += random_line(random) + "\n";
    const auto packed = assemble_fragment(source).bundles;
    const auto single = assemble_fragment(".pack off\n" + source).bundles;
    ASSERT_EQ(single.size(), static_cast<std::size_t>(length));
    ASSERT_EQ(count_operations(packed), single.size());
    Interpreter one_by_one;
    one_by_one.run(single);
    for (const ControlOrder order : {ControlOrder::kFirst, ControlOrder::kLast}) {
      Interpreter in_bundles(order);
      in_bundles.run(packed);
      ASSERT_TRUE(one_by_one.state() == in_bundles.state()) << source;
    }
    operations += single.size();
    bundles += packed.size();
  }
  EXPECT_LT(bundles, operations) << "nothing was packed";
}

TEST(PackingProperty, TheInterpreterSeesABrokenOrder) {
  // The same operations in one bundle although the second needs the first.
  const auto dependent = assemble_fragment("{ sadd s1, s2, 5 }\n{ sadd s3, s1, 7 }").bundles;
  const auto broken = assemble_fragment("{ sadd s1, s2, 5 ; sadd s3, s1, 7 }").bundles;
  Interpreter first;
  first.run(dependent);
  Interpreter second;
  second.run(broken);
  EXPECT_FALSE(first.state() == second.state());
}

}  // namespace
}  // namespace podsim::test
