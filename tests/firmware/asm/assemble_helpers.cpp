// SPDX-License-Identifier: Apache-2.0
#include "tests/firmware/asm/assemble_helpers.h"

#include <gtest/gtest.h>

#include "firmware/asm/packing_rules.h"

namespace podsim::test {

assembler::Program assemble_fragment(const std::string& source,
                                     const std::map<std::string, std::string>& files) {
  assembler::AssembleOptions options;
  options.check_flow = false;
  options.read_file = [&files](const std::string& path) -> std::optional<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return std::nullopt;
    return found->second;
  };
  return assembler::assemble(source, "test.tasm", options);
}

std::vector<UserError> errors_of(const std::string& source,
                                 const assembler::AssembleOptions& options) {
  try {
    assembler::assemble(source, "test.tasm", options);
  } catch (const assembler::AssemblyErrors& error) {
    return error.errors();
  }
  ADD_FAILURE() << "no error in\n" << source;
  return {};
}

std::string read_source_file(const std::string& path) {
  const std::optional<std::string> text =
      assembler::read_file_from_disk(std::string(PODSIM_SOURCE_DIR) + "/" + path);
  if (!text) ADD_FAILURE() << "cannot read " << path;
  return text.value_or("");
}

std::string mnemonics(const isa::Bundle& bundle) {
  std::string text;
  for (const isa::SlotOp& op : bundle.slots) {
    if (assembler::is_nop(op)) continue;
    if (!text.empty()) text += ' ';
    text += isa::operation(op.opcode).mnemonic;
  }
  return text;
}

std::string mnemonics(const assembler::Program& program) {
  std::string text;
  for (const isa::Bundle& bundle : program.bundles) {
    if (!text.empty()) text += " | ";
    text += mnemonics(bundle);
  }
  return text;
}

}  // namespace podsim::test
