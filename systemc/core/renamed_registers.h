// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_RENAMED_REGISTERS_H_
#define PODSIM_SYSTEMC_CORE_RENAMED_REGISTERS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "systemc/core/vector_register.h"
#include "systemc/core/zeroed_array.h"

namespace podsim {

/// Vector or mask registers. A write goes to a spare one and takes effect at commit(), so that all
/// slots of a bundle read what was before it, and nothing is copied.
template <class Register, std::size_t registers, std::size_t spares>
class RenamedRegisters {
 public:
  RenamedRegisters() { name_in_order(); }

  const Register& read(std::size_t number) const { return storage_[place_[number]]; }
  /// Where the new value of a register goes. At most `spares` of them before a commit.
  Register& write(std::uint8_t number) {
    used_ = true;
    written_[pending_] = number;
    return storage_[place_[registers + pending_++]];
  }
  void commit() {
    for (std::size_t i = 0; i < pending_; ++i) {
      std::swap(place_[written_[i]], place_[registers + i]);
    }
    pending_ = 0;
  }
  /// Zeroes all registers.
  void reset() {
    pending_ = 0;
    if (!used_) return;
    storage_ = ZeroedArray<Register>(registers + spares);
    name_in_order();
    used_ = false;
  }
  /// Whether any register was written since the last reset.
  bool used() const { return used_; }

 private:
  void name_in_order() {
    for (std::size_t i = 0; i < place_.size(); ++i) place_[i] = static_cast<std::uint8_t>(i);
  }

  ZeroedArray<Register> storage_{registers + spares};
  std::array<std::uint8_t, registers + spares> place_{};  ///< the spare ones last
  std::array<std::uint8_t, spares> written_{};
  std::size_t pending_ = 0;
  bool used_ = false;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_RENAMED_REGISTERS_H_
