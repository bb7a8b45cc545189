// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/plan_data.h"

#include <array>
#include <cmath>
#include <cstring>

namespace podsim::plans {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

float to_float(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint32_t to_bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float flushed(float x) { return std::fabs(x) < 0x1p-126F ? std::copysign(0.0F, x) : x; }

float add(float own, float received) { return flushed(flushed(own) + flushed(received)); }
float larger(float own, float received) {
  return flushed(own) > flushed(received) ? own : received;
}

/// fp32 to bf16, nearest even, kept in the high half.
std::uint32_t to_bfloat(float value) {
  const std::uint32_t bits = to_bits(flushed(value));
  return (bits + 0x7fffU + (bits >> 16 & 1U)) & 0xffff0000U;
}

template <class Operation>
std::uint32_t each_half(std::uint32_t own, std::uint32_t received, Operation operation) {
  const std::uint32_t low = to_bfloat(operation(to_float(own << 16), to_float(received << 16)));
  const std::uint32_t high =
      to_bfloat(operation(to_float(own & 0xffff0000U), to_float(received & 0xffff0000U)));
  return high | low >> 16;
}

bool is_float(Combine combine) {
  return combine == Combine::kSumFloat || combine == Combine::kMaxFloat;
}

std::uint32_t random_word(Combine combine, std::uint64_t hash) {
  if (is_float(combine)) {
    return to_bits(static_cast<float>(static_cast<std::int64_t>(hash) >> 39) * 0x1p-24F);
  }
  const auto low = static_cast<float>(static_cast<std::int8_t>(hash)) * 0x1p-7F;
  const auto high = static_cast<float>(static_cast<std::int8_t>(hash >> 8)) * 0x1p-7F;
  return to_bfloat(high) | to_bfloat(low) >> 16;
}

std::uint32_t integer_word(Combine combine, int core, std::int64_t place, std::uint64_t hash) {
  if (is_float(combine)) return to_bits(static_cast<float>(hash % 5) - 2);
  const bool one = (core + place) % 32 == 0;
  const float value = !one ? 0.0F : (hash & 1U) != 0 ? 1.0F : -1.0F;
  return to_bfloat(value) | to_bfloat(-value) >> 16;
}

}  // namespace

void fill_row(Pattern pattern, Combine combine, std::uint64_t seed, int core, std::int64_t row,
              Lanes lanes, std::uint32_t* words) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;
  const std::uint64_t base = mix(seed + kGolden * static_cast<std::uint64_t>(core + 1)) +
                             kGolden * 128 * static_cast<std::uint64_t>(row);
  for (int i = 0; i < lanes.count; ++i) {
    const int lane = lanes.first + i;
    const std::uint64_t hash = mix(base + kGolden * static_cast<std::uint64_t>(lane));
    words[i] = pattern == Pattern::kRandom ? random_word(combine, hash)
                                           : integer_word(combine, core, row + lane, hash);
  }
}

void combine_words(Combine combine, std::uint32_t* words, const std::uint32_t* others, int count) {
  for (int i = 0; i < count; ++i) {
    switch (combine) {
      case Combine::kSumFloat:
        words[i] = to_bits(add(to_float(words[i]), to_float(others[i])));
        break;
      case Combine::kMaxFloat:
        words[i] = to_bits(larger(to_float(words[i]), to_float(others[i])));
        break;
      case Combine::kSumBfloat:
        words[i] = each_half(words[i], others[i], add);
        break;
      case Combine::kMaxBfloat:
        words[i] = each_half(words[i], others[i], larger);
        break;
    }
  }
}

std::vector<std::uint32_t> ExpectedRows::in_order(const Terms& terms, Terms::Id term,
                                                  std::int64_t unit_rows, std::int64_t row) const {
  std::vector<std::uint32_t> words(at(lanes_.count));
  evaluate(terms, term, unit_rows, row, words.data());
  return words;
}

void ExpectedRows::evaluate(const Terms& terms, Terms::Id term, std::int64_t unit_rows,
                            std::int64_t row, std::uint32_t* words) const {
  if (terms.is_leaf(term)) {
    fill_row(pattern_, plan_.combine, seed_, plan_.cores[at(terms.leaf_place(term))].core,
             terms.leaf_unit(term) * unit_rows + row, lanes_, words);
    return;
  }
  const Terms::Pair& pair = terms.pair(term);
  // The deep part first: chains then need one more row in all, not one a level.
  std::array<std::uint32_t, 128> buffer;
  std::uint32_t* const received = buffer.data();
  if (terms.is_leaf(pair.own)) {
    evaluate(terms, pair.received, unit_rows, row, words);
    std::memcpy(received, words, at(lanes_.count) * sizeof *words);
    evaluate(terms, pair.own, unit_rows, row, words);
  } else {
    std::vector<std::uint32_t> own(at(lanes_.count));
    evaluate(terms, pair.received, unit_rows, row, words);
    evaluate(terms, pair.own, unit_rows, row, own.data());
    std::memcpy(received, words, at(lanes_.count) * sizeof *words);
    std::memcpy(words, own.data(), at(lanes_.count) * sizeof *words);
  }
  combine_words(plan_.combine, words, received, lanes_.count);
}

std::vector<std::uint32_t> ExpectedRows::one_by_one(int group, std::int64_t source_row) const {
  std::vector<std::uint32_t> words(at(lanes_.count));
  std::vector<std::uint32_t> other(at(lanes_.count));
  bool first = true;
  for (int core : plan_.groups[at(group)]) {
    fill_row(pattern_, plan_.combine, seed_, core, source_row, lanes_,
             first ? words.data() : other.data());
    if (!first) combine_words(plan_.combine, words.data(), other.data(), lanes_.count);
    first = false;
  }
  return words;
}

}  // namespace podsim::plans
