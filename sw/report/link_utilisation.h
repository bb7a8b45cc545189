// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_LINK_UTILISATION_H_
#define PODSIM_SW_REPORT_LINK_UTILISATION_H_

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/base/time.h"
#include "systemc/pod/topology.h"

namespace podsim {

struct LinkLoad;

/// The interval over which links were counted, and what a flit is.
struct LinkMeasure {
  Cycle cycles = 0;  ///< ICI cycles
  std::uint64_t ici_hertz = 1'281'250'000;
  int flit_bytes = 64;

  /// Capacity of a link in one direction, one flit a cycle, in bytes per second.
  double capacity() const { return static_cast<double>(ici_hertz) * flit_bytes; }
};

/// Loads of all links in flits per cycle, which is the share of their capacity.
class LinkUtilisation {
 public:
  LinkUtilisation(int chips, const std::vector<LinkLoad>& loads, Cycle cycles);

  /// Of the output `port` (0 to 3) of `chip`: 0 to 1.
  double of(int chip, int port) const;

  /// The most loaded link, the first of equals; `chip` is -1 if no link carried anything.
  struct Peak {
    int chip = -1;
    int port = 0;
    double load = 0;
  };
  const Peak& peak() const { return peak_; }
  /// Mean over the links in `loads`, idle ones included.
  double mean() const { return mean_; }

 private:
  std::vector<std::array<double, kLinkPorts>> load_;
  Peak peak_;
  double mean_ = 0;
};

/// "(2,1) E"
std::string link_name(const Topology& topology, int chip, int port);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_LINK_UTILISATION_H_
