// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_SYMBOLIC_RUN_H_
#define PODSIM_SW_PLANS_SYMBOLIC_RUN_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sw/plans/plan.h"

namespace podsim::plans {

/// What a unit of rows holds, as a term: a leaf is a unit of a core's source buffer; another term
/// combines two.
class Terms {
 public:
  using Id = std::int32_t;
  static constexpr Id kNothing = -1;

  /// Leaves are numbered core place * units + unit.
  Terms(int cores, std::int64_t units) : leaves_(std::int64_t{cores} * units), units_(units) {}

  Id leaf(int place, std::int64_t unit) const { return static_cast<Id>(place * units_ + unit); }
  bool is_leaf(Id id) const { return id < leaves_; }
  int leaf_place(Id id) const { return static_cast<int>(id / units_); }
  std::int64_t leaf_unit(Id id) const { return id % units_; }
  /// own + received; the same pair gives the same term.
  Id combine(Id own, Id received);
  struct Pair {
    Id own;
    Id received;
  };
  const Pair& pair(Id id) const { return pairs_[static_cast<std::size_t>(id - leaves_)]; }
  /// A number that is equal for two terms if and (but for 1 in 2^64) only if they hold the same
  /// leaves, each as often: the sum of random numbers of the leaves.
  std::uint64_t fingerprint(Id id) const;
  static std::uint64_t leaf_fingerprint(std::int64_t leaf);

 private:
  std::int64_t leaves_;
  std::int64_t units_;
  std::vector<Pair> pairs_;
  std::vector<std::uint64_t> fingerprints_;
};

/// When data that one core sends to another, or stores, is written: as early or as late as a real
/// run could. A plan that gives the same with both does not race.
enum class WriteTime { kEarly, kLate };

/// Runs a plan on symbolic contents, chunk by chunk, with the microprogram's order of work,
/// windows, credits and fetches ahead.
class SymbolicRun {
 public:
  /// Precondition: connections and primitives are in range (check_structure).
  SymbolicRun(const Plan& plan, WriteTime when);

  /// False when cores wait for ever: waits() says for what.
  bool run();
  /// One line a waiting core that is in the circle of waits, or waits for one that is.
  std::vector<std::string> waits() const;
  /// Rows that were read while nothing defined was in them, if any were.
  const std::vector<std::string>& undefined() const { return undefined_; }

  const Terms& terms() const { return terms_; }
  std::int64_t unit_rows() const { return unit_rows_; }
  /// The term in a row of the target buffer, from target_row on.
  Terms::Id target(int place, std::int64_t row) const;

 private:
  struct Channel {
    std::deque<std::vector<Terms::Id>> chunks;  ///< sent, not yet received
    std::deque<std::int64_t> rows;              ///< of placed chunks: HBM row at the receiver
    int credits = 0;
  };
  /// A firing of a primitive that is to come.
  struct Firing {
    int slot;
    int primitive;
    bool operator>(const Firing& o) const {
      return slot != o.slot ? slot > o.slot : primitive > o.primitive;
    }
  };
  struct Progress {
    std::int64_t fired = 0;
    std::int64_t fetched = 0;
    std::deque<std::vector<Terms::Id>> own;  ///< fetched ahead
  };
  struct Core {
    int phase = -1;
    std::vector<Firing> due;  ///< a heap, earliest first
    std::vector<Progress> progress;
    std::vector<std::pair<std::int64_t, std::vector<Terms::Id>>> stores;  ///< to be written late
    int blocked_on = -1;                                                  ///< connection
    bool blocked_on_credit = false;
    int step = 0;  ///< parts of the present firing that are done: receives, then sends
    std::vector<Terms::Id> chunk;
    bool done = false;
  };

  void open_phase(int place);
  void close_phase(int place);
  void advance(int place);
  bool fire(int place, const Firing& firing);
  bool receive(int place, const Primitive& primitive, Core& core);
  bool send(int place, const Primitive& primitive, Core& core, std::int64_t row);
  void fetch(int place, int primitive, std::int64_t up_to);
  void wake(int core_id);
  std::vector<Terms::Id> read(int place, std::int64_t row, int rows);
  void write(int place, std::int64_t row, const std::vector<Terms::Id>& chunk);
  std::int64_t unit_of(std::int64_t row) const;

  const Plan& plan_;
  WriteTime when_;
  std::int64_t unit_rows_;
  std::int64_t units_;  ///< of a buffer
  Terms terms_;
  std::vector<int> place_of_;  ///< of each core
  std::vector<Core> cores_;
  std::vector<Channel> channels_;
  std::vector<std::vector<Terms::Id>> targets_;  ///< of each core, by unit
  std::deque<int> runnable_;
  std::vector<std::string> undefined_;
};

/// The largest number of rows of which every chunk, step and shift of the plan is a multiple.
std::int64_t unit_rows(const Plan& plan);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_SYMBOLIC_RUN_H_
