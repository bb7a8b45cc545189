// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_CHIP_RUNNER_H_
#define PODSIM_SYSTEMC_POD_CHIP_RUNNER_H_

#include <vector>

#include "systemc/ici/worker_pool.h"
#include "systemc/pod/chip.h"

namespace podsim {

/// Runs all chips for the window of the fabric, on its threads.
///
/// Within a window chips share nothing, so that the order does not matter; observers hear of their
/// events afterwards, chip by chip in order, as if one had run after the other.
class ChipRunner {
 public:
  ChipRunner(std::vector<Chip*> chips, WorkerPool& workers);

  void run_window();
  const std::vector<Chip*>& chips() const { return chips_; }

 private:
  void run_in_order();
  void run_side_by_side();
  int run_block(std::size_t block);

  std::vector<Chip*> chips_;
  WorkerPool& workers_;
  std::size_t blocks_;
  std::vector<int> active_;  ///< by block: chips that had something to do in the last window
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_CHIP_RUNNER_H_
