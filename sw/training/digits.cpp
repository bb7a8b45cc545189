// SPDX-License-Identifier: Apache-2.0
#include "sw/training/digits.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"
#include "sw/training/gzip_file.h"

namespace podsim::training {
namespace {

// IDX: magic number (0, 0, type, dimensions), then each dimension as a big-endian word, then data.
constexpr std::uint32_t kImagesMagic = 0x00000803;
constexpr std::uint32_t kLabelsMagic = 0x00000801;
constexpr std::size_t kWord = 4;
constexpr std::uint32_t kSide = 28;

class IdxFile {
 public:
  explicit IdxFile(const std::string& path) : path_(path), bytes_(read_gzip_file(path)) {}

  std::uint32_t word(std::size_t index) const {
    const std::size_t at = index * kWord;
    if (bytes_.size() < at + kWord) fail("IDX-004", bytes_.size(), "truncated in the header");
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < kWord; ++i) value = value << 8U | bytes_[at + i];
    return value;
  }

  void require_magic(std::uint32_t magic, const char* what) const {
    const std::uint32_t found = word(0);
    if (found == magic) return;
    fail("IDX-002", 0,
         fmt::format("magic number 0x{:08x} is not that of {} (0x{:08x})", found, what, magic));
  }

  void require_side(std::size_t index) const {
    const std::uint32_t found = word(index);
    if (found == kSide) return;
    fail("IDX-003", index * kWord, fmt::format("images are 28 x 28 pixels, this says {}", found));
  }

  /// The data after a header of `words`, which must be count * size bytes.
  const std::uint8_t* data(std::size_t words, std::size_t count, std::size_t size) const {
    const std::size_t end = words * kWord + count * size;
    if (bytes_.size() < end) {
      fail("IDX-004", bytes_.size(),
           fmt::format("truncated: {} items of {} bytes end at byte {}", count, size, end));
    }
    if (bytes_.size() > end) fail("IDX-004", end, "bytes after the last item");
    return bytes_.data() + words * kWord;
  }

  [[noreturn]] void fail(const char* id, std::size_t offset, const std::string& message) const {
    throw UserError(id, fmt::format("{} (byte {} of the contents)", message, offset), {path_});
  }

 private:
  std::string path_;
  std::vector<std::uint8_t> bytes_;
};

std::vector<Image> read_images(const IdxFile& file) {
  constexpr std::size_t kHeader = 4;
  file.require_magic(kImagesMagic, "images");
  const std::size_t count = file.word(1);
  file.require_side(2);
  file.require_side(3);
  const std::uint8_t* pixels = file.data(kHeader, count, mlp::kFeatures);
  std::vector<Image> images(count);
  for (Image& image : images) {
    std::copy_n(pixels, image.size(), image.begin());
    pixels += image.size();
  }
  return images;
}

std::vector<std::uint8_t> read_labels(const IdxFile& file) {
  constexpr std::size_t kHeader = 2;
  file.require_magic(kLabelsMagic, "labels");
  const std::size_t count = file.word(1);
  const std::uint8_t* data = file.data(kHeader, count, 1);
  std::vector<std::uint8_t> labels(data, data + count);
  for (std::size_t i = 0; i < count; ++i) {
    if (labels[i] < mlp::kClasses) continue;
    file.fail("IDX-006", kHeader * kWord + i, fmt::format("label {} is not a digit", labels[i]));
  }
  return labels;
}

}  // namespace

DigitSet load_digits(const std::string& images_path, const std::string& labels_path) {
  const IdxFile labels_file(labels_path);
  DigitSet digits{read_images(IdxFile(images_path)), read_labels(labels_file)};
  if (digits.images.size() != digits.labels.size()) {
    labels_file.fail("IDX-005", kWord,
                     fmt::format("{} labels for the {} images of {}", digits.labels.size(),
                                 digits.images.size(), images_path));
  }
  return digits;
}

DigitSet load_training_digits(const std::string& folder) {
  return load_digits(folder + "/train-images-idx3-ubyte.gz",
                     folder + "/train-labels-idx1-ubyte.gz");
}

DigitSet load_test_digits(const std::string& folder) {
  return load_digits(folder + "/t10k-images-idx3-ubyte.gz", folder + "/t10k-labels-idx1-ubyte.gz");
}

}  // namespace podsim::training
