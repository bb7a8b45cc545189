// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/symbolic_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "sw/plans/plan_image.h"

namespace podsim::plans {
namespace {

constexpr std::size_t kMostNotes = 8;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

Terms::Id Terms::combine(Id own, Id received) {
  pairs_.push_back({own, received});
  fingerprints_.push_back(fingerprint(own) + fingerprint(received));
  return static_cast<Id>(leaves_ + static_cast<std::int64_t>(pairs_.size()) - 1);
}

std::uint64_t Terms::leaf_fingerprint(std::int64_t leaf) {
  return mix(static_cast<std::uint64_t>(leaf));
}

std::uint64_t Terms::fingerprint(Id id) const {
  return is_leaf(id) ? leaf_fingerprint(id) : fingerprints_[at(id - leaves_)];
}

std::int64_t unit_rows(const Plan& plan) {
  std::int64_t unit = plan.buffer_rows;
  const auto divide = [&unit](std::int64_t rows) { unit = std::gcd(unit, rows); };
  for (const CorePlan& core : plan.cores) {
    for (const Primitive& primitive : core.primitives) {
      const ChunkWalk& walk = primitive.walk;
      divide(primitive.chunk_rows);
      if (walk.inner > 1) divide(walk.inner_step);
      if (walk.middle > 1) divide(walk.middle_step);
      if (walk.outer > 1) divide(walk.outer_step);
      if (walk.wrap_at > 0) divide(walk.wrap_step);
      const bool source = primitive.own && walk.row(0) < plan.source_row + plan.buffer_rows &&
                          walk.row(0) >= plan.source_row;
      divide(walk.first - (source ? plan.source_row : plan.target_row));
      if (primitive.target_shift != 0) {
        divide(walk.first + primitive.target_shift - plan.target_row);
      }
    }
  }
  for (const std::vector<Result>& results : plan.results) {
    for (const Result& result : results) {
      divide(result.target);
      divide(result.source);
    }
  }
  return std::max<std::int64_t>(unit, 1);
}

SymbolicRun::SymbolicRun(const Plan& plan, WriteTime when)
    : plan_(plan),
      when_(when),
      unit_rows_(plans::unit_rows(plan)),
      units_(plan.buffer_rows / unit_rows_),
      terms_(static_cast<int>(plan.cores.size()), units_),
      cores_(plan.cores.size()),
      channels_(plan.connections.size()),
      targets_(plan.cores.size()) {
  place_of_.assign(plan.cores.empty() ? 0 : at(plan.cores.back().core) + 1, -1);
  for (std::size_t i = 0; i < plan.cores.size(); ++i) {
    place_of_[at(plan.cores[i].core)] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    channels_[i].credits = plan.connections[i].window;
  }
  for (std::size_t i = 0; i < cores_.size(); ++i) {
    targets_[i].assign(at(units_), Terms::kNothing);
    cores_[i].progress.resize(plan.cores[i].primitives.size());
  }
}

std::int64_t SymbolicRun::unit_of(std::int64_t row) const { return row / unit_rows_; }

Terms::Id SymbolicRun::target(int place, std::int64_t row) const {
  return targets_[at(place)][at(unit_of(row))];
}

std::vector<Terms::Id> SymbolicRun::read(int place, std::int64_t row, int rows) {
  std::vector<Terms::Id> chunk(at(rows / unit_rows_));
  const std::int64_t source = row - plan_.source_row;
  if (source >= 0 && source < plan_.buffer_rows) {
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      chunk[i] = terms_.leaf(place, unit_of(source) + static_cast<std::int64_t>(i));
    }
    return chunk;
  }
  const std::int64_t first = unit_of(row - plan_.target_row);
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    chunk[i] = targets_[at(place)][at(first) + i];
    if (chunk[i] != Terms::kNothing || undefined_.size() >= kMostNotes) continue;
    undefined_.push_back(fmt::format(
        "core {} reads row {} of its target buffer before it is written",
        plan_.cores[at(place)].core, (first + static_cast<std::int64_t>(i)) * unit_rows_));
    return chunk;
  }
  return chunk;
}

