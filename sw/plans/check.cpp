// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sw/plans/plan_image.h"

namespace podsim::plans {
namespace {

constexpr std::size_t kMostFaults = 16;
constexpr std::size_t kMostNamed = 6;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// How a connection is used.
struct Use {
  std::int64_t sent = 0;
  std::int64_t received = 0;
};

class StructureCheck {
 public:
  StructureCheck(const Plan& plan, const Topology& topology)
      : plan_(plan), topology_(topology), uses_(plan.connections.size()) {
    const std::vector<int> lost = topology.unreachable_chips();
    unreachable_.insert(lost.begin(), lost.end());
  }

  std::vector<PlanFault> run() {
    for (std::size_t i = 0; i < plan_.connections.size(); ++i) check_connection(i);
    for (const CorePlan& core : plan_.cores) {
      for (const Primitive& primitive : core.primitives) check_primitive(core, primitive);
    }
    for (std::size_t i = 0; i < uses_.size(); ++i) check_use(i);
    return std::move(faults_);
  }

 private:
  template <class... Arguments>
  void fault(const char* id, const char* format, const Arguments&... arguments) {
    if (faults_.size() >= kMostFaults) return;
    faults_.push_back({id, fmt::format(fmt::runtime(format), arguments...)});
  }

  bool live(int core) const {
    const int chip = core / kCoresOfAChip;
    return core >= 0 && chip < topology_.chips() && topology_.alive(chip) &&
           unreachable_.count(chip) == 0;
  }

  void check_connection(std::size_t number) {
    const Connection& c = plan_.connections[number];
    if (!live(c.from) || !live(c.to)) {
      fault("COLL-021",
            "connection {} goes from core {} to core {}: both must be alive and reach each other",
            number, c.from, c.to);
    }
    if (c.from == c.to) fault("COLL-021", "connection {} of core {} to itself", number, c.from);
    if (c.window < 1 || c.chunk_rows < 1 || c.lane < 0 || c.lane >= kLocalLanes ||
        c.target_lane < 0 || c.target_lane >= kLocalLanes) {
      fault("COLL-020", "connection {}: window {}, chunks of {} rows, lane {}", number, c.window,
            c.chunk_rows, c.lane);
    }
    if (c.phase < 0 || c.phase >= static_cast<int>(plan_.phases.size())) {
      fault("COLL-020", "connection {} in phase {} of {}", number, c.phase, plan_.phases.size());
    }
  }

  void check_primitive(const CorePlan& core, const Primitive& p) {
    if (!live(core.core)) fault("COLL-021", "a part for core {}, which is not alive", core.core);
    if (p.phase < 0 || p.phase >= static_cast<int>(plan_.phases.size())) {
      fault("COLL-020", "core {}: a primitive in phase {} of {}", core.core, p.phase,
            plan_.phases.size());
    }
    if (p.chunk_rows < 1 || p.walk.chunks() != p.when.firings() || p.when.burst < 1 ||
        p.when.rounds < 1 || (p.when.rounds > 1 && p.when.period < p.when.burst)) {
      fault("COLL-020", "core {}: a primitive with {} firings walks over {} chunks of {} rows",
            core.core, p.when.firings(), p.walk.chunks(), p.chunk_rows);
      return;
    }
    check_parts(core, p);
    check_rows(core, p);
    for (int c : p.receive) note_use(core, p, c, false);
    for (int c : p.send) note_use(core, p, c, true);
  }

  void check_parts(const CorePlan& core, const Primitive& p) {
    if (p.receive.empty() && !p.own)
      fault("COLL-028", "core {}: a primitive without input", core.core);
    if (!p.own && (p.store || p.receive.size() != 1)) {
      fault("COLL-028", "core {}: what is received in place cannot be combined or stored",
            core.core);
    }
    if (p.receive.size() > kMostReceives || p.send.size() > kMostSends) {
      fault("COLL-028", "core {}: a primitive has {} inputs and {} outputs, at most {} and {}",
            core.core, p.receive.size(), p.send.size(), kMostReceives, kMostSends);
    }
  }

  /// Every chunk lies in a buffer, before and after the shift.
  void check_rows(const CorePlan& core, const Primitive& p) {
    bool placed = p.store || !p.own;
    for (int c : p.send) {
      placed = placed || (in_range(c) && plan_.connections[at(c)].landing == Landing::kPlaced);
    }
    for (std::int64_t n = 0; n < p.when.firings(); ++n) {
      const std::int64_t row = p.walk.row(n);
      if (p.own && !inside(row, p.chunk_rows, true)) {
        fault("COLL-028", "core {}: chunk {} at row {} is in no buffer", core.core, n, row);
        return;
      }
      if (placed && !inside(row + p.target_shift, p.chunk_rows, false)) {
        fault("COLL-028", "core {}: chunk {} goes to row {}, not in the target buffer", core.core,
              n, row + p.target_shift);
        return;
      }
    }
  }

  bool inside(std::int64_t row, int rows, bool source_too) const {
    const auto in = [&](std::int64_t first) {
      return row >= first && row + rows <= first + plan_.buffer_rows;
    };
    return in(plan_.target_row) || (source_too && in(plan_.source_row));
  }

  bool in_range(int c) const { return c >= 0 && c < static_cast<int>(plan_.connections.size()); }

