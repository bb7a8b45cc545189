// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_CORE_ERROR_H_
#define PODSIM_SYSTEMC_CORE_CORE_ERROR_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace podsim {

/// What a TensorCore can find wrong with a microprogram; the number is that of the id.
enum class CoreFaultKind : std::uint8_t {
  kCheckFailed = 1,
  kIllegalBundle,
  kSlotConflict,
  kProgramEnd,
  kVmemRange,
  kSmemRange,
  kDescriptorRange,
  kSemaphoreIndex,
  kSemaphoreClass,
  kSemaphoreOverflow,
  kLoopDepth,
  kLoopNesting,
  kStagingOverflow,
  kStagingMixed,
  kLatchEmpty,
  kNoWeights,
  kMxuPopEmpty,
  kMxuResultOverflow,
  kXluPopEmpty,
  kXluResultOverflow,
  kTransposeOverflow,
  kHaltLeftovers,
  kStartSemaphore,
  kProgramSize,
  kMarkerKind,
};
inline constexpr int kCoreFaultKinds = 25;

struct CoreFaultEntry {
  CoreFaultKind kind;
  std::string_view id;       ///< "CORE-001"
  std::string_view meaning;  ///< one sentence for the reference page
};

/// Every kind, in order of its number.
const std::array<CoreFaultEntry, kCoreFaultKinds>& core_faults();
/// "CORE-0nn".
std::string_view id(CoreFaultKind kind);

/// Thrown by the units of a core while they execute a bundle; the sequencer makes a CoreFault of
/// it. It never leaves TensorCore.
struct CoreError {
  CoreFaultKind kind;
  std::string message;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_CORE_ERROR_H_
