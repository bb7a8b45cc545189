// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_DIGITS_H_
#define PODSIM_SW_TRAINING_DIGITS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sw/training/mlp_layout.h"

namespace podsim::training {

using Image = std::array<std::uint8_t, mlp::kFeatures>;  ///< 28 x 28 pixels, row by row

/// Images with their labels 0..9.
struct DigitSet {
  std::vector<Image> images;
  std::vector<std::uint8_t> labels;
  std::size_t size() const { return images.size(); }
};

/// Reads a pair of IDX files, gzip-compressed or plain. Throws UserError, with the file and the
/// byte offset after decompression:
/// IDX-001 cannot be read or is damaged gzip, IDX-002 wrong magic number, IDX-003 wrong dimensions,
/// IDX-004 truncated, or bytes after the end, IDX-005 numbers of images and labels differ, IDX-006
/// a label above 9.
DigitSet load_digits(const std::string& images_path, const std::string& labels_path);

/// The sets of a folder with the MNIST file names.
DigitSet load_training_digits(const std::string& folder);
DigitSet load_test_digits(const std::string& folder);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_DIGITS_H_
