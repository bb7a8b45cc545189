// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_GZIP_FILE_H_
#define PODSIM_SW_TRAINING_GZIP_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace podsim::training {

/// The contents of a file, decompressed if it is gzip. Throws UserError IDX-001 when it cannot be
/// opened, is a folder, is damaged, or ends within the compressed data.
std::vector<std::uint8_t> read_gzip_file(const std::string& path);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_GZIP_FILE_H_
