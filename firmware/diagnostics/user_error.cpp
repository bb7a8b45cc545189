// SPDX-License-Identifier: Apache-2.0
#include "firmware/diagnostics/user_error.h"

#include <fmt/format.h>

#include <utility>

namespace podsim {
namespace {

std::string compose(const std::string& id, const std::string& message, const SourcePlace& place,
                    const std::string& hint) {
  std::string text = to_string(place);
  if (!text.empty()) text += ": ";
  text += fmt::format("error [{}]: {}", id, message);
  if (!hint.empty()) text += fmt::format(" ({})", hint);
  return text;
}

}  // namespace

std::string to_string(const SourcePlace& place) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

UserError::UserError(std::string id, std::string message, SourcePlace place, std::string hint,
                     ExitCode exit_code)
    : std::runtime_error(compose(id, message, place, hint)),
      id_(std::move(id)),
      message_(std::move(message)),
      place_(std::move(place)),
      hint_(std::move(hint)),
      exit_code_(exit_code) {}

}  // namespace podsim
