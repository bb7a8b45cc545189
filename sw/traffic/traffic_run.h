// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_TRAFFIC_RUN_H_
#define PODSIM_SW_TRAFFIC_TRAFFIC_RUN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sw/traffic/bare_fabric.h"
#include "sw/traffic/load_point.h"
#include "sw/traffic/traffic_setup.h"
#include "sw/traffic/traffic_sink.h"
#include "sw/traffic/traffic_source.h"

namespace podsim::traffic {

/// Traffic at one load on a fabric of its own.
class TrafficRun {
 public:
  /// `setup` must outlive it.
  TrafficRun(const TrafficSetup& setup, double load);
  ~TrafficRun();

  /// The whole experiment: warm-up, measurement, drain, and then, with the sources silent, until
  /// the network is empty. Throws UserError TRAF-010 (a packet lost or wrong), TRAF-011 (deadlock).
  LoadPoint measure();

  /// Runs at least so many cycles more, traffic on; for benchmarks.
  void advance(Cycle cycles);
  /// Throws UserError TRAF-010 if a packet that has arrived was wrong.
  void require_right() const;
  Fabric& fabric() { return fabric_.fabric(); }

 private:
  template <typename Body>
  void for_each_node(const Body& body);
  bool carries_data() const;
  SourceRules source_rules() const;
  SinkRules sink_rules() const;
  void before_window(Cycle from, Cycle to);
  void after_window();
  void run_until(const std::function<bool(Cycle to)>& done);
  void check_movement(Cycle to);
  std::uint64_t under_way() const;
  std::uint64_t measured_under_way() const;
  void empty();
  LoadPoint point() const;

  const TrafficSetup& setup_;
  double load_;
  BareFabric fabric_;
  std::vector<int> live_;
  DestinationRule destinations_;
  GapDistribution gaps_;
  SourceRules source_rules_;
  SinkRules sink_rules_;
  std::vector<std::unique_ptr<TrafficSource>> sources_;  // by node; null: dead
  std::vector<std::unique_ptr<TrafficSink>> sinks_;
  Cycle moved_at_ = 0;  // something moved, or nothing had to
  bool interrupted_ = false;
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_TRAFFIC_RUN_H_
