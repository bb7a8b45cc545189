// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_PARTS_H_
#define PODSIM_SW_ROUTING_PARTS_H_

#include <functional>
#include <vector>

namespace podsim {

/// Destinations are computed and proved in parts, each on a thread of its own. How many there are
/// depends on the pod only, so results do not depend on the threads.
int parts_of(int chips);

/// The live chips of each part: every n-th.
std::vector<std::vector<int>> split(const std::vector<int>& live, int parts);

/// Calls `work(part)` for each part, on up to `threads` threads (0: one a processor). If calls
/// throw, the exception of the lowest part is thrown on.
void for_each_part(int parts, int threads, const std::function<void(int)>& work);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_PARTS_H_
