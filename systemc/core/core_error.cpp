// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/core_error.h"

namespace podsim {
namespace {

using K = CoreFaultKind;

constexpr std::array<CoreFaultEntry, kCoreFaultKinds> kEntries = {{
    {K::kCheckFailed, "CORE-001", "A `check` operation found its operand zero."},
    {K::kIllegalBundle, "CORE-002", "A bundle does not decode: opcode, operand or reserved bits."},
    {K::kSlotConflict, "CORE-003",
     "Two slots of a bundle write one register, or both transfer control."},
    {K::kProgramEnd, "CORE-004", "Execution reached a bundle address that was never written."},
    {K::kVmemRange, "CORE-005", "A vector load or store touches a row outside VMEM."},
    {K::kSmemRange, "CORE-006", "A scalar load or store touches a word outside SMEM."},
    {K::kDescriptorRange, "CORE-007", "A DMA descriptor does not lie in SMEM."},
    {K::kSemaphoreIndex, "CORE-008", "A semaphore index is not in 0..255."},
    {K::kSemaphoreClass, "CORE-009",
     "`wait` names a barrier semaphore (224..255), or `bar` names another one."},
    {K::kSemaphoreOverflow, "CORE-010", "A semaphore rises above 2^32 - 1."},
    {K::kLoopDepth, "CORE-011", "Hardware loops nest more than 4 deep."},
    {K::kLoopNesting, "CORE-012",
     "A hardware loop ends before it begins, or outside the loop around it."},
    {K::kStagingOverflow, "CORE-013",
     "More than 16 weight pushes before a latch: staged weights would be lost."},
    {K::kStagingMixed, "CORE-014", "`mwl` and `mwlt` are mixed in one set of staged weights."},
    {K::kLatchEmpty, "CORE-015", "`mlatch` with no weights staged."},
    {K::kNoWeights, "CORE-016", "`mmul` before any weights were latched."},
    {K::kMxuPopEmpty, "CORE-017", "`mpop` with no product queued: it would wait for ever."},
    {K::kMxuResultOverflow, "CORE-018",
     "`mmul` with the result FIFO's capacity used up: the pops come too late."},
    {K::kXluPopEmpty, "CORE-019", "`xpop` with no operation queued: it would wait for ever."},
    {K::kXluResultOverflow, "CORE-020",
     "A cross-lane operation with the result FIFO's capacity used up: the pops come too late."},
    {K::kTransposeOverflow, "CORE-021", "More than 128 rows are added to the transpose buffer."},
    {K::kHaltLeftovers, "CORE-022",
     "`halt` leaves work or a count behind: transfers, FIFO entries, weights, semaphores."},
    {K::kStartSemaphore, "CORE-023", "A program starts while a semaphore is not zero."},
    {K::kProgramSize, "CORE-024", "A program does not fit into IMEM."},
    {K::kMarkerKind, "CORE-025", "A `mark` operation with a kind other than 0, 1 and 2."},
}};

constexpr bool entries_are_in_order() {
  for (std::size_t i = 0; i < kEntries.size(); ++i) {
    if (static_cast<std::size_t>(kEntries[i].kind) != i + 1) return false;
  }
  return true;
}
static_assert(entries_are_in_order());

}  // namespace

const std::array<CoreFaultEntry, kCoreFaultKinds>& core_faults() { return kEntries; }

std::string_view id(CoreFaultKind kind) { return kEntries[static_cast<std::size_t>(kind) - 1].id; }

}  // namespace podsim
