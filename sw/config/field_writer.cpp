// SPDX-License-Identifier: Apache-2.0
#include "sw/config/field_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <utility>

#include "sw/config/units.h"
#include "sw/config/values.h"

namespace podsim::config {
namespace {

std::string quantity_text(const FieldInfo& info, std::int64_t value) {
  const std::string text = format_quantity(value, info.unit);
  return has_dimension(info.unit) ? toml_quote(text) : text;
}

std::string number_text(double value) {
  constexpr double kExact = 9e15;
  const bool whole = std::abs(value) < kExact && value == std::floor(value);
  const bool negative_zero = value == 0 && std::signbit(value);
  return whole && !negative_zero ? fmt::format("{:.0f}", value) : format_real(value);
}

std::string optional_quote(const std::string& text) {
  return text.empty() ? std::string{} : toml_quote(text);
}

}  // namespace

void FieldWriter::add(const FieldInfo& info, std::string kind, std::string value) {
  fields_.push_back({info, std::move(value), std::move(kind), {}});
}

void FieldWriter::integer(const FieldInfo& info, std::int64_t& value) {
  add(info, "integer", quantity_text(info, value));
}

void FieldWriter::real(const FieldInfo& info, double& value) {
  const bool quantity = has_dimension(info.unit);
  add(info, "number",
      quantity ? toml_quote(format_real_quantity(value, info.unit)) : format_real(value));
}

void FieldWriter::boolean(const FieldInfo& info, bool& value) {
  add(info, "boolean", value ? "true" : "false");
}

void FieldWriter::text(const FieldInfo& info, std::string& value) {
  add(info, "text", optional_quote(value));
}

void FieldWriter::choice(const FieldInfo& info, const std::vector<std::string>& names, int& value) {
  add(info, "choice", value < 0 ? "" : toml_quote(names[static_cast<std::size_t>(value)]));
  fields_.back().choices = names;
}

void FieldWriter::place(const FieldInfo& info, std::optional<Coordinate>& value) {
  add(info, "place", value ? toml_quote(format_coordinate(*value)) : "");
}

void FieldWriter::places(const FieldInfo& info, std::vector<Coordinate>& value) {
  std::vector<std::string> texts;
  texts.reserve(value.size());
  for (const Coordinate& at : value) texts.push_back(toml_quote(format_coordinate(at)));
  add(info, "places", texts.empty() ? "" : fmt::format("[{}]", fmt::join(texts, ", ")));
}

void FieldWriter::extent(const FieldInfo& info, std::optional<Extent>& value) {
  add(info, "extent", value ? toml_quote(format_extent(*value)) : "");
}

void FieldWriter::region(const FieldInfo& info, std::optional<Region>& value) {
  add(info, "region", value ? toml_quote(to_string(*value)) : "");
}

void FieldWriter::cores(const FieldInfo& info, CoreSelection& value) {
  add(info, "cores", value.all ? "\"all\"" : fmt::format("[{}]", fmt::join(value.ids, ", ")));
}

void FieldWriter::numbers(const FieldInfo& info, std::vector<double>& value) {
  std::vector<std::string> texts;
  texts.reserve(value.size());
  for (const double number : value) texts.push_back(number_text(number));
  add(info, "numbers", texts.empty() ? "" : fmt::format("[{}]", fmt::join(texts, ", ")));
}

void FieldWriter::path(const FieldInfo& info, std::string& value) {
  std::string text = value;
  if (absolute_paths_ && !text.empty())
    text = std::filesystem::absolute(text).lexically_normal().string();
  add(info, "path", optional_quote(text));
}

}  // namespace podsim::config
