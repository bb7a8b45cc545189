// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/crc32c.h"

#include <array>

namespace podsim {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78;  // 0x1edc6f41, bits reversed

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kTable = make_table();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32c_by_instruction(const std::uint64_t* words,
                                                                      std::size_t count) {
  std::uint64_t crc = 0xffffffff;
  for (std::size_t i = 0; i < count; ++i) crc = __builtin_ia32_crc32di(crc, words[i]);
  return ~static_cast<std::uint32_t>(crc);
}
#endif

}  // namespace

std::uint32_t crc32c_by_table(const std::uint64_t* words, std::size_t count) {
  std::uint32_t crc = 0xffffffff;
  for (std::size_t i = 0; i < count; ++i) {
    for (int byte = 0; byte < 8; ++byte) {
      crc = (crc >> 8) ^ kTable[(crc ^ (words[i] >> (8 * byte))) & 0xff];
    }
  }
  return ~crc;
}

std::uint32_t crc32c(const std::uint64_t* words, std::size_t count) {
#if defined(__x86_64__)
  static const bool kHasInstruction = __builtin_cpu_supports("sse4.2") != 0;
  if (kHasInstruction) return crc32c_by_instruction(words, count);
#endif
  return crc32c_by_table(words, count);
}

}  // namespace podsim
