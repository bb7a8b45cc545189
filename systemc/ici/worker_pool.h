// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_WORKER_POOL_H_
#define PODSIM_SYSTEMC_ICI_WORKER_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace podsim {

/// Host threads that share out loops whose iterations touch nothing in common.
class WorkerPool {
 public:
  /// `threads` in total, the caller's included; 0: one a processor.
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls body(0) ... body(count - 1), in any order on any thread, and returns when all are done.
  /// Each thread begins with a share of its own, the same in every loop of that count, so that what
  /// an index works on stays in that processor's cache; then it helps the others. The first
  /// exception of an iteration is thrown again here.
  void for_each(int count, const std::function<void(int)>& body);

 private:
  /// Indices that one thread begins with; `next` is the first that nobody has taken.
  struct alignas(64) Share {
    std::atomic<int> next{0};
    int end = 0;
  };

  void work(int thread);
  void drain(int thread);
  void wait_for_next_loop(std::uint64_t seen);

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  const std::function<void(int)>* body_ = nullptr;
  std::vector<Share> shares_;  // by thread
  std::atomic<int> busy_{0};
  std::atomic<std::uint64_t> loop_{0};
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_WORKER_POOL_H_
