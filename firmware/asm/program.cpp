// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/program.h"

#include <fmt/format.h>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/diagnostics/nearest_name.h"

namespace podsim::assembler {
namespace {

template <typename Map>
typename Map::mapped_type look_up(const Map& map, const std::string& key, const char* what,
                                  const std::string& program) {
  const auto found = map.find(key);
  if (found != map.end()) return found->second;
  std::vector<std::string> names;
  names.reserve(map.size());
  for (const auto& [known, value] : map) names.push_back(known);
  throw UserError(id::kUnknownSymbol, fmt::format("program has no {} '{}'", what, key),
                  SourcePlace{program, 0, 0}, did_you_mean(key, names));
}

}  // namespace

int Program::bundle_of(const std::string& label) const {
  return look_up(labels, label, "label", name);
}

std::int64_t Program::symbol(const std::string& symbol_name) const {
  return look_up(symbols, symbol_name, "symbol", name);
}

std::string Program::place_text(int bundle) const {
  if (bundle < 0 || static_cast<std::size_t>(bundle) >= places.size()) {
    return fmt::format("bundle {}", bundle);
  }
  const SourcePlace& place = places[static_cast<std::size_t>(bundle)];
  return fmt::format("{}:{}", place.file, place.line);
}

bool same_image(const Program& a, const Program& b) {
  return a.bundles == b.bundles && a.labels == b.labels && a.smem_image == b.smem_image;
}

}  // namespace podsim::assembler
