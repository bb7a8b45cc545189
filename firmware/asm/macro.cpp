// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/macro.h"

#include <fmt/format.h>

#include <cctype>
#include <memory>

#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {
namespace {

bool in_parameter_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trim(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  return std::string(text.substr(start, text.find_last_not_of(" \t\r") - start + 1));
}

std::string signature(const Macro& macro) {
  std::string text = macro.name;
  for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
    const MacroParameter& parameter = macro.parameters[i];
    text += (i == 0 ? " " : ", ") + parameter.name;
    if (parameter.fallback) text += "=" + *parameter.fallback;
  }
  return text;
}

/// What stands for the backslash at text[at]; moves `at` behind it.
std::string replacement(std::string_view text, std::size_t& at,
                        const std::map<std::string, std::string>& values, int unique) {
  const std::string_view rest = text.substr(at + 1);
  if (!rest.empty() && rest.front() == '@') {
    at += 2;
    return std::to_string(unique);
  }
  if (rest.substr(0, 2) == "()") {
    at += 3;
    return {};
  }
  std::size_t length = 0;
  while (length < rest.size() && in_parameter_name(rest[length])) ++length;
  const auto found = values.find(std::string(rest.substr(0, length)));
  at += length + 1;
  if (found != values.end()) return found->second;
  return "\\" + std::string(rest.substr(0, length));
}

/// The lines with `values` put in and the use noted.
void append_expansion(std::vector<SourceLine>& out, const std::vector<SourceLine>& lines,
                      const std::map<std::string, std::string>& values, int unique,
                      const std::shared_ptr<const LineUse>& use) {
  for (const SourceLine& line : lines) {
    out.push_back({substitute(line.text, values, unique), line.place, use});
  }
}

}  // namespace

std::string substitute(std::string_view text, const std::map<std::string, std::string>& values,
                       int unique) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\\') {
      result += replacement(text, at, values, unique);
    } else {
      result += text[at++];
    }
  }
  return result;
}

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  if (trim(text).empty()) return arguments;
  int depth = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '"') quoted = !quoted;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    const bool splits = c == ',' && depth <= 0 && !quoted;
    if (!splits && i < text.size()) continue;
    arguments.push_back(trim(text.substr(start, i - start)));
    start = i + 1;
  }
  return arguments;
}

std::vector<SourceLine> expand_macro(const Macro& macro, const std::vector<std::string>& arguments,
                                     int unique, const SourceLine& call, const SourcePlace& place) {
  if (arguments.size() > macro.parameters.size()) {
    throw UserError(id::kMacroArguments,
                    fmt::format("macro '{}' takes {} arguments, {} are given", macro.name,
                                macro.parameters.size(), arguments.size()),
                    place, fmt::format("write {}", signature(macro)));
  }
  std::map<std::string, std::string> values;
  for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
    const MacroParameter& parameter = macro.parameters[i];
    const bool given = i < arguments.size() && !arguments[i].empty();
    if (!given && !parameter.fallback) {
      throw UserError(id::kMacroArguments,
                      fmt::format("macro '{}' needs argument '{}'", macro.name, parameter.name),
                      place, fmt::format("write {}", signature(macro)));
    }
    values[parameter.name] = given ? arguments[i] : *parameter.fallback;
  }
  const auto use = std::make_shared<const LineUse>(
      LineUse{fmt::format("macro '{}'", macro.name), place, call.use});
  std::vector<SourceLine> lines;
  append_expansion(lines, macro.body, values, unique, use);
  return lines;
}

std::vector<SourceLine> expand_repeat(const std::vector<SourceLine>& block, int count,
                                      const std::string& counter, int unique,
                                      const SourceLine& call) {
  std::vector<SourceLine> lines;
  for (int i = 0; i < count; ++i) {
    const auto use = std::make_shared<const LineUse>(
        LineUse{fmt::format(".rept, repetition {},", i), call.place, call.use});
    std::map<std::string, std::string> values;
    if (!counter.empty()) {
      values[counter] = std::to_string(i);
      lines.push_back({fmt::format(".set {}, {}", counter, i), call.place, use});
    }
    append_expansion(lines, block, values, unique + i, use);
  }
  return lines;
}

}  // namespace podsim::assembler
