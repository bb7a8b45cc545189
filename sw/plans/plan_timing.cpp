// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/plan_timing.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/machine.h"
#include "sw/plans/link_paths.h"

namespace podsim::plans {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// A firing that is to come.
struct Firing {
  int slot;
  int primitive;
  bool operator>(const Firing& o) const {
    return slot != o.slot ? slot > o.slot : primitive > o.primitive;
  }
};

class TimedRun {
 public:
  TimedRun(const Plan& plan, const Topology& topology, const TimingModel& model)
      : plan_(plan),
        model_(model),
        cores_(plan.cores.size()),
        channels_(plan.connections.size()),
        lanes_(plan.cores.size() * kLocalLanes),
        links_(at(topology.chips()) * kLinkPorts),
        place_of_(at(topology.chips() * kCoresOfAChip), -1) {
    LinkPaths paths(topology);
    for (std::size_t i = 0; i < plan.cores.size(); ++i) {
      place_of_[at(plan.cores[i].core)] = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const Connection& connection = plan.connections[i];
      channels_[i].credits.assign(at(connection.window), 0.0);
      channels_[i].path =
          paths.path(connection.from / kCoresOfAChip, connection.to / kCoresOfAChip);
    }
    time_.link_bytes.assign(links_.size(), 0);
    for (const std::string& name : plan.phases) time_.phases.push_back({name, 1e30, 0});
  }

  PlanTime run() {
    for (int place = 0; place < static_cast<int>(cores_.size()); ++place) {
      open_phase(place);
      schedule(place);
    }
    while (!ready_.empty()) {
      const int place = ready_.top().second;
      ready_.pop();
      cores_[at(place)].scheduled = false;
      advance(place);
    }
    for (const Core& core : cores_) {
      if (!core.done) throw InternalError("a plan that hangs was estimated");
      time_.seconds = std::max(time_.seconds, core.now);
    }
    return std::move(time_);
  }

 private:
  struct Channel {
    std::deque<double> arrivals;  ///< of chunks not yet received
    std::deque<double> credits;   ///< when each may be used
    std::vector<int> path;
  };
  struct Core {
    double now = 0;
    double busy_until = 0;  ///< the last thing that it sent has been read
    int phase = -1;
    std::vector<Firing> due;
    std::vector<std::int64_t> fired;
    int step = 0;
    bool scheduled = false;
    bool done = false;
  };

  void open_phase(int place) {
    Core& core = cores_[at(place)];
    const std::vector<Primitive>& primitives = plan_.cores[at(place)].primitives;
    core.fired.resize(primitives.size());
    if (core.phase >= 0) {
      PhaseTime& phase = time_.phases[at(core.phase)];
      phase.end = std::max(phase.end, core.now);
    }
    ++core.phase;
    core.done = core.phase == static_cast<int>(plan_.phases.size());
    if (core.done) return;
    PhaseTime& phase = time_.phases[at(core.phase)];
    phase.begin = std::min(phase.begin, core.now);
    for (int i = 0; i < static_cast<int>(primitives.size()); ++i) {
      if (primitives[at(i)].phase == core.phase) {
        core.due.push_back({primitives[at(i)].when.start, i});
      }
    }
    std::make_heap(core.due.begin(), core.due.end(), std::greater<>());
  }

  void schedule(int place) {
    Core& core = cores_[at(place)];
    if (core.scheduled || core.done) return;
    core.scheduled = true;
    ready_.push({core.now, place});
  }

  /// One firing, so that cores take turns in the order of time.
  void advance(int place) {
    Core& core = cores_[at(place)];
    while (!core.done && core.due.empty()) open_phase(place);
    if (core.done) return;
    const Firing firing = core.due.front();
    if (!fire(place, plan_.cores[at(place)].primitives[at(firing.primitive)])) return;
    std::pop_heap(core.due.begin(), core.due.end(), std::greater<>());
    core.due.pop_back();
    const Timetable& when = plan_.cores[at(place)].primitives[at(firing.primitive)].when;
    const std::int64_t fired = ++core.fired[at(firing.primitive)];
    if (fired < when.firings()) {
      core.due.push_back({when.slot(fired), firing.primitive});
      std::push_heap(core.due.begin(), core.due.end(), std::greater<>());
    }
    schedule(place);
  }

  bool fire(int place, const Primitive& primitive) {
    Core& core = cores_[at(place)];
    const auto receives = static_cast<int>(primitive.receive.size());
    const auto parts = receives + static_cast<int>(primitive.send.size());
    while (core.step < receives) {
      Channel& channel = channels_[at(primitive.receive[at(core.step)])];
      if (channel.arrivals.empty()) return false;
      core.now = std::max(core.now, channel.arrivals.front());
      channel.arrivals.pop_front();
      if (primitive.own) core.now += primitive.chunk_rows * model_.row_seconds;
      channel.credits.push_back(core.now + model_.credit_seconds);
      schedule(place_of_[at(plan_.connections[at(primitive.receive[at(core.step)])].from)]);
      ++core.step;
    }
    if (core.step == receives) core.now += model_.fire_seconds;
    while (core.step < parts) {
      const int number = primitive.send[at(core.step - receives)];
      if (channels_[at(number)].credits.empty()) return false;
      send(core, number, primitive.chunk_rows);
      ++core.step;
    }
    core.step = 0;
    return true;
  }

  void send(Core& core, int number, int rows) {
    const Connection& connection = plan_.connections[at(number)];
    Channel& channel = channels_[at(number)];
    core.now = std::max(core.now, channel.credits.front());
    channel.credits.pop_front();
    const double bytes = static_cast<double>(rows) * isa::kRowBytes;
    const double lane_time = bytes / model_.lane_bytes_per_second;
    double& lane = lanes_[at(place_of_[at(connection.from)] * kLocalLanes + connection.lane)];
    double start = std::max(core.now, lane);
    double duration = lane_time;
    for (int link : channel.path) {
      start = std::max(start, links_[at(link)]);
      duration = std::max(duration, bytes / model_.link_bytes_per_second);
    }
    lane = start + lane_time;
    for (int link : channel.path) {
      links_[at(link)] = start + bytes / model_.link_bytes_per_second;
      time_.link_bytes[at(link)] += bytes;
    }
    const double hops = std::max(0.0, static_cast<double>(channel.path.size()) - 1);
    channel.arrivals.push_back(start + duration + model_.send_seconds + hops * model_.hop_seconds);
    schedule(place_of_[at(connection.to)]);
  }

  const Plan& plan_;
  const TimingModel& model_;
  std::vector<Core> cores_;
  std::vector<Channel> channels_;
  std::vector<double> lanes_;
  std::vector<double> links_;  ///< when each is free
  std::vector<int> place_of_;
  std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>>
      ready_;
  PlanTime time_;
};

}  // namespace

PlanTime estimate(const Plan& plan, const Topology& topology, const TimingModel& model) {
  return TimedRun(plan, topology, model).run();
}

}  // namespace podsim::plans
