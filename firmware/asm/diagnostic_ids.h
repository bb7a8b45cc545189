// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_DIAGNOSTIC_IDS_H_
#define PODSIM_FIRMWARE_ASM_DIAGNOSTIC_IDS_H_

/// The stable names of the assembler's diagnostics; docs/firmware/assembler.md explains each.
namespace podsim::assembler::id {

inline constexpr const char* kCannotRead = "ASM-001";
inline constexpr const char* kBadToken = "ASM-002";
inline constexpr const char* kSyntax = "ASM-003";
inline constexpr const char* kUnknownOperation = "ASM-004";
inline constexpr const char* kUnknownDirective = "ASM-005";
inline constexpr const char* kOperandCount = "ASM-006";
inline constexpr const char* kOperandKind = "ASM-007";
inline constexpr const char* kRegisterRange = "ASM-008";
inline constexpr const char* kValueRange = "ASM-009";
inline constexpr const char* kNumberType = "ASM-010";
inline constexpr const char* kUnknownSymbol = "ASM-011";
inline constexpr const char* kNameTaken = "ASM-012";
inline constexpr const char* kNotConstant = "ASM-013";
inline constexpr const char* kArithmetic = "ASM-014";
inline constexpr const char* kIntegerNeeded = "ASM-015";
inline constexpr const char* kSlotsTaken = "ASM-016";
inline constexpr const char* kImmediatesTaken = "ASM-017";
inline constexpr const char* kTwoWriters = "ASM-018";
inline constexpr const char* kTwoBranches = "ASM-019";
inline constexpr const char* kUnterminated = "ASM-020";
inline constexpr const char* kStrayEnd = "ASM-021";
inline constexpr const char* kMacroArguments = "ASM-022";
inline constexpr const char* kExpansionLimit = "ASM-023";
inline constexpr const char* kWrongSection = "ASM-024";
inline constexpr const char* kWordTwice = "ASM-025";
inline constexpr const char* kProgramTooLarge = "ASM-026";
inline constexpr const char* kBranchTarget = "ASM-027";
inline constexpr const char* kLoopBody = "ASM-028";
inline constexpr const char* kLoopNesting = "ASM-029";
inline constexpr const char* kLoopBoundary = "ASM-030";
inline constexpr const char* kFallsOffEnd = "ASM-031";
inline constexpr const char* kUserMessage = "ASM-032";
inline constexpr const char* kKeywordOperand = "ASM-033";
inline constexpr const char* kInsideBundle = "ASM-034";

}  // namespace podsim::assembler::id

#endif  // PODSIM_FIRMWARE_ASM_DIAGNOSTIC_IDS_H_
