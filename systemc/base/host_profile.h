// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_HOST_PROFILE_H_
#define PODSIM_SYSTEMC_BASE_HOST_PROFILE_H_

#include <atomic>
#include <chrono>
#include <cstdint>

namespace podsim {

/// Where the host's time goes, in nanoseconds summed over threads. Measured only on request, since
/// reading the clock costs time itself. No result of a run depends on it.
struct HostProfile {
  std::atomic<std::uint64_t> verilated{0};  ///< in the evaluation of Verilated routers
  std::atomic<std::uint64_t> routers{0};    ///< in Router::run, the evaluation included
  std::atomic<std::uint64_t> links{0};      ///< moving outputs to the neighbours
  std::atomic<std::uint64_t> chips{0};      ///< cores, DMA engines, network interfaces
  std::atomic<std::uint64_t> waves{0};      ///< writing waves
};

/// Adds the time of its own life to a counter; does nothing for a null pointer.
class ScopedHostTime {
 public:
  explicit ScopedHostTime(std::atomic<std::uint64_t>* counter) : counter_(counter) {
    if (counter_ != nullptr) begin_ = std::chrono::steady_clock::now();
  }
  ~ScopedHostTime() {
    if (counter_ == nullptr) return;
    const auto spent = std::chrono::steady_clock::now() - begin_;
    const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
    counter_->fetch_add(static_cast<std::uint64_t>(ns), std::memory_order_relaxed);
  }
  ScopedHostTime(const ScopedHostTime&) = delete;
  ScopedHostTime& operator=(const ScopedHostTime&) = delete;

 private:
  std::atomic<std::uint64_t>* counter_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_HOST_PROFILE_H_
