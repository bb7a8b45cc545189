// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_REFERENCE_H_
#define PODSIM_FIRMWARE_ISA_REFERENCE_H_

#include <string>

namespace podsim::isa {

/// The reference page of the instruction set in Markdown, made from the operation table:
/// docs/firmware/isa-reference.md is this text.
std::string reference_page();

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_REFERENCE_H_
