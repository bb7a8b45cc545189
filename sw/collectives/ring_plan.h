// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_RING_PLAN_H_
#define PODSIM_SW_COLLECTIVES_RING_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sw/collectives/hamiltonian_circuit.h"
#include "systemc/pod/topology.h"

namespace podsim {

inline constexpr int kPlanRowElements = 128;  ///< fp32 elements of a row of 512 bytes
inline constexpr int kCoresOfAChip = 2;
inline constexpr int kMaxRingChips = 64;     ///< each step of the ring has a semaphore of its own
inline constexpr int kPlanSemaphores = 224;  ///< counting semaphores of a core, 0 .. 223

/// Semaphores of a core, the same on every core. DMA is unordered, so no two transfers to a core
/// share one, except `sent`, which every transfer raises at its sender.
struct RingSemaphores {
  int pair_in = 0;         ///< the peer's half has landed, before the ring
  int pair_out = 1;        ///< the peer's result has landed, after the ring
  int sent = 2;            ///< bytes read by this core's own transfers
  int reduce_scatter = 3;  ///< + step
  int all_gather = 66;     ///< + step
};

/// Where the buffers of a core start, in rows from the plan's base row; the same on every core.
struct RingBuffers {
  std::int64_t data = 0;          ///< 2 halves x N shards x shard_rows
  std::int64_t pair_landing = 0;  ///< N x shard_rows
  std::int64_t landing = 0;       ///< N - 1 slots x shard_rows
  std::int64_t end = 0;           ///< rows in all
};

enum class RingDirection { kClockwise, kCounterClockwise };

/// The part of one TensorCore. Core 0 of a chip reduces half 0 along the circuit, core 1 half 1
/// against it. `position` counts in the direction of travel: the next core has position + 1.
struct CorePlan {
  int core = 0;  ///< chip * 2 + core of the chip
  int chip = 0;
  int half = 0;  ///< the half it reduces, which is its number on the chip
  RingDirection direction = RingDirection::kClockwise;
  int position = 0;  ///< 0 .. N - 1
  int next_core = 0;
  int previous_core = 0;
  int peer_core = 0;  ///< the other core of the chip
};

/// Bidirectional ring all-reduce of one fp32 array a core over N chips, 2N cores.
///
/// The array is padded to 2 halves of N shards of `shard_rows` rows. A core
///  1. sends the other half to its peer's pair landing, waits for its own half from the peer, and
///     adds: own + received;
///  2. reduce-scatter, step k = 0 .. N - 2: sends shard (i - k) mod N to landing slot k of the next
///     core, waits for slot k, and adds it to shard (i - k - 1) mod N: own + received, own being
///     the left operand;
///  3. all-gather, step k = 0 .. N - 2: sends shard (i + 1 - k) mod N to its place on the next
///     core, waits for shard (i - k) mod N;
///  4. sends its half of the result to its peer and waits for the other half;
///  5. waits until all that it sent has been read.
struct RingPlan {
  HamiltonianCircuit circuit;
  std::int64_t count = 0;       ///< fp32 elements that count
  std::int64_t rows = 0;        ///< rows that hold them, ceil(count / 128)
  std::int64_t shard_rows = 0;  ///< ceil(rows / 2N)
  RingSemaphores semaphores;
  RingBuffers buffers;
  std::vector<CorePlan> cores;  ///< in order of the circuit, core 0 of a chip before core 1

  int chips() const { return circuit.size(); }
  int ranks() const { return static_cast<int>(cores.size()); }
  std::int64_t padded_rows() const { return 2 * chips() * shard_rows; }
  std::int64_t half_rows() const { return chips() * shard_rows; }
};

/// The plan over the live chips of the pod. Throws what find_circuit throws; UserError COLL-010 for
/// more than kMaxRingChips live chips, COLL-011 for a count below 1.
RingPlan make_ring_plan(const Topology& topology, std::int64_t count);
/// The same over a circuit that is known; it is not checked against a pod.
RingPlan make_ring_plan(const HamiltonianCircuit& circuit, std::int64_t count);

/// Rows of one buffer in units of a shard.
struct ShardRange {
  enum Buffer { kData, kPairLanding, kLanding };
  Buffer buffer = kData;
  int first = 0;  ///< in kData half * N + shard, in kPairLanding shard, in kLanding slot
  int shards = 1;
};
/// The first row of the range, from the plan's base row.
std::int64_t first_row(const RingPlan& plan, const ShardRange& range);

/// One thing that a core does.
struct PlanStep {
  enum Kind {
    kSend,     ///< DMA of `source` here to `target` on `other_core`, raising `semaphore` there
    kWait,     ///< for `target`, sent by `other_core`, on `semaphore` here
    kAdd,      ///< target = target + source, both here
    kWaitSent  ///< for all that was sent, on the semaphore `sent`
  };
  Kind kind = kSend;
  int other_core = -1;
  ShardRange source;
  ShardRange target;
  int semaphore = -1;
};

/// What plan.cores[index] does, in order.
std::vector<PlanStep> core_steps(const RingPlan& plan, int index);

/// A summary for a terminal, a few lines.
std::string to_string(const RingPlan& plan);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_RING_PLAN_H_
