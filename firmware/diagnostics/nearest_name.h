// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_DIAGNOSTICS_NEAREST_NAME_H_
#define PODSIM_FIRMWARE_DIAGNOSTICS_NEAREST_NAME_H_

#include <string>
#include <string_view>
#include <vector>

namespace podsim {

/// The candidate with the smallest edit distance (insert, delete, replace, swap of neighbours) to
/// `word`, if that distance is at most a third of the word's length, at least 1 and at most 4;
/// otherwise empty. Ties go to the first candidate.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'NAME'?" for the nearest candidate, or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace podsim

#endif  // PODSIM_FIRMWARE_DIAGNOSTICS_NEAREST_NAME_H_
