// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_MANIFEST_H_
#define PODSIM_SW_CONFIG_MANIFEST_H_

#include <cstdint>
#include <string>
#include <vector>

/// manifest.json: what a run was made of and what came out, so that it can be repeated.
namespace podsim::config {

/// The version of this podsim, "0.1.0".
std::string podsim_version();

struct ManifestInput {
  std::string path;    ///< absolute
  std::string digest;  ///< file_digest of its contents
};

struct ManifestResult {
  std::string digest;  ///< of all memories, registers, counters and cycle counts; 16 hex digits
  std::uint64_t core_cycles = 0;
  std::uint64_t ici_cycles = 0;
  int exit_code = 0;
};

struct Manifest {
  std::string version = podsim_version();
  std::string verb;
  std::string configuration;  ///< the effective configuration, TOML with absolute file names
  std::int64_t seed = 0;
  std::vector<ManifestInput> inputs;
  ManifestResult result;
};

std::string to_json(const Manifest& manifest);

/// Throws UserError CFG-002 when the file cannot be read, CFG-016 when it is no manifest.
Manifest read_manifest(const std::string& file);

/// Throws ConfigErrors CFG-017 for inputs that are gone or have changed since the run.
void check_inputs(const Manifest& manifest, const std::string& file);

/// XXH3-64 of a file's contents, 16 hex digits. Throws UserError CFG-002 when it cannot be read.
std::string file_digest(const std::string& file);
/// Hex digits of a digest.
std::string digest_text(std::uint64_t digest);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_MANIFEST_H_
