// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_UNIT_VALUE_H_
#define PODSIM_SYSTEMC_CORE_UNIT_VALUE_H_

#include "systemc/base/origin.h"
#include "systemc/core/vector_register.h"

namespace podsim {

/// An operand or a result of the MXU and the cross-lane unit. Unless the data are full, these
/// compute nothing: `lanes` is null, and `origin` says where the result became unknown.
struct UnitValue {
  const VectorRegister* lanes = nullptr;
  Origin origin{};
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_UNIT_VALUE_H_
