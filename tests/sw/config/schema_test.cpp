// SPDX-License-Identifier: Apache-2.0
#include "sw/config/schema.h"

#include <nlohmann/json.hpp>

#include "sw/config/scenario_reader.h"
#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

TEST(Schema, IsJsonThatKnowsEveryKey) {
  const nlohmann::json schema = nlohmann::json::parse(schema_json());
  const nlohmann::json& tables = schema.at("properties");
  EXPECT_EQ(tables.at("pod").at("properties").at("width").at("maximum"), 128);
  EXPECT_EQ(tables.at("core").at("properties").at("clock_hz").at("type"), "string");
  EXPECT_EQ(tables.at("failure").at("type"), "array");
  for (const SectionDescription& section : describe_sections()) {
    for (const WrittenField& field : section.fields) {
      const std::string name(field.info.name);
      const nlohmann::json& keys = section.name.empty() ? tables
                                   : section.is_list
                                       ? tables.at(section.name).at("items").at("properties")
                                       : tables.at(section.name).at("properties");
      EXPECT_TRUE(keys.contains(name)) << section.name << "." << name;
    }
  }
}

TEST(Schema, EveryDefaultIsAcceptedWhenWritten) {
  for (const SectionDescription& section : describe_sections()) {
    for (const WrittenField& field : section.fields) {
      if (field.value.empty()) continue;
      const std::string header = section.name.empty() ? ""
                                 : section.is_list    ? "[[" + section.name + "]]\n"
                                                      : "[" + section.name + "]\n";
      const std::string text = header + std::string(field.info.name) + " = " + field.value + "\n";
      EXPECT_NO_THROW(read_scenario(text, "default.toml")) << text;
    }
  }
}

TEST(Schema, EveryKeyIsDescribedByASentence) {
  for (const SectionDescription& section : describe_sections()) {
    EXPECT_EQ(section.doc.back(), '.') << section.name;
    for (const WrittenField& field : section.fields)
      EXPECT_EQ(field.info.doc.back(), '.') << section.name << "." << field.info.name;
  }
}

}  // namespace
}  // namespace podsim::config
