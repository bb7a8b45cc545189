// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_SAMPLED_VECTORS_H_
#define PODSIM_SYSTEMC_CORE_SAMPLED_VECTORS_H_

#include <cstdint>

#include "systemc/base/origin.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/vector_file.h"
#include "systemc/core/vector_rows.h"
#include "systemc/core/vmem.h"

namespace podsim {

/// The vector unit at work on one lane of each sublane.
///
/// A lane computed of an unknown one is unknown. Only what is selected or stored under a known mask
/// is judged more finely: it is known if the values that it takes are.
class SampledVectors {
 public:
  explicit SampledVectors(Vmem& vmem) : memory_(vmem.memory()) {}

  void reset();
  void commit() { file_.commit(); }

  void execute(const DecodedOp& op, std::uint32_t constant);
  void load(const DecodedOp& op, const VectorRows& rows);
  void store(const DecodedOp& op, const VectorRows& rows);
  /// Vector register op.target becomes unknown.
  void write_unknown(const DecodedOp& op, Origin origin);

  const VectorFile<SampledRegister>& file() const { return file_; }

 private:
  void store_sublane(std::size_t sublane, const SampledRegister& value, const SampledRegister* mask,
                     std::uint32_t row);

  RowMemory& memory_;
  VectorFile<SampledRegister> file_;
  bool tainted_ = false;  ///< some register may have unknown lanes
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_SAMPLED_VECTORS_H_
