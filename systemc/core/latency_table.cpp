// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/latency_table.h"

namespace podsim {
namespace {

std::int64_t latency(isa::Latency kind, const CoreParameters& p) {
  switch (kind) {
    case isa::Latency::kScalar:
      return p.scalar_latency;
    case isa::Latency::kScalarMultiply:
      return p.scalar_multiply_latency;
    case isa::Latency::kScalarLoad:
      return p.scalar_load_latency;
    case isa::Latency::kVector:
      return p.vector_latency;
    case isa::Latency::kVectorMultiply:
      return p.vector_multiply_latency;
    case isa::Latency::kTranscendental:
      return p.transcendental_latency;
    case isa::Latency::kVectorLoad:
      return p.vector_load_latency;
    default:
      return 1;
  }
}

}  // namespace

LatencyTable::LatencyTable(const CoreParameters& parameters) {
  for (const isa::Operation& op : isa::operations()) {
    cycles_[static_cast<std::size_t>(op.opcode)] =
        static_cast<Cycle>(latency(op.latency, parameters));
  }
}

}  // namespace podsim