void SymbolicRun::write(int place, std::int64_t row, const std::vector<Terms::Id>& chunk) {
  const std::int64_t first = unit_of(row - plan_.target_row);
  std::copy(chunk.begin(), chunk.end(), targets_[at(place)].begin() + first);
}

bool SymbolicRun::run() {
  for (int place = 0; place < static_cast<int>(cores_.size()); ++place) {
    open_phase(place);
    runnable_.push_back(place);
  }
  while (!runnable_.empty()) {
    // Early and late runs also take the cores in opposite orders.
    const bool first = when_ == WriteTime::kEarly;
    const int place = first ? runnable_.front() : runnable_.back();
    first ? runnable_.pop_front() : runnable_.pop_back();
    advance(place);
  }
  return std::all_of(cores_.begin(), cores_.end(), [](const Core& core) { return core.done; });
}

void SymbolicRun::open_phase(int place) {
  Core& core = cores_[at(place)];
  ++core.phase;
  core.done = core.phase == static_cast<int>(plan_.phases.size());
  const std::vector<Primitive>& primitives = plan_.cores[at(place)].primitives;
  for (int i = 0; i < static_cast<int>(primitives.size()); ++i) {
    const Primitive& primitive = primitives[at(i)];
    if (primitive.phase != core.phase || primitive.when.firings() == 0) continue;
    core.due.push_back({primitive.when.start, i});
  }
  std::make_heap(core.due.begin(), core.due.end(), std::greater<>());
}

void SymbolicRun::close_phase(int place) {
  Core& core = cores_[at(place)];
  for (const auto& [row, chunk] : core.stores) write(place, row, chunk);
  core.stores.clear();
}

void SymbolicRun::advance(int place) {
  Core& core = cores_[at(place)];
  core.blocked_on = -1;
  while (!core.done) {
    if (core.due.empty()) {
      // The end of a phase takes all credits back.
      for (std::size_t i = 0; i < core.progress.size(); ++i) {
        const Primitive& primitive = plan_.cores[at(place)].primitives[i];
        if (primitive.phase != core.phase) continue;
        for (int c : primitive.send) {
          if (channels_[at(c)].credits == plan_.connections[at(c)].window) continue;
          core.blocked_on = c;
          core.blocked_on_credit = true;
          return;
        }
      }
      close_phase(place);
      open_phase(place);
      continue;
    }
    const Firing firing = core.due.front();
    if (!fire(place, firing)) return;
    std::pop_heap(core.due.begin(), core.due.end(), std::greater<>());
    core.due.pop_back();
    const Timetable& when = plan_.cores[at(place)].primitives[at(firing.primitive)].when;
    const std::int64_t fired = ++core.progress[at(firing.primitive)].fired;
    if (fired == when.firings()) continue;
    core.due.push_back({when.slot(fired), firing.primitive});
    std::push_heap(core.due.begin(), core.due.end(), std::greater<>());
  }
}

bool SymbolicRun::fire(int place, const Firing& firing) {
  Core& core = cores_[at(place)];
  const Primitive& primitive = plan_.cores[at(place)].primitives[at(firing.primitive)];
  Progress& progress = core.progress[at(firing.primitive)];
  const std::int64_t row = primitive.walk.row(progress.fired);
  if (core.step == 0) {
    if (primitive.own) {
      const int ahead = primitive.reduces() ? kPrefetch : 0;
      fetch(place, firing.primitive, progress.fired + ahead);
      core.chunk = progress.own.front();
    }
  }
  if (!receive(place, primitive, core)) return false;
  if (!primitive.own) core.chunk = read(place, row, primitive.chunk_rows);
  if (!send(place, primitive, core, row)) return false;
  if (primitive.own) progress.own.pop_front();
  if (primitive.store) {
    if (when_ == WriteTime::kEarly) {
      write(place, row + primitive.target_shift, core.chunk);
    } else {
      core.stores.emplace_back(row + primitive.target_shift, core.chunk);
    }
  }
  core.step = 0;
  return true;
}

