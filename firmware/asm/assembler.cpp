// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/assembler.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "firmware/asm/assembly.h"
#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {

std::optional<std::string> read_file_from_disk(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::nullopt;
  return text;
}

Program assemble(const std::string& source, const std::string& file,
                 const AssembleOptions& options) {
  return Assembly(options).run(source, file);
}

Program assemble_file(const std::string& path, const AssembleOptions& options) {
  const std::optional<std::string> text = options.read_file(path);
  if (!text) throw UserError(id::kCannotRead, fmt::format("cannot read '{}'", path));
  return assemble(*text, path, options);
}

}  // namespace podsim::assembler
