// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_PROGRAM_H_
#define PODSIM_FIRMWARE_ASM_PROGRAM_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/bundle.h"

namespace podsim::assembler {

/// An assembled microprogram: the same image for every core.
struct Program {
  std::string name;                  ///< the file it came from
  std::vector<isa::Bundle> bundles;  ///< bundle i is at IMEM address i; execution starts at 0
  std::vector<SourcePlace> places;   ///< of each bundle: its first operation
  /// Labels and the bundles they stand at; a local label has its full name ("main.L1").
  std::map<std::string, int> labels;
  /// Integer constants (.equ and .set, the last value) and labels of the SMEM section (words).
  std::map<std::string, std::int64_t> symbols;
  std::map<int, std::uint32_t> smem_image;  ///< SMEM word address -> value, loaded before the start

  /// The bundle of a label. Throws UserError ASM-011 with the nearest name.
  int bundle_of(const std::string& label) const;
  /// The value of a symbol. Throws UserError ASM-011 with the nearest name.
  std::int64_t symbol(const std::string& symbol_name) const;
  /// "file:line", or "bundle N" when the place is not known.
  std::string place_text(int bundle) const;
};

/// Whether both have the same bundles, labels and SMEM image.
bool same_image(const Program& a, const Program& b);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_PROGRAM_H_
