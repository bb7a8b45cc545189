// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/worker_pool.h"

#include <algorithm>
#include <utility>

namespace podsim {
namespace {

/// Loops follow each other within microseconds: a worker spins this often before it sleeps.
constexpr int kSpins = 2000;

int resolve(int threads) {
  if (threads > 0) return threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

WorkerPool::WorkerPool(int threads) : shares_(static_cast<std::size_t>(resolve(threads))) {
  for (int i = 1; i < resolve(threads); ++i) workers_.emplace_back([this, i] { work(i); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::for_each(int count, const std::function<void(int)>& body) {
  if (workers_.empty() || count < 2) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    body_ = &body;
    for (int i = 0; i < threads(); ++i) {
      shares_[static_cast<std::size_t>(i)].next = count * i / threads();
      shares_[static_cast<std::size_t>(i)].end = count * (i + 1) / threads();
    }
    busy_ = static_cast<int>(workers_.size());
    ++loop_;
  }
  wake_.notify_all();
  drain(0);
  for (int spin = 0; busy_ != 0; ++spin) {
    if (spin < kSpins) {
      pause_briefly();
    } else {
      std::this_thread::yield();
    }
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::drain(int thread) {
  for (int i = 0; i < threads(); ++i) {
    Share& share = shares_[static_cast<std::size_t>((thread + i) % threads())];
    for (int next = share.next++; next < share.end; next = share.next++) {
      try {
        (*body_)(next);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
    }
  }
}

void WorkerPool::wait_for_next_loop(std::uint64_t seen) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (loop_ != seen || stop_) return;
    pause_briefly();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  wake_.wait(lock, [&] { return loop_ != seen || stop_; });
}

void WorkerPool::work(int thread) {
  for (std::uint64_t seen = 0;;) {
    wait_for_next_loop(seen);
    if (stop_) return;
    seen = loop_;
    drain(thread);
    --busy_;
  }
}

}  // namespace podsim
