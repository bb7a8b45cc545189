// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/core_parameters.h"

namespace podsim {
namespace {

constexpr double kLongestLatency = 4096;

FieldInfo cycles(std::string_view name, std::string_view doc, double minimum = 1) {
  return {name, Unit::kCoreCycles, minimum, kLongestLatency, doc};
}

FieldInfo count(std::string_view name, double minimum, double maximum, std::string_view doc) {
  return {name, Unit::kNone, minimum, maximum, doc};
}

}  // namespace

void CoreParameters::visit(FieldVisitor& visitor) {
  visitor.integer({"clock_hz", Unit::kHertz, 1e6, 1e11, "Core clock; public: 940 MHz."}, clock_hz);
  visitor.integer(
      cycles("scalar_latency", "From a scalar operation to the use of its result; chosen."),
      scalar_latency);
  visitor.integer(cycles("scalar_multiply_latency", "The same for smul; chosen."),
                  scalar_multiply_latency);
  visitor.integer(cycles("scalar_load_latency", "The same for sld (SMEM); chosen."),
                  scalar_load_latency);
  visitor.integer(cycles("branch_penalty",
                         "Bundles not issued after a taken branch, call or return; a hardware "
                         "loop's jump back costs none; chosen.",
                         0),
                  branch_penalty);
  visitor.integer(
      cycles("vector_latency", "From a vector operation to the use of its result; chosen."),
      vector_latency);
  visitor.integer(cycles("vector_multiply_latency", "The same for vmulf and vmuli; chosen."),
                  vector_multiply_latency);
  visitor.integer(
      cycles("transcendental_latency", "The same for vexp, vlog, vrsqrt and vrcp; chosen."),
      transcendental_latency);
  visitor.integer(cycles("vector_load_latency", "The same for vld (VMEM); chosen."),
                  vector_load_latency);
  visitor.integer(cycles("xlu_latency", "From a rotation or reduction to its result; chosen."),
                  xlu_latency);
  visitor.integer(cycles("transpose_latency", "From xtrl to the first of its 16 results; chosen."),
                  transpose_latency);
  visitor.integer(cycles("mxu_push_interval",
                         "Between the starts of two 8 x 128 by 128 x 128 products; public: 8."),
                  mxu_push_interval);
  visitor.integer(
      cycles("mxu_latency", "From a product's start to its result; chosen: one cycle a row."),
      mxu_latency);
  visitor.integer(cycles("mxu_weight_interval",
                         "To shift in 8 rows of weights; public: 128 cycles for 128 rows."),
                  mxu_weight_interval);
  visitor.integer(count("mxu_input_fifo", 1, 64,
                        "Operands, and also weight pushes, that wait in front of an MXU; chosen."),
                  mxu_input_fifo);
  visitor.integer(
      count("mxu_result_fifo", 1, 1024, "Products of an MXU queued and not yet popped; chosen."),
      mxu_result_fifo);
  visitor.integer(count("xlu_result_fifo", 16, 1024,
                        "Results of the cross-lane unit queued and not yet popped; chosen."),
                  xlu_result_fifo);
  visitor.integer(
      cycles("memory_port_latency",
             "Of a DMA access to VMEM, SMEM or IMEM before its first byte moves; chosen.", 0),
      memory_port_latency);
  visitor.integer({"memory_port_bytes", Unit::kBytes, 1, 65536,
                   "Bytes a core cycle of a DMA access to VMEM, SMEM or IMEM; chosen: a row."},
                  memory_port_bytes);
}

}  // namespace podsim
