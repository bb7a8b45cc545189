// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_PLAN_H_
#define PODSIM_SW_PLANS_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

/// A plan is what every core does in a collective, as data: connections between cores, and
/// primitives that receive, reduce, copy and send chunks of rows over them. One microprogram
/// (firmware/collectives/plan_main.tasm) executes every plan.
///
/// Units: rows of 512 bytes, chunks of rows. Cores are numbered chip * 2 + core.
namespace podsim::plans {

inline constexpr int kCoresOfAChip = 2;

/// The rows of the chunks that a primitive handles, one after the other: three nested loops, of
/// which the middle one may step over the end of a ring once.
///
/// Chunk n is (outer, middle, inner) with inner the fastest; its row is
///   first + inner * inner_step + middle * middle_step + outer * outer_step
///         + (middle >= wrap_at ? wrap_step : 0).
struct ChunkWalk {
  std::int64_t first = 0;
  int inner = 1;
  std::int64_t inner_step = 0;
  int middle = 1;
  std::int64_t middle_step = 0;
  int wrap_at = 0;  ///< 0: never
  std::int64_t wrap_step = 0;
  int outer = 1;
  std::int64_t outer_step = 0;

  std::int64_t chunks() const { return std::int64_t{inner} * middle * outer; }
  /// The row of chunk `n`.
  std::int64_t row(std::int64_t n) const;
};

/// The router lane of a core for one of two streams: two lanes belong to each core of a chip.
inline int lane_of(int core, int stream) { return 2 * (core % kCoresOfAChip) + stream; }

/// Where the chunks of a connection land.
enum class Landing {
  kVmem,   ///< in `window` slots of the receiver's VMEM, for the receiver to reduce
  kPlaced  ///< in the receiver's HBM, at the row that the sender names: their last place
};

/// Chunks of one size from one core to another, in order. At most `window` are on their way or
/// not yet used: the receiver gives a credit back for each one used.
struct Connection {
  int from = 0;
  int to = 0;
  int phase = 0;
  int lane = 0;         ///< router lane at the sender
  int target_lane = 0;  ///< router lane at the receiver
  Landing landing = Landing::kVmem;
  int window = 4;
  int chunk_rows = 1;
};

/// When a primitive is due, in slots: `rounds` times, `period` slots apart, `burst` slots on end.
/// A core goes through the slots of a phase one by one, and in each through its primitives in
/// order; slots order the work of a core, they are not times.
struct Timetable {
  int start = 0;
  int period = 1;
  int burst = 1;
  int rounds = 1;

  std::int64_t firings() const { return std::int64_t{burst} * rounds; }
  int last_slot() const { return start + (rounds - 1) * period + burst - 1; }
  /// The slot of firing `n`.
  int slot(std::int64_t n) const;
};

/// What a core does with each chunk of a walk. With `own`, the chunk of this core's HBM at the
/// walk's row takes part; every received chunk is combined with it, in the order of `receive`
/// (own + received). The result goes to all of `send`, and with `store` to this core's HBM, at the
/// walk's row + target_shift.
///
///   own  receive  send  store   in the terms of NCCL and MSCCL
///   yes  none     yes   any     send (and copy)
///   yes  none     none  yes     copy
///   yes  VMEM     yes   no      receive, reduce, send
///   yes  VMEM     none  yes     receive, reduce, copy
///   yes  VMEM     yes   yes     receive, reduce, copy, send
///   no   placed   any   no      receive (copy, send): the data is in its place already
struct Primitive {
  int phase = 0;
  Timetable when;
  bool own = false;
  std::vector<int> receive;  ///< connections that end at this core
  std::vector<int> send;     ///< connections that begin at this core
  bool store = false;
  ChunkWalk walk;
  std::int64_t target_shift = 0;  ///< of placed sends and of `store`
  int chunk_rows = 1;

  bool reduces() const { return own && !receive.empty(); }
};

struct CorePlan {
  int core = 0;
  std::vector<Primitive> primitives;  ///< in the order of phases; within a slot, in this order
};

/// How elements are combined. bf16 holds two elements in a lane of 32 bits.
enum class Combine { kSumFloat, kMaxFloat, kSumBfloat, kMaxBfloat };
/// "fp32 sum", ...
const char* to_string(Combine combine);

/// What must be in the target buffer of a core at the end: rows that combine those of the source
/// buffers of a group of cores.
struct Result {
  std::int64_t target = 0;  ///< first row, from target_row on
  std::int64_t source = 0;  ///< first row at the contributors, from source_row on
  std::int64_t rows = 0;
  int group = 0;  ///< in Plan::groups
};

struct Plan {
  std::string name;  ///< of the algorithm, for people
  Combine combine = Combine::kSumFloat;
  int ranks = 1;  ///< that work together: cores or chips, as the algorithm was asked for
  std::int64_t buffer_rows = 0;     ///< rows of the source and of the target buffer of a core
  std::int64_t source_row = 0;      ///< HBM row of the source buffer
  std::int64_t target_row = 0;      ///< HBM row of the target buffer
  std::vector<std::string> phases;  ///< names, in order
  std::vector<Connection> connections;
  std::vector<CorePlan> cores;               ///< in order of core
  std::vector<std::vector<int>> groups;      ///< cores whose data are combined
  std::vector<std::vector<Result>> results;  ///< of each core, in the order of `cores`

  /// The place of a core in `cores`. InternalError if it has none.
  int index_of(int core) const;
  /// The slots that a core goes through in a phase.
  int slots(const CorePlan& core, int phase) const;
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_PLAN_H_
