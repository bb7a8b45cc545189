// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_SEMAPHORES_H_
#define PODSIM_SYSTEMC_CORE_SEMAPHORES_H_

#include <array>
#include <cstdint>
#include <string>

#include "firmware/isa/machine.h"

namespace podsim {

/// The counting semaphores of a core. The last 32 are barriers, which outlive a program.
class Semaphores {
 public:
  using Values = std::array<std::uint32_t, isa::kSemaphores>;

  /// `index` as a semaphore number; CoreError when it is none.
  static int checked(std::uint32_t index);
  /// The same, and of the right class: `barrier` or not.
  static int checked(std::uint32_t index, bool barrier);

  std::uint32_t value(int index) const { return values_[static_cast<std::size_t>(index)]; }
  /// CoreError when the sum exceeds 32 bits.
  void add(int index, std::uint32_t amount);
  /// Precondition: value(index) >= amount.
  void subtract(int index, std::uint32_t amount) {
    values_[static_cast<std::size_t>(index)] -= amount;
  }
  const Values& values() const { return values_; }

  /// "semaphore 3 = 12, semaphore 7 = 1" for those that are not zero and not barriers.
  std::string leftovers() const;

 private:
  Values values_{};
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_SEMAPHORES_H_
