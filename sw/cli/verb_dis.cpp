// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "firmware/asm/disassembler.h"
#include "sw/cli/program_image.h"
#include "sw/cli/verb.h"
#include "sw/config/scenario_reader.h"
#include "systemc/probe/output_file.h"

namespace podsim::cli {
namespace {

struct DisOptions {
  std::string file;
  std::string output;
};

ExitCode run(const DisOptions& options, VerbContext& context) {
  const std::string image = config::read_file(options.file, "image");
  const std::string text = assembler::disassemble(read_program_image(image, options.file));
  if (options.output.empty()) {
    context.terminal.out() << text;
  } else {
    write_text_file(options.output, text);
  }
  return ExitCode::kPass;
}

}  // namespace

Verb make_dis_verb() {
  const auto options = std::make_shared<DisOptions>();
  Verb verb;
  verb.name = "dis";
  verb.summary = "Disassemble a program image";
  verb.examples = "  podsim dis ring.image             print source that assembles to it\n";
  verb.declare = [options](OptionSet& set) {
    set.positional("IMAGE", options->file, true, "What podsim asm -o wrote");
    set.text("-o,--output", options->output, "FILE", "Write the source to a file");
  };
  verb.run = [options](VerbContext& context) { return run(*options, context); };
  return verb;
}

}  // namespace podsim::cli
