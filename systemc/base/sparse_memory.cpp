// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/sparse_memory.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

alignas(64) constexpr std::array<std::byte, SparseMemory::kPageBytes> kZeroPage{};

/// Length of the piece of [address, address + length) that lies in the first page.
std::uint64_t piece(std::uint64_t address, std::uint64_t length) {
  return std::min(length, SparseMemory::kPageBytes - address % SparseMemory::kPageBytes);
}

}  // namespace

SparseMemory::SparseMemory(std::uint64_t bytes)
    : bytes_(bytes), regions_((bytes + kRegionBytes - 1) / kRegionBytes) {
  if (bytes % kPageBytes != 0) throw InternalError("memory size is not whole pages");
}

const std::byte* SparseMemory::zero_page() { return kZeroPage.data(); }

std::uint64_t SparseMemory::table_bytes() const {
  const auto used = std::count_if(regions_.begin(), regions_.end(),
                                  [](const auto& region) { return region != nullptr; });
  return regions_.size() * sizeof(regions_[0]) + static_cast<std::uint64_t>(used) * sizeof(Region);
}

std::byte* SparseMemory::allocate(std::uint64_t address) {
  std::unique_ptr<Region>& region = regions_[address / kRegionBytes];
  if (region == nullptr) region = std::make_unique<Region>();
  Page& page = (*region)[address / kPageBytes % kRegionPages];
  page = std::make_unique<std::byte[]>(kPageBytes);
  allocated_ += kPageBytes;
  return page.get();
}

void SparseMemory::check_range(std::uint64_t address, std::uint64_t length) const {
  if (address > bytes_ || length > bytes_ - address) throw InternalError("memory range");
}

void SparseMemory::read(std::uint64_t address, void* target, std::uint64_t length) const {
  check_range(address, length);
  auto* out = static_cast<std::byte*>(target);
  while (length > 0) {
    const std::uint64_t n = piece(address, length);
    std::memcpy(out, readable(address), n);
    out += n;
    address += n;
    length -= n;
  }
}

void SparseMemory::write(std::uint64_t address, const void* source, std::uint64_t length) {
  check_range(address, length);
  const auto* in = static_cast<const std::byte*>(source);
  while (length > 0) {
    const std::uint64_t n = piece(address, length);
    std::memcpy(writable(address), in, n);
    in += n;
    address += n;
    length -= n;
  }
}

std::uint64_t SparseMemory::digest() const {
  std::uint64_t hash = 0;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (regions_[r] == nullptr) continue;
    for (std::size_t p = 0; p < kRegionPages; ++p) {
      const std::byte* page = (*regions_[r])[p].get();
      if (page == nullptr || std::memcmp(page, kZeroPage.data(), kPageBytes) == 0) continue;
      hash ^= XXH3_64bits_withSeed(page, kPageBytes, r * kRegionPages + p + 1);
    }
  }
  return hash;
}

}  // namespace podsim
