// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_CORE_PARAMETERS_H_
#define PODSIM_SYSTEMC_CORE_CORE_PARAMETERS_H_

#include <cstdint>

#include "systemc/base/parameters.h"

namespace podsim {

/// Timing of a TensorCore, in core cycles unless named otherwise. Latencies inside the core are
/// not public: the values are chosen, as round numbers typical of such units.
struct CoreParameters {
  std::int64_t clock_hz = 940'000'000;  ///< public
  std::int64_t scalar_latency = 1;
  std::int64_t scalar_multiply_latency = 3;
  std::int64_t scalar_load_latency = 3;
  std::int64_t branch_penalty = 4;
  std::int64_t vector_latency = 2;
  std::int64_t vector_multiply_latency = 4;
  std::int64_t transcendental_latency = 12;
  std::int64_t vector_load_latency = 4;
  std::int64_t xlu_latency = 24;
  std::int64_t transpose_latency = 128;
  std::int64_t mxu_push_interval = 8;    ///< one 8 x 128 by 128 x 128 product every 8 cycles
  std::int64_t mxu_latency = 128;        ///< through the array: one cycle a row
  std::int64_t mxu_weight_interval = 8;  ///< 8 rows of weights a push: 128 cycles a full load
  std::int64_t mxu_input_fifo = 4;
  std::int64_t mxu_result_fifo = 32;
  std::int64_t xlu_result_fifo = 32;
  std::int64_t memory_port_latency = 4;  ///< DMA side of VMEM, SMEM and IMEM
  std::int64_t memory_port_bytes = 512;  ///< bytes a cycle

  void visit(FieldVisitor& visitor);
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_CORE_PARAMETERS_H_
