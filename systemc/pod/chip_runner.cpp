// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/chip_runner.h"

#include <numeric>
#include <utility>

namespace podsim {
namespace {

constexpr std::size_t kBlocksAThread = 4;  // so that threads can help each other
constexpr int kLeastChipsAThread = 4;      // active ones

}  // namespace

ChipRunner::ChipRunner(std::vector<Chip*> chips, WorkerPool& workers)
    : chips_(std::move(chips)),
      workers_(workers),
      blocks_(workers.threads() == 1
                  ? 1
                  : static_cast<std::size_t>(workers.threads()) * kBlocksAThread),
      active_(blocks_) {}

void ChipRunner::run_window() {
  const int active = std::accumulate(active_.begin(), active_.end(), 0);
  // Few active chips are not worth the threads. The result is the same.
  if (blocks_ == 1 || active < workers_.threads() * kLeastChipsAThread) {
    run_in_order();
  } else {
    run_side_by_side();
  }
}

void ChipRunner::run_in_order() {
  for (std::size_t b = 0; b < blocks_; ++b) active_[b] = run_block(b);
}

void ChipRunner::run_side_by_side() {
  for (Chip* chip : chips_) chip->hold_events();
  workers_.for_each(static_cast<int>(blocks_), [this](int block) {
    const auto b = static_cast<std::size_t>(block);
    active_[b] = run_block(b);
  });
  for (Chip* chip : chips_) chip->release_events();
}

/// The number of its chips that had something to do.
int ChipRunner::run_block(std::size_t block) {
  const std::size_t from = chips_.size() * block / blocks_;
  const std::size_t to = chips_.size() * (block + 1) / blocks_;
  int active = 0;
  for (std::size_t c = from; c < to; ++c) active += chips_[c]->run_window() ? 1 : 0;
  return active;
}

}  // namespace podsim
