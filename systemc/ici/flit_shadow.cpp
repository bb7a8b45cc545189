// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/flit_shadow.h"

#include <optional>

namespace podsim {
namespace {

/// Place of the first head with this word, if there is one.
std::optional<std::size_t> find_head(const RingQueue<Flit>& flits, std::uint64_t head_word) {
  for (std::size_t i = 0; i < flits.size(); ++i) {
    if (flits[i].head && flits[i].head_word == head_word) return i;
  }
  return std::nullopt;
}

}  // namespace

FlitShadow::Input* FlitShadow::owner_of(std::uint64_t head_word) {
  for (Input& input : inputs_) {
    if (!input.empty() && input.front().head && input.front().head_word == head_word) return &input;
  }
  for (Input& input : inputs_) {  // packets in front of it were dropped
    const auto place = find_head(input, head_word);
    if (!place) continue;
    for (std::size_t i = 0; i < *place; ++i) input.pop();
    return &input;
  }
  return nullptr;
}

std::optional<const FlitData*> FlitShadow::leave(unsigned port, const Flit& flit) {
  Input*& owner = owner_[port * kMaxVcs + flit.vc];
  if (flit.head) owner = owner_of(flit.head_word);
  if (owner == nullptr || owner->empty() || owner->front().head != flit.head) return std::nullopt;
  const FlitData* data = owner->front().data;
  owner->pop();
  return data;
}

}  // namespace podsim
