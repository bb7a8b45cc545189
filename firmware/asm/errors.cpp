// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/errors.h"

#include <fmt/format.h>

#include <utility>

namespace podsim::assembler {
namespace {

std::string join_lines(const std::vector<UserError>& errors) {
  std::string text;
  for (const UserError& error : errors) {
    if (!text.empty()) text += '\n';
    text += error.what();
  }
  if (errors.size() >= kMaxErrors) text += "\ntoo many errors: stopped here";
  return text;
}

}  // namespace

AssemblyErrors::AssemblyErrors(std::vector<UserError> errors)
    : UserError(errors.at(0)), errors_(std::move(errors)), text_(join_lines(errors_)) {}

void ErrorLog::add(UserError error) {
  errors_.push_back(std::move(error));
  if (errors_.size() >= kMaxErrors) throw_if_any();
}

void ErrorLog::throw_if_any() const {
  if (!errors_.empty()) throw AssemblyErrors(errors_);
}

UserError annotate(const UserError& error, const std::shared_ptr<const LineUse>& use) {
  std::string message = error.message();
  for (const LineUse* level = use.get(); level != nullptr; level = level->outer.get()) {
    message += fmt::format(" [in {} used at {}]", level->what, to_string(level->place));
  }
  return UserError(error.id(), message, error.place(), error.hint(), error.exit_code());
}

}  // namespace podsim::assembler
