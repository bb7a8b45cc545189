// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/huge_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace podsim {
namespace {

constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20;
constexpr int kCollapse = 25;  // MADV_COLLAPSE, which headers older than Linux 6.1 lack

}  // namespace

bool move_heap_to_huge_pages() {
  std::ifstream maps("/proc/self/maps");
  bool moved = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("[heap]") == std::string::npos) continue;
    std::uintptr_t from = 0;
    std::uintptr_t to = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx", &from, &to) != 2) continue;
    // Page by page: one that cannot be moved must not keep the others from it.
    for (from = (from + kHugePage - 1) & ~(kHugePage - 1); from + kHugePage <= to;
         from += kHugePage) {
      moved |= madvise(reinterpret_cast<void*>(from), kHugePage, kCollapse) == 0;
    }
  }
  return moved;
}

}  // namespace podsim
