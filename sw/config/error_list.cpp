// SPDX-License-Identifier: Apache-2.0
#include "sw/config/error_list.h"

#include <algorithm>

namespace podsim::config {

ConfigErrors::ConfigErrors(std::vector<UserError> errors)
    : UserError(errors.front()), errors_(std::move(errors)) {
  for (const UserError& error : errors_) {
    if (!text_.empty()) text_ += '\n';
    text_ += error.what();
  }
}

UserError at_place(const UserError& error, const SourcePlace& place) {
  return UserError(error.id(), error.message(), place, error.hint(), error.exit_code());
}

void ErrorList::throw_if_any() {
  if (errors_.empty()) return;
  std::stable_sort(errors_.begin(), errors_.end(), [](const UserError& a, const UserError& b) {
    return a.place().line < b.place().line;
  });
  throw ConfigErrors(errors_);
}

}  // namespace podsim::config
