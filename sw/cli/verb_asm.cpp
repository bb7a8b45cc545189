// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <ostream>

#include "firmware/asm/assembler.h"
#include "firmware/diagnostics/user_error.h"
#include "sw/cli/program_image.h"
#include "sw/cli/verb.h"
#include "systemc/probe/output_file.h"

namespace podsim::cli {
namespace {

struct AsmOptions {
  std::string file;
  std::string image;
  std::string listing;
  std::vector<std::string> include_paths;
  std::vector<std::string> definitions;
  bool check = false;
};

void define(const std::string& text, assembler::AssembleOptions& options) {
  const std::size_t equals = text.find('=');
  std::int64_t value = 0;
  const char* begin = equals == std::string::npos ? nullptr : text.data() + equals + 1;
  const char* end = text.data() + text.size();
  const bool whole =
      begin != nullptr && begin != end && std::from_chars(begin, end, value).ptr == end;
  if (equals == 0 || !whole) {
    throw UserError("CLI-003", fmt::format("'{}' defines no constant", text),
                    {"command line: -D " + text, 0, 0}, "write NAME=NUMBER");
  }
  options.symbols[text.substr(0, equals)] = value;
}

assembler::AssembleOptions assemble_options(const AsmOptions& options) {
  assembler::AssembleOptions result;
  result.include_paths = options.include_paths;
  for (const std::string& text : options.definitions) define(text, result);
  return result;
}

ExitCode run(const AsmOptions& options, VerbContext& context) {
  const assembler::Program program =
      assembler::assemble_file(options.file, assemble_options(options));
  if (options.check) {
    context.terminal.note(
        fmt::format("{}: {} bundles, no errors", options.file, program.bundles.size()));
    return ExitCode::kPass;
  }
  if (!options.image.empty()) {
    write_text_file(options.image, program_image(program));
    if (!program.smem_image.empty())
      context.terminal.note("the image holds the bundles only; the SMEM section is left out");
  }
  if (!options.listing.empty()) write_text_file(options.listing, program_listing(program));
  const bool to_files = !options.image.empty() || !options.listing.empty();
  if (!to_files) context.terminal.out() << program_listing(program);
  return ExitCode::kPass;
}

}  // namespace

Verb make_asm_verb() {
  const auto options = std::make_shared<AsmOptions>();
  Verb verb;
  verb.name = "asm";
  verb.summary = "Assemble a microprogram";
  verb.examples =
      "  podsim asm ring.tasm                  print the listing\n"
      "  podsim asm ring.tasm -o ring.image    write the bundles, 64 bytes each\n"
      "  podsim asm --check ring.tasm          only report errors\n";
  verb.declare = [options](OptionSet& set) {
    set.positional("FILE", options->file, true, "Source (.tasm)");
    set.text("-o,--output", options->image, "IMAGE", "Write the binary image");
    set.text("--listing", options->listing, "FILE", "Write the listing");
    set.texts("-I,--include", options->include_paths, "DIR", "Where .include looks");
    set.texts("-D,--define", options->definitions, "NAME=N", "Define a constant");
    set.flag("--check", options->check, "Only report errors");
  };
  verb.run = [options](VerbContext& context) { return run(*options, context); };
  return verb;
}

}  // namespace podsim::cli
