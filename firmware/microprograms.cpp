// SPDX-License-Identifier: Apache-2.0
#include "firmware/microprograms.h"

#include <cctype>
#include <utility>

#include "firmware/diagnostics/nearest_name.h"
#include "firmware/diagnostics/user_error.h"
#include "firmware/microprograms_table.h"

namespace podsim::microprograms {
namespace {

constexpr const char* kIncludePath = "firmware";
constexpr const char* kSpanPrefix = "SPAN_";

std::string readable(const std::string& symbol) {
  std::string text;
  for (const char c : symbol) {
    text += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

}  // namespace

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const TableEntry& entry : table()) result.emplace_back(entry.name);
  return result;
}

std::optional<std::string> source(const std::string& name) {
  for (const TableEntry& entry : table()) {
    if (entry.name == name) return std::string(entry.text);
  }
  return std::nullopt;
}

assembler::AssembleOptions assemble_options(std::map<std::string, std::int64_t> symbols) {
  assembler::AssembleOptions options;
  options.include_paths = {kIncludePath};
  options.symbols = std::move(symbols);
  options.read_file = [](const std::string& path) {
    std::optional<std::string> text = assembler::read_file_from_disk(path);
    return text ? text : source(path);
  };
  return options;
}

assembler::Program assemble(const std::string& name, std::map<std::string, std::int64_t> symbols) {
  const std::optional<std::string> text = source(name);
  if (!text) {
    throw UserError("ASM-001", "no built-in microprogram '" + name + "'", {},
                    did_you_mean(name, names()));
  }
  assembler::AssembleOptions options = assemble_options(std::move(symbols));
  options.read_file = source;
  return assembler::assemble(*text, name, options);
}

std::map<std::uint32_t, std::string> span_names(const assembler::Program& program) {
  const std::string prefix = kSpanPrefix;
  std::map<std::uint32_t, std::string> result;
  for (const auto& [symbol, value] : program.symbols) {
    if (symbol.compare(0, prefix.size(), prefix) != 0) continue;
    result[static_cast<std::uint32_t>(value)] = readable(symbol.substr(prefix.size()));
  }
  return result;
}

}  // namespace podsim::microprograms
