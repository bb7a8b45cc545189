// SPDX-License-Identifier: Apache-2.0
#include "sw/report/link_utilisation.h"

#include "systemc/pod/pod.h"

namespace podsim {

LinkUtilisation::LinkUtilisation(int chips, const std::vector<LinkLoad>& loads, Cycle cycles)
    : load_(static_cast<std::size_t>(chips)) {
  if (cycles == 0 || loads.empty()) return;
  double sum = 0;
  for (const LinkLoad& link : loads) {
    const double load = static_cast<double>(link.flits) / static_cast<double>(cycles);
    load_[static_cast<std::size_t>(link.chip)][static_cast<std::size_t>(link.port)] = load;
    sum += load;
    if (load > peak_.load) peak_ = {link.chip, link.port, load};
  }
  mean_ = sum / static_cast<double>(loads.size());
}

double LinkUtilisation::of(int chip, int port) const {
  return load_[static_cast<std::size_t>(chip)][static_cast<std::size_t>(port)];
}

std::string link_name(const Topology& topology, int chip, int port) {
  return to_string(topology.coordinate(chip)) + " " + port_name(port);
}

}  // namespace podsim
