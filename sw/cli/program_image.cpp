// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/program_image.h"

#include <fmt/format.h>

#include <cstdint>

#include "firmware/asm/disassembler.h"
#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/machine.h"

namespace podsim::cli {
namespace {

constexpr std::size_t kBytesPerWord = 8;
constexpr std::size_t kBitsPerByte = 8;

void append_word(std::uint64_t word, std::string& image) {
  for (std::size_t i = 0; i < kBytesPerWord; ++i)
    image += static_cast<char>((word >> (kBitsPerByte * i)) & 0xff);
}

std::uint64_t word_at(const std::string& image, std::size_t offset) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kBytesPerWord; ++i) {
    const auto byte = static_cast<unsigned char>(image[offset + i]);
    word |= std::uint64_t{byte} << (kBitsPerByte * i);
  }
  return word;
}

isa::Bundle bundle_at(const std::string& image, std::size_t index, const std::string& file) {
  isa::EncodedBundle encoded{};
  for (std::size_t i = 0; i < encoded.size(); ++i)
    encoded[i] = word_at(image, index * isa::kBundleBytes + i * kBytesPerWord);
  isa::Bundle bundle;
  std::string error;
  if (!isa::decode(encoded, bundle, error)) {
    throw UserError("CLI-006", fmt::format("bundle {} of the image: {}", index, error),
                    {file, 0, 0});
  }
  return bundle;
}

/// The words that hold the 322 bits; the rest are zero.
std::string hex_words(const isa::Bundle& bundle) {
  constexpr std::size_t kUsedWords = (isa::kBundleBits + 63) / 64;
  const isa::EncodedBundle encoded = isa::encode(bundle);
  std::string text;
  for (std::size_t i = kUsedWords; i-- > 0;) text += fmt::format("{:016x}", encoded[i]);
  return text;
}

}  // namespace

std::string program_image(const assembler::Program& program) {
  std::string image;
  image.reserve(program.bundles.size() * isa::kBundleBytes);
  for (const isa::Bundle& bundle : program.bundles) {
    for (const std::uint64_t word : isa::encode(bundle)) append_word(word, image);
  }
  return image;
}

assembler::Program read_program_image(const std::string& image, const std::string& file) {
  if (image.empty() || image.size() % isa::kBundleBytes != 0) {
    throw UserError("CLI-006",
                    fmt::format("{} bytes are no whole number of bundles of {} bytes", image.size(),
                                isa::kBundleBytes),
                    {file, 0, 0}, "podsim asm -o writes such an image");
  }
  assembler::Program program;
  program.name = file;
  for (std::size_t i = 0; i < image.size() / isa::kBundleBytes; ++i)
    program.bundles.push_back(bundle_at(image, i, file));
  return program;
}

std::string program_listing(const assembler::Program& program) {
  std::string text;
  for (std::size_t i = 0; i < program.bundles.size(); ++i) {
    text += fmt::format("{:5}  {}  {:<24}  {}\n", i, hex_words(program.bundles[i]),
                        program.place_text(static_cast<int>(i)),
                        assembler::disassemble(program.bundles[i]));
  }
  for (const auto& [word, value] : program.smem_image)
    text += fmt::format("smem {:5}  {:08x}\n", word, value);
  return text;
}

}  // namespace podsim::cli
