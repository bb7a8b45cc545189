// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_ASSEMBLER_H_
#define PODSIM_FIRMWARE_ASM_ASSEMBLER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "firmware/asm/errors.h"
#include "firmware/asm/program.h"

/// The assembler of .tasm microprograms. The language: docs/firmware/assembler.md.
namespace podsim::assembler {

/// Gives the text of a file, or nothing when there is no such file.
using FileReader = std::function<std::optional<std::string>(const std::string& path)>;

/// Reads from disk.
std::optional<std::string> read_file_from_disk(const std::string& path);

struct AssembleOptions {
  /// Where .include looks after the directory of the including file, in this order.
  std::vector<std::string> include_paths;
  /// Predefined constants, as if by .equ.
  std::map<std::string, std::int64_t> symbols;
  /// Labels of code elsewhere that this fragment may branch to, and their bundles.
  std::map<std::string, int> labels;
  FileReader read_file = read_file_from_disk;
  /// Refuse a program whose branches, loops or end are wrong; off for fragments.
  bool check_flow = true;
};

/// Assembles source text; `file` names it in messages and starts the search of .include.
/// Throws AssemblyErrors (a UserError) listing every error found, at most kMaxErrors.
Program assemble(const std::string& source, const std::string& file,
                 const AssembleOptions& options = {});

/// The same for a file. Throws UserError ASM-001 when it cannot be read.
Program assemble_file(const std::string& path, const AssembleOptions& options = {});

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_ASSEMBLER_H_
