// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/semaphores.h"

#include <fmt/format.h>

#include <limits>

#include "systemc/core/core_error.h"

namespace podsim {

int Semaphores::checked(std::uint32_t index) {
  if (index < isa::kSemaphores) return static_cast<int>(index);
  throw CoreError{CoreFaultKind::kSemaphoreIndex,
                  fmt::format("semaphore {} is not in 0..{}", static_cast<std::int32_t>(index),
                              isa::kSemaphores - 1)};
}

int Semaphores::checked(std::uint32_t index, bool barrier) {
  const int semaphore = checked(index);
  if (barrier == (semaphore >= isa::kFirstBarrierSemaphore)) return semaphore;
  throw CoreError{
      CoreFaultKind::kSemaphoreClass,
      barrier ? fmt::format("bar on semaphore {}, which is no barrier ({}..{})", semaphore,
                            isa::kFirstBarrierSemaphore, isa::kSemaphores - 1)
              : fmt::format("wait on barrier semaphore {}; bar waits for those", semaphore)};
}

void Semaphores::add(int index, std::uint32_t amount) {
  std::uint32_t& value = values_[static_cast<std::size_t>(index)];
  if (amount > std::numeric_limits<std::uint32_t>::max() - value) {
    throw CoreError{CoreFaultKind::kSemaphoreOverflow,
                    fmt::format("semaphore {} = {} cannot rise by {}", index, value, amount)};
  }
  value += amount;
}

std::string Semaphores::leftovers() const {
  std::string text;
  for (int i = 0; i < isa::kFirstBarrierSemaphore; ++i) {
    if (value(i) == 0) continue;
    text += fmt::format("{}semaphore {} = {}", text.empty() ? "" : ", ", i, value(i));
  }
  return text;
}

}  // namespace podsim
