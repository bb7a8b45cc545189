// SPDX-License-Identifier: Apache-2.0
// The three faces of the schema: terminal, JSON Schema, reference page.
#include <fmt/format.h>

#include "sw/config/json_writer.h"
#include "sw/config/schema.h"
#include "sw/config/units.h"

namespace podsim::config {
namespace {

std::string heading(const SectionDescription& section) {
  if (section.name.empty()) return "top level";
  return fmt::format(section.is_list ? "[[{}]]" : "[{}]", section.name);
}

std::string default_text(const WrittenField& field) {
  return field.value.empty() ? "not given" : field.value;
}

// --- JSON Schema

void json_number(const WrittenField& field, JsonWriter& json) {
  const FieldInfo& info = field.info;
  if (has_dimension(info.unit)) {
    json.text("type", "string").text("x-units", accepted_units(info.unit));
    const std::string range = describe_range(field);
    if (!range.empty()) json.text("x-range", range);
    return;
  }
  json.text("type", field.kind);
  if (info.maximum <= info.minimum) return;
  json.real("minimum", info.minimum).real("maximum", info.maximum);
}

void json_list(std::string_view item_type, JsonWriter& json) {
  json.text("type", "array");
  json.begin_object("items").text("type", item_type).end();
}

void json_cores(JsonWriter& json) {
  json.begin_list("anyOf");
  json.begin_object().text("const", "all").end();
  json.begin_object().text("type", "integer").end();
  json.begin_object();
  json_list("integer", json);
  json.end();
  json.end();
}

void json_type(const WrittenField& field, JsonWriter& json) {
  if (field.kind == "integer" || field.kind == "number") return json_number(field, json);
  if (field.kind == "places") return json_list("string", json);
  if (field.kind == "numbers") return json_list("number", json);
  if (field.kind == "cores") return json_cores(json);
  json.text("type", field.kind == "boolean" ? "boolean" : "string");
  if (field.kind == "place") json.text("pattern", "^[0-9]+ *, *[0-9]+$");
  if (field.kind == "extent") json.text("pattern", "^[0-9]+x[0-9]+$");
  if (field.kind == "region") json.text("pattern", "^[0-9]+x[0-9]+@[0-9]+ *, *[0-9]+$");
  if (field.choices.empty()) return;
  json.begin_list("enum");
  for (const std::string& choice : field.choices) json.text("", choice);
  json.end();
}

void json_field(const WrittenField& field, JsonWriter& json) {
  json.begin_object(field.info.name).text("description", field.info.doc);
  json_type(field, json);
  if (!field.value.empty()) json.text("x-default", field.value);
  json.end();
}

void json_table(const SectionDescription& section, JsonWriter& json) {
  json.text("type", "object").boolean("additionalProperties", false);
  json.begin_object("properties");
  for (const WrittenField& field : section.fields) json_field(field, json);
  json.end();
}

void json_section(const SectionDescription& section, JsonWriter& json) {
  if (section.name.empty()) {
    for (const WrittenField& field : section.fields) json_field(field, json);
    return;
  }
  json.begin_object(section.name).text("description", section.doc);
  if (section.is_list) {
    json.text("type", "array").begin_object("items");
    json_table(section, json);
    json.end();
  } else {
    json_table(section, json);
  }
  json.end();
}

// --- reference page

constexpr const char* kPageStart = R"(# Configuration reference

This page is generated from the program (`podsim config schema` prints the same); a test keeps it
up to date. [The command line](command-line.md) tells how to give a file (`-c FILE`) and how to set
single keys (`-s path=value`).

A configuration is a TOML file. Every key has a default; an unknown key is an error. A value with a
dimension is a text with a unit, such as `"8MiB"`, `"940MHz"`, `"40ns"`, `"450GB/s"`, `"656Gb/s"`;
0 needs none. Sizes in KiB, MiB, GiB are powers of 1024, in kB, MB, GB powers of 1000. Chips are
named by column and row, `"x,y"`, from the north-west corner; cores by number, chip * 2 + 0 or 1,
where chip = y * width + x. File names are relative to the folder of the configuration file; on the
command line, to the current folder.

What wins, from weakest to strongest: defaults, the file, `-s`, an option of its own such as
`--seed`.

```toml
seed = 1

[pod]
width = 6
height = 6

[[failure]]            # may stand more than once
kind = "board"
at = "2,2"

[ici]
link_latency = 52

[run]
program = "ring.tasm"
```
)";

/// A `|` would end the cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string page_row(const WrittenField& field) {
  const std::string range = describe_range(field);
  const std::string type = describe_type(field) + (range.empty() ? "" : "; " + range);
  const std::string value = field.value.empty() ? "" : "`" + field.value + "`";
  return fmt::format("| `{}` | {} | {} | {} |\n", field.info.name, cell(value), cell(type),
                     cell(field.info.doc));
}

}  // namespace

std::string schema_text() {
  std::string text;
  for (const SectionDescription& section : describe_sections()) {
    text += fmt::format("{}{}  # {}\n", text.empty() ? "" : "\n", heading(section), section.doc);
    for (const WrittenField& field : section.fields) {
      const std::string range = describe_range(field);
      text +=
          fmt::format("  {} = {}\n      {}\n      {}{}{}\n", field.info.name, default_text(field),
                      field.info.doc, describe_type(field), range.empty() ? "" : "; ", range);
    }
  }
  return text;
}

std::string schema_json() {
  JsonWriter json;
  json.begin_object().text("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.text("title", "podsim configuration").text("type", "object");
  json.boolean("additionalProperties", false).begin_object("properties");
  for (const SectionDescription& section : describe_sections()) json_section(section, json);
  json.end().end();
  return json.str();
}

std::string reference_page() {
  std::string page = kPageStart;
  for (const SectionDescription& section : describe_sections()) {
    const std::string title = section.name.empty() ? "Top level" : "`" + heading(section) + "`";
    page += fmt::format("\n## {}\n\n{}\n\n", title, section.doc);
    page += "| key | default | value | what it is |\n|---|---|---|---|\n";
    for (const WrittenField& field : section.fields) page += page_row(field);
  }
  return page;
}

}  // namespace podsim::config
