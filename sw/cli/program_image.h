// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_PROGRAM_IMAGE_H_
#define PODSIM_SW_CLI_PROGRAM_IMAGE_H_

#include <string>

#include "firmware/asm/program.h"

namespace podsim::cli {

/// The bundles as IMEM and HBM hold them: 64 bytes each, little-endian words.
std::string program_image(const assembler::Program& program);

/// The bundles of an image. Throws UserError CLI-006 for a file whose size is no whole number of
/// bundles, or with the number of the first bundle that has no meaning.
assembler::Program read_program_image(const std::string& image, const std::string& file);

/// For each bundle its number, its words, its place and its text.
std::string program_listing(const assembler::Program& program);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_PROGRAM_IMAGE_H_
