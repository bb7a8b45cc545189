// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_FLOW_CHECK_H_
#define PODSIM_FIRMWARE_ASM_FLOW_CHECK_H_

#include "firmware/asm/errors.h"
#include "firmware/asm/program.h"

namespace podsim::assembler {

/// Adds to `log` what is wrong with the control flow of a whole program: ASM-026 (too large for
/// IMEM), ASM-027 (branch target), ASM-028 to ASM-030 (hardware loops), ASM-031 (the end can be
/// run past).
void check_flow(const Program& program, ErrorLog& log);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_FLOW_CHECK_H_
