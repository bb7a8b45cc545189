// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_REACH_H_
#define PODSIM_SW_ROUTING_REACH_H_

#include <vector>

namespace podsim {

/// Which destinations the router of a chip has room for in its tables.
class Reach {
 public:
  virtual ~Reach() = default;
  /// Whether packets for `destination` may start at `chip` or pass it.
  virtual bool serves(int chip, int destination) const = 0;
};

/// `serves` of all chips for a destination; empty without a reach: all of them.
std::vector<bool> chips_that_serve(const Reach* reach, int chips, int destination);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_REACH_H_
