// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/symbolic_run.h"

#include <fmt/format.h>

#include <algorithm>

namespace podsim {
namespace {

constexpr std::size_t kMostFaults = 16;
constexpr int kWordBits = 64;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

SymbolicRun::SymbolicRun(const RingPlan& plan, const PlanSteps& steps)
    : plan_(plan), steps_(steps), cores_(plan.cores.size()), cells_(plan.cores.size()) {
  std::size_t transfers = 0;
  for (const auto& list : steps) {
    for (const PlanStep& step : list) transfers += step.kind == PlanStep::kSend ? 1 : 0;
  }
  for (int i = 0; i < plan.ranks(); ++i) {
    index_[plan.cores[at(i)].core] = i;
    cores_[at(i)].knows.clocks.assign(plan.cores.size(), 0);
    cores_[at(i)].knows.transfers.assign(transfers / kWordBits + 1, 0);
  }
  fill();
}

// Every core starts with its own contribution to every shard; landings hold nothing.
void SymbolicRun::fill() {
  const int n = plan_.chips();
  for (int core = 0; core < plan_.ranks(); ++core) {
    cells_[at(core)].resize(at(2 * n + n + n - 1));
    for (int name = 0; name < 2 * n; ++name) {
      Contents& contents = cells_[at(core)][at(name)].contents;
      contents.name = name;
      contents.times.assign(plan_.cores.size(), 0);
      contents.times[at(core)] = 1;
    }
  }
}

SymbolicRun::Cell& SymbolicRun::cell(int core, const ShardRange& range, int offset) {
  const int n = plan_.chips();
  int base = 0;
  if (range.buffer == ShardRange::kPairLanding) base = 2 * n;
  if (range.buffer == ShardRange::kLanding) base = 3 * n;
  return cells_[at(core)][at(base + range.first + offset)];
}

void SymbolicRun::fault(const char* id, const std::string& text) {
  if (faults_.size() < kMostFaults) faults_.push_back({id, text});
}

std::string SymbolicRun::describe(int core, const ShardRange& range) const {
  constexpr const char* kNames[] = {"data shard", "pair landing shard", "landing slot"};
  return fmt::format("{} {} of core {}", kNames[range.buffer], range.first,
                     plan_.cores[at(core)].core);
}

void SymbolicRun::Knowledge::join(const Knowledge& o) {
  for (std::size_t i = 0; i < clocks.size(); ++i) clocks[i] = std::max(clocks[i], o.clocks[i]);
  for (std::size_t i = 0; i < transfers.size(); ++i) transfers[i] |= o.transfers[i];
}

void SymbolicRun::Knowledge::add_transfer(int number) {
  transfers[at(number / kWordBits)] |= std::uint64_t{1}
                                       << static_cast<unsigned>(number % kWordBits);
}

bool SymbolicRun::Knowledge::has_transfer(int number) const {
  return (transfers[at(number / kWordBits)] >> static_cast<unsigned>(number % kWordBits)) & 1U;
}

bool SymbolicRun::is_over(const Access& access, const Knowledge& knows) {
  if (access.transfer >= 0) return knows.has_transfer(access.transfer);
  return access.core < 0 || knows.clocks[at(access.core)] >= access.time;
}

void SymbolicRun::note_read(Cell& cell, const Access& access, const Knowledge& knows, int core,
                            const ShardRange& where) {
  if (!is_over(cell.last_write, knows)) {
    fault("COLL-025",
          fmt::format("{} is read while a write to it may be under way", describe(core, where)));
  }
  cell.reads.push_back(access);
}

void SymbolicRun::note_write(Cell& cell, const Access& access, const Knowledge& knows, int core,
                             const ShardRange& where) {
  bool over = is_over(cell.last_write, knows);
  for (const Access& read : cell.reads) over = over && is_over(read, knows);
  if (!over) {
    fault("COLL-025", fmt::format("{} is written while another access to it may be under way",
                                  describe(core, where)));
  }
  cell.last_write = access;
  cell.reads.clear();
}

// Data moves at once here; that it may move later in a real run is what the ordering is for.
void SymbolicRun::send(int core, const PlanStep& step) {
  const int target = index_of(step.other_core);
  const int number = static_cast<int>(transfers_.size());
  const Knowledge& knows = cores_[at(core)].knows;
  const Access access{-1, number, 0};
  for (int i = 0; i < step.source.shards; ++i) {
    Cell& from = cell(core, step.source, i);
    note_read(from, access, knows, core, step.source);
    Cell& to = cell(target, step.target, i);
    note_write(to, access, knows, target, step.target);
    to.contents = from.contents;
  }
  transfers_.push_back({target, knows});
  cores_[at(core)].own_transfers.push_back(number);
  cores_[at(target)].arrived[step.semaphore] = {number, step.target.shards};
}

bool SymbolicRun::wait(int core, const PlanStep& step) {
  Core& self = cores_[at(core)];
  const auto found = self.arrived.find(step.semaphore);
  if (found == self.arrived.end() || found->second.second < step.target.shards) return false;
  const int number = found->second.first;
  self.knows.join(transfers_[at(number)].at_start);
  self.knows.add_transfer(number);
  found->second.second -= step.target.shards;
  if (found->second.second == 0) self.arrived.erase(found);
  return true;
}

void SymbolicRun::add(int core, const PlanStep& step) {
  const Knowledge& knows = cores_[at(core)].knows;
  const Access access{core, -1, knows.clocks[at(core)]};
  for (int i = 0; i < step.target.shards; ++i) {
    Cell& own = cell(core, step.target, i);
    Cell& received = cell(core, step.source, i);
    note_read(received, access, knows, core, step.source);
    note_write(own, access, knows, core, step.target);
    if (own.contents.name != received.contents.name || own.contents.name < 0) {
      fault("COLL-026", fmt::format("{} is added to another shard, {}", describe(core, step.source),
                                    describe(core, step.target)));
      continue;
    }
    for (std::size_t from = 0; from < own.contents.times.size(); ++from) {
      own.contents.times[from] = static_cast<std::uint8_t>(
          std::min(255, own.contents.times[from] + received.contents.times[from]));
    }
  }
}

// False if the step has to wait.
bool SymbolicRun::execute(int core, const PlanStep& step) {
  Core& self = cores_[at(core)];
  ++self.knows.clocks[at(core)];
  switch (step.kind) {
    case PlanStep::kSend:
      send(core, step);
      return true;
    case PlanStep::kAdd:
      add(core, step);
      return true;
    case PlanStep::kWaitSent:
      for (int number : self.own_transfers) self.knows.add_transfer(number);
      return true;
    case PlanStep::kWait:
      return wait(core, step);
  }
  return true;
}

// Runs a core until it waits; true if it did anything.
bool SymbolicRun::advance(int core) {
  const auto& list = steps_[at(core)];
  bool moved = false;
  while (cores_[at(core)].next_step < list.size() &&
         execute(core, list[cores_[at(core)].next_step])) {
    ++cores_[at(core)].next_step;
    moved = true;
  }
  return moved;
}

// Follows from core to awaited core until one comes again, or has nothing left to do.
void SymbolicRun::report_waits() {
  int core = 0;
  while (cores_[at(core)].next_step == steps_[at(core)].size()) ++core;
  std::string text = "cores wait for ever:";
  std::vector<bool> seen(cores_.size(), false);
  while (!seen[at(core)]) {
    seen[at(core)] = true;
    const auto& list = steps_[at(core)];
    if (cores_[at(core)].next_step == list.size()) {
      text += fmt::format(" core {} has halted.", plan_.cores[at(core)].core);
      break;
    }
    const PlanStep& step = list[cores_[at(core)].next_step];
    text += fmt::format(" core {} at step {} waits on semaphore {} for core {};",
                        plan_.cores[at(core)].core, cores_[at(core)].next_step, step.semaphore,
                        step.other_core);
    core = index_of(step.other_core);
  }
  fault("COLL-024", text);
}

void SymbolicRun::check_result() {
  const std::vector<std::uint8_t> once(plan_.cores.size(), 1);
  for (int core = 0; core < plan_.ranks(); ++core) {
    for (const auto& [semaphore, left] : cores_[at(core)].arrived) {
      fault("COLL-027", fmt::format("semaphore {} of core {} is not zero at the end", semaphore,
                                    plan_.cores[at(core)].core));
    }
    for (int name = 0; name < 2 * plan_.chips(); ++name) {
      const ShardRange where{ShardRange::kData, name, 1};
      Cell& result = cell(core, where, 0);
      if (result.contents.name != name || result.contents.times != once) {
        fault("COLL-026", fmt::format("{} is not the sum of every core once at the end",
                                      describe(core, where)));
      } else if (!is_over(result.last_write, cores_[at(core)].knows)) {
        fault("COLL-025",
              fmt::format("{} may still be written after the end", describe(core, where)));
      }
    }
  }
}

std::vector<PlanFault> SymbolicRun::run() {
  bool moved = true;
  while (moved) {
    moved = false;
    for (int core = 0; core < plan_.ranks(); ++core) moved = advance(core) || moved;
  }
  for (int core = 0; core < plan_.ranks(); ++core) {
    if (cores_[at(core)].next_step == steps_[at(core)].size()) continue;
    report_waits();
    return faults_;
  }
  check_result();
  return faults_;
}

}  // namespace podsim
