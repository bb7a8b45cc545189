// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_SYMBOLIC_RUN_H_
#define PODSIM_SW_COLLECTIVES_SYMBOLIC_RUN_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sw/collectives/plan_check.h"
#include "sw/collectives/ring_plan.h"

namespace podsim {

/// Runs a plan's steps on symbolic contents. Precondition: ranges of steps are inside their
/// buffers, cores exist, and no two transfers to a core share a semaphore.
class SymbolicRun {
 public:
  SymbolicRun(const RingPlan& plan, const PlanSteps& steps);

  std::vector<PlanFault> run();

 private:
  /// What a shard of a buffer holds: shard `name` summed over cores, how often each.
  struct Contents {
    int name = -1;  ///< half * N + shard; -1: nothing defined
    std::vector<std::uint8_t> times;
  };

  /// A moment of a core or a transfer, for ordering.
  struct Access {
    int core = -1;      ///< an access by this core at its clock `time`, or ...
    int transfer = -1;  ///< ... by this transfer, over when its semaphore was waited for
    std::uint32_t time = 0;
  };

  struct Cell {
    Contents contents;
    Access last_write;
    std::vector<Access> reads;  ///< since the last write
  };

  /// What a core knows to be over: clocks of all cores, and transfers.
  struct Knowledge {
    std::vector<std::uint32_t> clocks;
    std::vector<std::uint64_t> transfers;  ///< a bit each
    void join(const Knowledge& o);
    void add_transfer(int number);
    bool has_transfer(int number) const;
  };

  struct Transfer {
    int target = -1;
    Knowledge at_start;
  };

  struct Core {
    std::size_t next_step = 0;
    Knowledge knows;
    std::vector<int> own_transfers;
    std::map<int, std::pair<int, int>> arrived;  ///< semaphore -> transfer, shards left
  };

  void fill();
  bool advance(int core);
  bool execute(int core, const PlanStep& step);
  void send(int core, const PlanStep& step);
  bool wait(int core, const PlanStep& step);
  void add(int core, const PlanStep& step);
  void note_read(Cell& cell, const Access& access, const Knowledge& knows, int core,
                 const ShardRange& where);
  void note_write(Cell& cell, const Access& access, const Knowledge& knows, int core,
                  const ShardRange& where);
  static bool is_over(const Access& access, const Knowledge& knows);

  Cell& cell(int core, const ShardRange& range, int offset);
  int index_of(int core_id) const { return index_.at(core_id); }
  void fault(const char* id, const std::string& text);
  std::string describe(int core, const ShardRange& range) const;
  void report_waits();
  void check_result();

  const RingPlan& plan_;
  const PlanSteps& steps_;
  std::map<int, int> index_;  // core id -> place in plan.cores
  std::vector<Core> cores_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<Transfer> transfers_;
  std::vector<PlanFault> faults_;
};

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_SYMBOLIC_RUN_H_