  void note_use(const CorePlan& core, const Primitive& p, int number, bool sends) {
    if (!in_range(number)) {
      fault("COLL-023", "core {}: there is no connection {}", core.core, number);
      return;
    }
    const Connection& c = plan_.connections[at(number)];
    if ((sends ? c.from : c.to) != core.core || c.phase != p.phase ||
        c.chunk_rows != p.chunk_rows) {
      fault("COLL-023",
            "core {} {} connection {}, which goes from core {} to core {} in phase {} in chunks of "
            "{} rows",
            core.core, sends ? "sends on" : "receives from", number, c.from, c.to, c.phase,
            c.chunk_rows);
    }
    if (!sends && (c.landing == Landing::kPlaced) == p.own) {
      fault("COLL-028", "core {} receives from connection {}, which lands elsewhere", core.core,
            number);
    }
    (sends ? uses_[at(number)].sent : uses_[at(number)].received) += p.when.firings();
  }

  void check_use(std::size_t number) {
    const Use& use = uses_[number];
    if (use.sent == use.received) return;
    fault("COLL-023", "connection {}: {} chunks are sent and {} received", number, use.sent,
          use.received);
  }

  const Plan& plan_;
  const Topology& topology_;
  std::set<int> unreachable_;
  std::vector<Use> uses_;
  std::vector<PlanFault> faults_;
};

/// How often each leaf is in a term.
void count_leaves(const Terms& terms, Terms::Id id, std::map<Terms::Id, int>& counts) {
  std::vector<Terms::Id> open = {id};
  while (!open.empty()) {
    const Terms::Id next = open.back();
    open.pop_back();
    if (next == Terms::kNothing) continue;
    if (terms.is_leaf(next)) {
      ++counts[next];
    } else {
      open.push_back(terms.pair(next).own);
      open.push_back(terms.pair(next).received);
    }
  }
}

class ResultCheck {
 public:
  ResultCheck(const Plan& plan, const SymbolicRun& run) : plan_(plan), run_(run) {}

  std::vector<PlanFault> check() {
    const std::int64_t unit = run_.unit_rows();
    for (std::size_t place = 0; place < plan_.cores.size(); ++place) {
      for (const Result& result : plan_.results[place]) {
        for (std::int64_t row = 0; row < result.rows; row += unit) {
          check_unit(static_cast<int>(place), result, row);
          if (faults_.size() >= kMostFaults) return std::move(faults_);
        }
      }
    }
    return std::move(faults_);
  }

 private:
  void check_unit(int place, const Result& result, std::int64_t row) {
    const Terms::Id found = run_.target(place, result.target + row);
    const std::int64_t unit = (result.source + row) / run_.unit_rows();
    if (found != Terms::kNothing &&
        run_.terms().fingerprint(found) == expected(result.group, unit)) {
      return;
    }
    faults_.push_back(
        {"COLL-026", fmt::format("core {}, row {} of the result: {}", plan_.cores[at(place)].core,
                                 result.target + row, difference(found, result.group, unit))});
  }

  std::uint64_t expected(int group, std::int64_t unit) {
    const auto known = expected_.find({group, unit});
    if (known != expected_.end()) return known->second;
    std::uint64_t sum = 0;
    for (int core : plan_.groups[at(group)]) {
      sum += Terms::leaf_fingerprint(run_.terms().leaf(plan_.index_of(core), unit));
    }
    return expected_[{group, unit}] = sum;
  }

  std::string difference(Terms::Id found, int group, std::int64_t unit) const {
    if (found == Terms::kNothing) return "nothing defined is there";
    std::map<Terms::Id, int> counts;
    count_leaves(run_.terms(), found, counts);
    std::vector<std::string> missing;
    std::vector<std::string> repeated;
    for (int core : plan_.groups[at(group)]) {
      const Terms::Id leaf = run_.terms().leaf(plan_.index_of(core), unit);
      const auto entry = counts.find(leaf);
      const int times = entry == counts.end() ? 0 : entry->second;
      if (times == 0) missing.push_back(std::to_string(core));
      if (times > 1) repeated.push_back(std::to_string(core));
      counts.erase(leaf);
    }
    std::string text;
    append(text, "without the contribution of core", missing);
    append(text, "more than once that of core", repeated);
    if (!counts.empty()) text += fmt::format("{} contributions that do not belong", counts.size());
    return text;
  }

  static void append(std::string& text, const char* what, std::vector<std::string>& cores) {
    if (cores.empty()) return;
    const std::size_t more = cores.size() > kMostNamed ? cores.size() - kMostNamed : 0;
    cores.resize(cores.size() - more);
    text += fmt::format("{} {}{}; ", what, fmt::join(cores, ", "),
                        more > 0 ? fmt::format(" and {} more", more) : "");
  }

  const Plan& plan_;
  const SymbolicRun& run_;
  std::map<std::pair<int, std::int64_t>, std::uint64_t> expected_;
  std::vector<PlanFault> faults_;
};

void run_symbolically(const Plan& plan, WriteTime when, CheckedPlan& checked) {
  checked.run.emplace(plan, when);
  if (!checked.run->run()) {
    for (const std::string& line : checked.run->waits())
      checked.faults.push_back({"COLL-024", line});
    return;
  }
  for (const std::string& line : checked.run->undefined()) {
    checked.faults.push_back({"COLL-026", line});
  }
  if (!checked.faults.empty()) return;
  checked.faults = ResultCheck(plan, *checked.run).check();
  if (when == WriteTime::kLate && !checked.faults.empty()) {
    for (PlanFault& fault : checked.faults) {
      fault.id = "COLL-025";
      fault.text = "depends on when data are written: " + fault.text;
    }
  }
}

}  // namespace

std::vector<PlanFault> check_structure(const Plan& plan, const Topology& topology) {
  return StructureCheck(plan, topology).run();
}

CheckedPlan check_plan(const Plan& plan, const Topology& topology) {
  CheckedPlan checked;
  checked.faults = check_structure(plan, topology);
  for (WriteTime when : {WriteTime::kEarly, WriteTime::kLate}) {
    if (checked.faults.empty()) run_symbolically(plan, when, checked);
  }
  return checked;
}

}  // namespace podsim::plans