void SymbolicRun::fetch(int place, int number, std::int64_t up_to) {
  const Primitive& primitive = plan_.cores[at(place)].primitives[at(number)];
  Progress& progress = cores_[at(place)].progress[at(number)];
  while (progress.fetched <= up_to && progress.fetched < primitive.when.firings()) {
    progress.own.push_back(
        read(place, primitive.walk.row(progress.fetched++), primitive.chunk_rows));
  }
}

bool SymbolicRun::receive(int place, const Primitive& primitive, Core& core) {
  while (core.step < static_cast<int>(primitive.receive.size())) {
    const int number = primitive.receive[at(core.step)];
    Channel& channel = channels_[at(number)];
    if (channel.chunks.empty()) {
      core.blocked_on = number;
      core.blocked_on_credit = false;
      return false;
    }
    const std::vector<Terms::Id> chunk = std::move(channel.chunks.front());
    channel.chunks.pop_front();
    if (plan_.connections[at(number)].landing == Landing::kPlaced) {
      if (when_ == WriteTime::kLate) write(place, channel.rows.front(), chunk);
      channel.rows.pop_front();
    } else {
      for (std::size_t i = 0; i < chunk.size() && i < core.chunk.size(); ++i) {
        const bool defined = core.chunk[i] != Terms::kNothing && chunk[i] != Terms::kNothing;
        core.chunk[i] = defined ? terms_.combine(core.chunk[i], chunk[i]) : Terms::kNothing;
      }
    }
    ++channel.credits;
    wake(plan_.connections[at(number)].from);
    ++core.step;
  }
  return true;
}

bool SymbolicRun::send(int place, const Primitive& primitive, Core& core, std::int64_t row) {
  (void)place;
  const int receives = static_cast<int>(primitive.receive.size());
  while (core.step < receives + static_cast<int>(primitive.send.size())) {
    const int number = primitive.send[at(core.step - receives)];
    const Connection& connection = plan_.connections[at(number)];
    Channel& channel = channels_[at(number)];
    if (channel.credits == 0) {
      core.blocked_on = number;
      core.blocked_on_credit = true;
      return false;
    }
    --channel.credits;
    channel.chunks.push_back(core.chunk);
    if (connection.landing == Landing::kPlaced) {
      const std::int64_t target = row + primitive.target_shift;
      channel.rows.push_back(target);
      if (when_ == WriteTime::kEarly) write(place_of_[at(connection.to)], target, core.chunk);
    }
    wake(connection.to);
    ++core.step;
  }
  return true;
}

void SymbolicRun::wake(int core_id) {
  const int place = place_of_[at(core_id)];
  Core& core = cores_[at(place)];
  if (core.blocked_on < 0) return;
  core.blocked_on = -1;
  runnable_.push_back(place);
}

std::vector<std::string> SymbolicRun::waits() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < cores_.size() && lines.size() < kMostNotes; ++i) {
    const Core& core = cores_[i];
    if (core.done || core.blocked_on < 0) continue;
    const Connection& connection = plan_.connections[at(core.blocked_on)];
    const int other = core.blocked_on_credit ? connection.to : connection.from;
    const int slot = core.due.empty() ? -1 : core.due.front().slot;
    lines.push_back(fmt::format("core {} ({}, {}) waits for {} core {}", plan_.cores[i].core,
                                plan_.phases[at(core.phase)],
                                slot < 0 ? "end" : fmt::format("slot {}", slot),
                                core.blocked_on_credit ? "a credit of" : "a chunk from", other));
  }
  return lines;
}

}  // namespace podsim::plans
