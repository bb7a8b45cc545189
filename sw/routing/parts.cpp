// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/parts.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace podsim {
namespace {

constexpr int kPartsOfALargePod = 4;
constexpr int kLargePod = 512;  // chips; below, starting threads costs more than it gains

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

int parts_of(int chips) { return chips < kLargePod ? 1 : kPartsOfALargePod; }

std::vector<std::vector<int>> split(const std::vector<int>& live, int parts) {
  std::vector<std::vector<int>> lists(at(parts));
  for (std::size_t i = 0; i < live.size(); ++i) lists[i % at(parts)].push_back(live[i]);
  return lists;
}

void for_each_part(int parts, int threads, const std::function<void(int)>& work) {
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int workers = std::min(parts, threads > 0 ? threads : processors);
  std::vector<std::exception_ptr> errors(at(parts));
  std::atomic<int> next{0};
  const auto run = [&] {
    for (int part = next++; part < parts; part = next++) {
      try {
        work(part);
      } catch (...) {
        errors[at(part)] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < workers; ++i) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace podsim
