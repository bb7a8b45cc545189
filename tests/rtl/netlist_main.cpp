// SPDX-License-Identifier: Apache-2.0
// Random traffic, errors and CSR accesses into RTL and netlist; any difference ends it.
#include <cstdint>
#include <cstdio>
#include <random>

#include "VIciLockstep.h"

namespace {
constexpr unsigned kVcs = 2;
constexpr int kCycles = 60000;

struct Bench {
  VerilatedContext context;
  VIciLockstep top{&context};
  std::mt19937 random{7};
  unsigned credits[8][kVcs] = {};
  unsigned owed[8][kVcs] = {};
  unsigned left[8][kVcs] = {};
  unsigned long flits = 0;

  void clock() {
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }

  void inject(unsigned p) {
    const unsigned v = random() % kVcs;
    if (credits[p][v] == 0 || random() % 4 == 0) return;
    const bool head = left[p][v] == 0;
    if (head) left[p][v] = 1 + random() % 9;
    --credits[p][v];
    const bool tail = --left[p][v] == 0;
    top.flit_valid_i |= 1U << p;
    top.flit_head_i |= head << p;
    top.flit_tail_i |= tail << p;
    top.flit_poison_i |= (tail && random() % 8 == 0) << p;
    top.flit_vc_i |= v << p;
    // Destinations past the table and entries that are not valid are part of the traffic.
    const std::uint32_t low = head ? (random() % 18) | (random() % 4) << 16 : random();
    top.flit_data_i[2 * p] = low;
    top.flit_data_i[2 * p + 1] = random();
  }

  void drive(int cycle) {
    top.flit_valid_i = top.flit_head_i = top.flit_tail_i = top.flit_poison_i = top.flit_vc_i = 0;
    top.credit_i = 0;
    for (unsigned p = 0; p < 8; ++p) inject(p);
    for (unsigned p = 0; p < 4; ++p) {
      for (unsigned v = 0; v < kVcs; ++v) {
        if (owed[p][v] == 0 || random() % 3 == 0) continue;
        --owed[p][v];
        top.credit_i |= 1U << (p * kVcs + v);
      }
    }
    static constexpr std::uint16_t kPages[] = {0x0000, 0x0010, 0x0100, 0x0180, 0x0200,
                                               0x02c0, 0x0300, 0x8000, 0xb000, 0x0000};
    top.csr_valid_i = random() % 2;
    top.csr_write_i = random() % 64 == 0 && cycle > 100;
    top.csr_addr_i = kPages[random() % 10] + random() % 64;
    top.csr_wdata_i = random();
  }

  void note() {
    for (unsigned b = 0; b < 8 * kVcs; ++b) credits[b / kVcs][b % kVcs] += top.credit_o >> b & 1;
    for (unsigned p = 0; p < 8; ++p) {
      if ((top.flit_valid_o >> p & 1) == 0) continue;
      ++flits;
      if (p < 4) ++owed[p][top.flit_vc_o >> p & 1];
    }
  }
};
}  // namespace

int main() {
  Bench bench;
  bench.top.rst_i = 1;
  for (int i = 0; i < 4; ++i) bench.clock();
  bench.top.rst_i = 0;
  for (unsigned p = 0; p < 8; ++p) {
    for (unsigned e = 0; e < 16; ++e) {
      bench.top.csr_valid_i = bench.top.csr_write_i = 1;
      bench.top.csr_addr_i = 0x8000 + p * 0x1000 + e;
      bench.top.csr_wdata_i = bench.random() | (e < 14 ? 8 : 0);
      bench.clock();
    }
    for (auto& credit : bench.credits[p]) credit = p < 4 ? 8 : 4;
  }
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    bench.drive(cycle);
    bench.clock();
    if (bench.top.differ_o != 0) {
      std::printf("cycle %d: RTL and netlist differ, outputs %x\n", cycle,
                  static_cast<unsigned>(bench.top.differ_o));
      return 1;
    }
    bench.note();
  }
  std::printf("%d cycles equal, %lu flits out\n", kCycles, bench.flits);
  return bench.flits > kCycles ? 0 : 1;
}
