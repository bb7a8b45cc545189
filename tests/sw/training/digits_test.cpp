// SPDX-License-Identifier: Apache-2.0
#include "sw/training/digits.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "firmware/diagnostics/user_error.h"

namespace podsim::training {
namespace {

const std::string kData = std::string(PODSIM_SOURCE_DIR) + "/data/mnist";

using Bytes = std::vector<std::uint8_t>;

Bytes words(std::initializer_list<std::uint32_t> values) {
  Bytes bytes;
  for (const std::uint32_t value : values) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    }
  }
  return bytes;
}

Bytes images(std::uint32_t count) {
  Bytes bytes = words({0x803, count, 28, 28});
  bytes.resize(bytes.size() + count * mlp::kFeatures, 7);
  return bytes;
}

Bytes labels(std::uint32_t count) {
  Bytes bytes = words({0x801, count});
  bytes.resize(bytes.size() + count, 3);
  return bytes;
}

/// A folder of this process alone, since tests run side by side; removed at its end.
class WorkFolder {
 public:
  WorkFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("podsim_digits_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string work_file(const std::string& name) {
  static const WorkFolder folder;
  return folder.file(name);
}

std::string write_plain(const std::string& name, const Bytes& bytes) {
  const std::string path = work_file(name);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return path;
}

std::string write_gzip(const std::string& name, const Bytes& bytes) {
  const std::string path = work_file(name);
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
  return path;
}

/// The error of loading these files as images and labels.
UserError load_error(const std::string& images_path, const std::string& labels_path) {
  try {
    load_digits(images_path, labels_path);
  } catch (const UserError& error) {
    return error;
  }
  ADD_FAILURE() << "accepted";
  return UserError("none", "");
}

void expect_error(const UserError& error, const std::string& id, const std::string& file,
                  const std::string& words_of_it) {
  EXPECT_EQ(error.id(), id) << error.what();
  EXPECT_EQ(error.place().file, file);
  EXPECT_NE(error.message().find(words_of_it), std::string::npos) << error.message();
}

UserError images_error(const Bytes& bytes) {
  return load_error(write_plain("images", bytes), write_plain("labels", labels(2)));
}

UserError labels_error(const Bytes& bytes) {
  return load_error(write_plain("images", images(2)), write_plain("labels", bytes));
}

const std::string kImages = work_file("images");
const std::string kLabels = work_file("labels");

TEST(Digits, TheFilesOfTheProjectHold8192And2048) {
  const DigitSet training = load_training_digits(kData);
  EXPECT_EQ(training.size(), 8192U);
  EXPECT_EQ(load_test_digits(kData).size(), 2048U);
  // The first digits of MNIST's training set are known.
  const std::vector<std::uint8_t> first(training.labels.begin(), training.labels.begin() + 6);
  EXPECT_EQ(first, (std::vector<std::uint8_t>{5, 0, 4, 1, 9, 2}));
}

TEST(Digits, PlainAndCompressedFilesReadTheSame) {
  Bytes bytes = images(3);
  std::iota(bytes.end() - 3 * mlp::kFeatures, bytes.end(), std::uint8_t{1});
  const std::string plain = write_plain("images", bytes);
  const std::string gzip = write_gzip("images.gz", bytes);
  const std::string label_file = write_plain("labels", labels(3));
  EXPECT_EQ(load_digits(plain, label_file).images, load_digits(gzip, label_file).images);
  EXPECT_EQ(load_digits(plain, label_file).images[1][0], static_cast<std::uint8_t>(785));
}

TEST(Digits, AMissingFileIsNamed) {
  expect_error(load_error("/nowhere/images", write_plain("labels", labels(2))), "IDX-001",
               "/nowhere/images", "cannot open");
}

TEST(Digits, CompressedDataCutShortIsDamage) {
  Bytes noise = images(40);
  std::uint32_t state = 1;
  for (std::size_t i = 16; i < noise.size(); ++i) {
    noise[i] = static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  }
  const std::string whole = write_gzip("whole.gz", noise);
  std::ifstream file(whole, std::ios::binary);
  Bytes bytes((std::istreambuf_iterator<char>(file)), {});
  bytes.resize(bytes.size() / 2);
  const UserError error =
      load_error(write_plain("images", bytes), write_plain("labels", labels(40)));
  expect_error(error, "IDX-001", kImages, "unexpected end of file");
}

TEST(Digits, CorruptCompressedDataIsDamage) {
  Bytes bytes = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff, 0xff};
  expect_error(images_error(bytes), "IDX-001", kImages, "at byte 0 of the contents");
}

TEST(Digits, WrongMagicNumber) {
  expect_error(images_error(labels(2)), "IDX-002", kImages, "0x00000801");
  expect_error(labels_error(images(2)), "IDX-002", kLabels, "byte 0");
}

TEST(Digits, WrongDimensions) {
  expect_error(images_error(words({0x803, 1, 28, 32})), "IDX-003", kImages, "byte 12");
}

TEST(Digits, TruncatedAndTooLong) {
  Bytes bytes = images(2);
  bytes.pop_back();
  expect_error(images_error(bytes), "IDX-004", kImages, "byte 1583");
  expect_error(images_error(words({0x803, 1})), "IDX-004", kImages, "byte 8");
  bytes = labels(2);
  bytes.push_back(0);
  expect_error(labels_error(bytes), "IDX-004", kLabels, "byte 10");
}

TEST(Digits, NumbersOfImagesAndLabelsDiffer) {
  expect_error(labels_error(labels(3)), "IDX-005", kLabels, "3 labels for the 2 images");
}

TEST(Digits, ALabelAboveNine) {
  Bytes bytes = labels(2);
  bytes.back() = 10;
  expect_error(labels_error(bytes), "IDX-006", kLabels, "byte 9");
}

}  // namespace
}  // namespace podsim::training
