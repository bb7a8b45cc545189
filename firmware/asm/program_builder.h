// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_PROGRAM_BUILDER_H_
#define PODSIM_FIRMWARE_ASM_PROGRAM_BUILDER_H_

#include <array>
#include <memory>
#include <vector>

#include "firmware/asm/immediate_pool.h"
#include "firmware/asm/operation_parser.h"
#include "firmware/asm/program.h"

namespace podsim::assembler {

/// Puts operations into bundles: one after another, packed, or as the source groups them.
class ProgramBuilder {
 public:
  void set_packing(bool on);

  /// Adds outside braces: to the open bundle if packing is on and the rules allow it, else to a new
  /// one. Throws UserError ASM-017 when the operation's constants exceed a whole bundle.
  void add(const ParsedOperation& operation);

  /// The next bundle holds what add_explicit() gives it.
  void begin_explicit(const SourcePlace& place);
  /// Throws UserError ASM-016 to ASM-019.
  void add_explicit(const ParsedOperation& operation);
  /// Sets all immediates of the explicit bundle.
  void fix_immediates(const std::array<std::int16_t, isa::kImmediates>& values);
  void end_explicit();

  /// Ends the open bundle: nothing more joins it. Gives the number of the next bundle.
  int break_bundle();
  /// Adds empty bundles until the number of bundles is a multiple of `alignment`.
  void align(int alignment, const SourcePlace& place);

  std::size_t size() const { return program_.bundles.size(); }

  /// Fills in the constants that waited for labels, adding their errors to `log`, and gives the
  /// bundles and places.
  Program finish(const SymbolTable& symbols, ErrorLog& log);

 private:
  struct LateImmediate {
    std::size_t bundle = 0;
    std::size_t index = 0;  ///< of the immediate
    isa::Opcode opcode = isa::Opcode::kSnop;
    OperandValue value;
    std::shared_ptr<const LineUse> use;
  };
  struct OpenBundle {
    isa::Bundle bundle;
    ImmediatePool pool;
    std::array<bool, isa::kSlots> taken{};
    std::vector<LateImmediate> late;
    SourcePlace place;
    bool is_empty = true;
  };
  enum class Refusal : std::uint8_t { kNone, kSlot, kImmediate };

  static Refusal try_add(OpenBundle& open, const ParsedOperation& operation);
  static bool place_values(OpenBundle& open, const ParsedOperation& operation, isa::SlotOp& op);
  static void require_legal(const OpenBundle& open, const ParsedOperation& operation);
  void close();
  void resolve(const LateImmediate& late, const SymbolTable& symbols);

  Program program_;
  OpenBundle open_;
  std::vector<LateImmediate> late_;
  bool packing_ = true;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_PROGRAM_BUILDER_H_
