// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_PROGRAM_PLACES_H_
#define PODSIM_SYSTEMC_POD_PROGRAM_PLACES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "firmware/asm/program.h"
#include "systemc/base/origin.h"

namespace podsim {

/// The source places of the programs that a pod has run, so that the origin of an unknown value can
/// be named later, when another program runs.
class ProgramPlaces {
 public:
  /// The number of a program, from 1; the same for the same places. From 65535 on all share one.
  std::uint16_t number_of(const assembler::Program& program);
  /// "train_step.tasm:12:3, bundle 40".
  std::string place_of(Origin origin) const;

 private:
  std::vector<std::vector<SourcePlace>> programs_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_PROGRAM_PLACES_H_
