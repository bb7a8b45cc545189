// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/memory_contents.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/machine.h"
#include "sw/config/scenario_reader.h"

namespace podsim::cli {
namespace {

using config::ElementType;
using config::MemorySpace;
using config::Pattern;

constexpr std::size_t kBytesPerWord = 4;
constexpr unsigned kBitsPerByte = 8;

std::uint32_t float_bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_value(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint32_t encode(double value, ElementType type) {
  if (type == ElementType::kFloat32) return float_bits(static_cast<float>(value));
  // Signed and unsigned readings of a word are both accepted.
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

/// SplitMix64 (Steele, Lea, Flood 2014) of a counter: any element can be made on its own.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + (counter + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::uint32_t random_word(std::uint64_t bits, ElementType type) {
  constexpr unsigned kMantissa = 24;
  if (type == ElementType::kInt32) return static_cast<std::uint32_t>(bits >> 33);
  return float_bits(std::ldexp(static_cast<float>(bits >> (64 - kMantissa)), -24));
}

std::uint32_t pattern_word(const config::MemoryContents& contents, int core, std::int64_t index,
                           std::int64_t seed) {
  const auto type = static_cast<ElementType>(contents.type);
  switch (static_cast<Pattern>(contents.pattern)) {
    case Pattern::kConstant:
      return encode(contents.value, type);
    case Pattern::kIndex:
      return encode(contents.value + static_cast<double>(index), type);
    case Pattern::kCore:
      return encode(contents.value + core, type);
    case Pattern::kRandom: {
      const auto counter =
          (static_cast<std::uint64_t>(core) << 32) + static_cast<std::uint64_t>(index);
      return random_word(random_bits(static_cast<std::uint64_t>(seed), counter), type);
    }
  }
  return 0;
}

Words words_of_file(const std::string& file, const SourcePlace& place) {
  const std::string bytes = config::read_file(file, "memory contents", place);
  if (bytes.size() % kBytesPerWord != 0) {
    throw UserError(
        "CFG-021",
        fmt::format("'{}' has {} bytes, no whole number of 32-bit words", file, bytes.size()),
        place);
  }
  Words words(bytes.size() / kBytesPerWord);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    words[i / kBytesPerWord] |= std::uint32_t{byte} << (kBitsPerByte * (i % kBytesPerWord));
  }
  return words;
}

std::size_t capacity(const config::MemoryPlace& memory) {
  constexpr std::size_t kWordsPerRow = isa::kRowBytes / kBytesPerWord;
  const auto row = static_cast<std::size_t>(memory.row);
  switch (static_cast<MemorySpace>(memory.space)) {
    case MemorySpace::kHbm:
      return (static_cast<std::size_t>(isa::kHbmRows) - row) * kWordsPerRow;
    case MemorySpace::kVmem:
      return (static_cast<std::size_t>(isa::kVmemRows) - row) * kWordsPerRow;
    case MemorySpace::kSmem:
      return static_cast<std::size_t>(isa::kSmemWords - memory.word);
  }
  return 0;
}

std::string show(std::uint32_t word, ElementType type) {
  if (type == ElementType::kFloat32) return fmt::format("{}", float_value(word));
  return fmt::format("{}", static_cast<std::int32_t>(word));
}

bool equal(std::uint32_t a, std::uint32_t b, ElementType type, double tolerance) {
  if (a == b) return true;
  if (type != ElementType::kFloat32) return false;
  const float x = float_value(a);
  const float y = float_value(b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return tolerance > 0 && std::abs(static_cast<double>(x) - y) <= tolerance;
}

}  // namespace

std::string file_of_core(const std::string& file, int core) {
  constexpr std::string_view kMark = "{core}";
  std::string name = file;
  const std::size_t at = name.find(kMark);
  if (at != std::string::npos) name.replace(at, kMark.size(), fmt::format("{}", core));
  return name;
}

Words contents_for(const config::MemoryContents& contents, int core, std::int64_t seed,
                   const SourcePlace& place) {
  if (!contents.file.empty()) return words_of_file(file_of_core(contents.file, core), place);
  Words words;
  const auto type = static_cast<ElementType>(contents.type);
  for (const double value : contents.values) words.push_back(encode(value, type));
  for (std::int64_t i = 0; contents.pattern >= 0 && i < contents.count; ++i)
    words.push_back(pattern_word(contents, core, i, seed));
  return words;
}

void write_memory(Pod& pod, int core, const config::MemoryPlace& memory, const Words& words,
                  const SourcePlace& place) {
  if (words.size() > capacity(memory)) {
    throw UserError(
        "CFG-021",
        fmt::format("{} words do not fit: {} are left from there", words.size(), capacity(memory)),
        place);
  }
  const std::size_t bytes = words.size() * kBytesPerWord;
  switch (static_cast<MemorySpace>(memory.space)) {
    case MemorySpace::kHbm:
      return pod.write_hbm(core, memory.row, words.data(), bytes);
    case MemorySpace::kVmem:
      return pod.write_vmem(core, memory.row, words.data(), bytes);
    case MemorySpace::kSmem:
      return pod.write_smem(core, static_cast<int>(memory.word), {words.begin(), words.end()});
  }
}

Words read_memory(const Pod& pod, int core, const config::MemoryPlace& memory, std::size_t count) {
  Words words(std::min(count, capacity(memory)));
  const std::size_t bytes = words.size() * kBytesPerWord;
  const auto space = static_cast<MemorySpace>(memory.space);
  if (space == MemorySpace::kHbm) pod.read_hbm(core, memory.row, words.data(), bytes);
  if (space == MemorySpace::kVmem) pod.read_vmem(core, memory.row, words.data(), bytes);
  for (std::size_t i = 0; space == MemorySpace::kSmem && i < words.size(); ++i) {
    const int word = static_cast<int>(memory.word) + static_cast<int>(i);
    words[i] = static_cast<std::uint32_t>(pod.read_smem(core, word));
  }
  return words;
}

std::string words_to_bytes(const Words& words) {
  std::string bytes;
  bytes.reserve(words.size() * kBytesPerWord);
  for (const std::uint32_t word : words) {
    for (unsigned i = 0; i < kBytesPerWord; ++i)
      bytes += static_cast<char>((word >> (kBitsPerByte * i)) & 0xff);
  }
  return bytes;
}

std::string compare_words(const Words& expected, const Words& found, ElementType type,
                          double tolerance) {
  if (expected.size() != found.size())
    return fmt::format("{} elements expected, the memory holds {}", expected.size(), found.size());
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (equal(expected[i], found[i], type, tolerance)) continue;
    if (wrong++ == 0) first = i;
  }
  if (wrong == 0) return {};
  return fmt::format("element {}: {} expected, {} found ({:#010x}, {:#010x}); {} of {} differ",
                     first, show(expected[first], type), show(found[first], type), expected[first],
                     found[first], wrong, expected.size());
}

}  // namespace podsim::cli
