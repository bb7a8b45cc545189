// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/flow_check.h"

#include <fmt/format.h>

#include <optional>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/packing_rules.h"

namespace podsim::assembler {
namespace {

using isa::Opcode;

struct Branch {
  int bundle = 0;
  Opcode opcode = Opcode::kSbr;
  int target = 0;
};

/// The bundles first..end-1 of a hardware loop.
struct Loop {
  int first = 0;
  int end = 0;
  bool contains(int bundle) const { return bundle >= first && bundle < end; }
};

class FlowCheck {
 public:
  FlowCheck(const Program& program, ErrorLog& log)
      : program_(program), log_(log), size_(static_cast<int>(program.bundles.size())) {}

  void run() {
    if (size_ > isa::kImemBundles) {
      fail(id::kProgramTooLarge, isa::kImemBundles,
           fmt::format("the program has {} bundles, IMEM holds {}", size_, isa::kImemBundles));
    }
    find_branches();
    for (const Branch& branch : branches_) check_target(branch);
    for (std::size_t i = 0; i < loops_.size(); ++i) check_nesting(i);
    for (const Branch& branch : branches_) check_boundary(branch);
    check_end();
  }

 private:
  void fail(const char* error_id, int bundle, const std::string& message,
            const std::string& hint = {}) {
    const auto index = static_cast<std::size_t>(bundle);
    const SourcePlace place =
        index < program_.places.size() ? program_.places[index] : SourcePlace{program_.name, 0, 0};
    log_.add(UserError(error_id, message, place, hint));
  }

  void find_branches() {
    for (int i = 0; i < size_; ++i) {
      const isa::Bundle& bundle = program_.bundles[static_cast<std::size_t>(i)];
      for (const isa::SlotOp& op : bundle.slots) {
        if (is_branch(op) && op.opcode != Opcode::kSret) add_branch(i, bundle, op);
      }
    }
  }

  void add_branch(int index, const isa::Bundle& bundle, const isa::SlotOp& op) {
    const std::uint32_t bits = isa::immediate_value(bundle, op.field(isa::Field::kY));
    branches_.push_back({index, op.opcode, static_cast<int>(bits)});
  }

  void check_target(const Branch& branch) {
    if (branch.target < 0 || branch.target >= size_) {
      fail(id::kBranchTarget, branch.bundle,
           fmt::format("branch to bundle {}; the program has 0..{}", branch.target, size_ - 1));
    } else if (branch.opcode == Opcode::kSloop) {
      check_body(branch);
    }
  }

  void check_body(const Branch& loop) {
    if (loop.target <= loop.bundle + 1) {
      fail(id::kLoopBody, loop.bundle,
           fmt::format("the body of the hardware loop is empty: it starts at bundle {} and ends "
                       "before bundle {}",
                       loop.bundle + 1, loop.target),
           "the label of sloop stands after the last bundle of the body");
    } else {
      loops_.push_back({loop.bundle + 1, loop.target});
    }
  }

  /// Loops are found in the order of their first bundle.
  void check_nesting(std::size_t index) {
    const Loop& inner = loops_[index];
    int depth = 1;
    for (std::size_t i = 0; i < index; ++i) {
      const Loop& outer = loops_[i];
      if (!outer.contains(inner.first - 1)) continue;
      ++depth;
      if (inner.end > outer.end) {
        fail(id::kLoopNesting, inner.first - 1,
             fmt::format("the loop ends at bundle {}, after the loop around it, which ends at {}",
                         inner.end, outer.end));
      }
    }
    if (depth > isa::kLoopDepth) {
      fail(id::kLoopNesting, inner.first - 1,
           fmt::format("hardware loops are nested {} deep, at most {} are allowed", depth,
                       isa::kLoopDepth));
    }
  }

  void check_boundary(const Branch& branch) {
    if (branch.opcode == Opcode::kSloop) return;
    for (const Loop& loop : loops_) {
      if (branch.opcode == Opcode::kScall) {
        check_call(branch, loop);
      } else if (loop.contains(branch.bundle) != loop.contains(branch.target)) {
        fail(id::kLoopBoundary, branch.bundle,
             fmt::format("the branch to bundle {} crosses the boundary of the hardware loop {}..{}",
                         branch.target, loop.first, loop.end - 1),
             "leave a loop by its count, or use a branch in place of sloop");
      }
    }
  }

  void check_call(const Branch& call, const Loop& loop) {
    if (call.bundle == loop.end - 1) {
      fail(id::kLoopBoundary, call.bundle, "scall in the last bundle of a hardware loop",
           "put a bundle after it: it returns there");
    }
  }

  static bool ends_flow(const isa::Bundle& bundle) {
    for (const isa::SlotOp& op : bundle.slots) {
      if (op.opcode == Opcode::kHalt || op.opcode == Opcode::kSbr || op.opcode == Opcode::kSret) {
        return true;
      }
    }
    return false;
  }

  void check_end() {
    int last = size_ - 1;
    while (last >= 0 && program_.bundles[static_cast<std::size_t>(last)] == isa::Bundle{}) --last;
    if (last >= 0 && ends_flow(program_.bundles[static_cast<std::size_t>(last)])) return;
    fail(id::kFallsOffEnd, last < 0 ? size_ : last, "execution can run past the end of the program",
         "end with halt, sret or sbr");
  }

  const Program& program_;
  ErrorLog& log_;
  int size_;
  std::vector<Branch> branches_;
  std::vector<Loop> loops_;
};

}  // namespace

void check_flow(const Program& program, ErrorLog& log) { FlowCheck(program, log).run(); }

}  // namespace podsim::assembler
