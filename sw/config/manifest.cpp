// SPDX-License-Identifier: Apache-2.0
// The one translation unit of sw/config that includes the JSON library.
#include "sw/config/manifest.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

#include "sw/config/error_list.h"
#include "sw/config/scenario_reader.h"

namespace podsim::config {
namespace {

using Json = nlohmann::ordered_json;

Json inputs_json(const std::vector<ManifestInput>& inputs) {
  Json list = Json::array();
  for (const ManifestInput& input : inputs)
    list.push_back({{"path", input.path}, {"digest", input.digest}});
  return list;
}

Json result_json(const ManifestResult& result) {
  return {{"digest", result.digest},
          {"core_cycles", result.core_cycles},
          {"ici_cycles", result.ici_cycles},
          {"exit_code", result.exit_code}};
}

Manifest from_json(const Json& json) {
  Manifest manifest;
  manifest.version = json.at("podsim").get<std::string>();
  manifest.verb = json.at("verb").get<std::string>();
  manifest.seed = json.at("seed").get<std::int64_t>();
  manifest.configuration = json.at("configuration").get<std::string>();
  for (const Json& input : json.at("inputs")) {
    manifest.inputs.push_back(
        {input.at("path").get<std::string>(), input.at("digest").get<std::string>()});
  }
  const Json& result = json.at("result");
  manifest.result.digest = result.at("digest").get<std::string>();
  manifest.result.core_cycles = result.at("core_cycles").get<std::uint64_t>();
  manifest.result.ici_cycles = result.at("ici_cycles").get<std::uint64_t>();
  manifest.result.exit_code = result.at("exit_code").get<int>();
  return manifest;
}

}  // namespace

std::string podsim_version() { return PODSIM_VERSION; }

std::string to_json(const Manifest& manifest) {
  const Json json = {{"podsim", manifest.version},
                     {"verb", manifest.verb},
                     {"seed", manifest.seed},
                     {"inputs", inputs_json(manifest.inputs)},
                     {"result", result_json(manifest.result)},
                     {"configuration", manifest.configuration}};
  constexpr int kIndent = 2;
  return json.dump(kIndent) + "\n";
}

Manifest read_manifest(const std::string& file) {
  const std::string text = read_file(file, "manifest");
  try {
    return from_json(Json::parse(text));
  } catch (const Json::exception& error) {
    throw UserError("CFG-016", fmt::format("this is no manifest of podsim: {}", error.what()),
                    {file, 0, 0}, "podsim writes manifest.json into the folder of --out");
  }
}

void check_inputs(const Manifest& manifest, const std::string& file) {
  ErrorList errors;
  for (const ManifestInput& input : manifest.inputs) {
    try {
      if (file_digest(input.path) == input.digest) continue;
      errors.add(UserError("CFG-017",
                           fmt::format("input '{}' has changed since the run", input.path),
                           {file, 0, 0}));
    } catch (const UserError& error) {
      errors.add(UserError("CFG-017", error.message(), {file, 0, 0}));
    }
  }
  errors.throw_if_any();
}

std::string file_digest(const std::string& file) {
  const std::string text = read_file(file, "input");
  return digest_text(XXH3_64bits(text.data(), text.size()));
}

std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace podsim::config
