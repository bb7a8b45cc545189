// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/row_memory.h"

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

constexpr std::uint64_t kWord = sizeof(std::uint32_t);

std::uint64_t whole_pages(std::uint64_t bytes) {
  constexpr std::uint64_t kPage = SparseMemory::kPageBytes;
  return (bytes + kPage - 1) / kPage * kPage;
}

}  // namespace

RowMemory::RowMemory(std::uint64_t rows, const DataScale& scale)
    : rows_(rows),
      scale_(scale),
      store_(whole_pages(rows * scale.row_bytes())),
      origins_(scale.sampled() ? whole_pages(rows * sizeof(Origin)) : 0) {}

void RowMemory::set_origin(std::uint64_t row, Origin origin) {
  const std::uint64_t address = row * sizeof(origin);
  if (origin.known() && !origins_.written(address)) return;
  std::memcpy(origins_.writable(address), &origin, sizeof(origin));
}

Origin RowMemory::first_unknown(std::uint64_t row, std::uint64_t count) const {
  if (!has_unknown()) return {};
  for (std::uint64_t i = 0; i < count; ++i) {
    const Origin found = origin(row + i);
    if (!found.known()) return found;
  }
  return {};
}

void RowMemory::read(std::uint64_t row, RowBlock& block) const {
  if (block.row_bytes() != scale_.row_bytes()) throw InternalError("rows of another scale");
  const std::uint64_t kept = std::uint64_t{block.rows()} * block.row_bytes();
  store_.read(row * block.row_bytes(), block.data(), kept);
  block.set_has_unknown(false);
  if (!has_unknown()) return;
  for (std::uint32_t i = 0; i < block.rows(); ++i) block.set_origin(i, origin(row + i));
}

void RowMemory::write(std::uint64_t row, const RowBlock& block) {
  if (block.row_bytes() != scale_.row_bytes()) throw InternalError("rows of another scale");
  const std::uint64_t kept = std::uint64_t{block.rows()} * block.row_bytes();
  store_.write(row * block.row_bytes(), block.data(), kept);
  if (!has_unknown() && !block.has_unknown()) return;
  for (std::uint32_t i = 0; i < block.rows(); ++i) set_origin(row + i, block.origin(i));
}

void RowMemory::write_bytes(std::uint64_t row, const void* source, std::size_t bytes) {
  if (scale_.full()) return store_.write(row * isa::kRowBytes, source, bytes);
  if (!scale_.sampled()) return;
  const auto* from = static_cast<const std::byte*>(source);
  for (std::size_t at = lane_offset(); at + kWord <= bytes; at += isa::kRowBytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, from + at, kWord);
    set_word(row++, word);
  }
}

void RowMemory::write_words(std::uint64_t row, const std::uint32_t* words, std::uint64_t count) {
  if (scale_.full()) {
    for (std::uint64_t i = 0; i < count; ++i) {
      std::memcpy(row_for_write(row + i) + lane_offset(), words + i, kWord);
    }
  } else if (scale_.sampled()) {
    store_.write(row * kWord, words, count * kWord);
    if (!has_unknown()) return;
    for (std::uint64_t i = 0; i < count; ++i) set_origin(row + i, {});
  }
}

void RowMemory::read_words(std::uint64_t row, std::uint32_t* words, std::uint64_t count) const {
  if (scale_.full()) {
    for (std::uint64_t i = 0; i < count; ++i) {
      std::memcpy(words + i, this->row(row + i) + lane_offset(), kWord);
    }
  } else if (scale_.sampled()) {
    store_.read(row * kWord, words, count * kWord);
  } else {
    throw InternalError("no data are kept");
  }
}

}  // namespace podsim
