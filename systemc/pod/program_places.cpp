// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/program_places.h"

#include <fmt/format.h>

#include <algorithm>

namespace podsim {
namespace {

constexpr std::size_t kMostPrograms = 0xffff;

bool same(const SourcePlace& a, const SourcePlace& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

}  // namespace

std::uint16_t ProgramPlaces::number_of(const assembler::Program& program) {
  const auto found =
      std::find_if(programs_.begin(), programs_.end(), [&](const std::vector<SourcePlace>& places) {
        return std::equal(places.begin(), places.end(), program.places.begin(),
                          program.places.end(), same);
      });
  const auto number = static_cast<std::size_t>(found - programs_.begin()) + 1;
  if (found == programs_.end() && programs_.size() < kMostPrograms) {
    programs_.push_back(program.places);
  }
  return static_cast<std::uint16_t>(std::min(number, kMostPrograms));
}

std::string ProgramPlaces::place_of(Origin origin) const {
  const std::size_t index = std::size_t{origin.program()} - 1;
  const std::string bundle = fmt::format("bundle {}", origin.bundle());
  if (index >= programs_.size() || origin.bundle() >= programs_[index].size()) return bundle;
  return to_string(programs_[index][origin.bundle()]) + ", " + bundle;
}

}  // namespace podsim
