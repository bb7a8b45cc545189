// SPDX-License-Identifier: Apache-2.0
// Random traffic over looped links with errors, into RTL and netlist of the router with its link
// layer; any difference ends it.
#include <cstdint>
#include <cstdio>
#include <random>

#include "VIciLinkLockstep.h"

namespace {
constexpr unsigned kVcs = 2;
constexpr unsigned kLanes = 4;
constexpr int kCycles = 40000;

struct Bench {
  VerilatedContext context;
  VIciLinkLockstep top{&context};
  std::mt19937 random{7};
  unsigned credits[kLanes][kVcs] = {{4, 4}, {4, 4}, {4, 4}, {4, 4}};
  unsigned left[kLanes][kVcs] = {};
  unsigned long flits = 0;

  void clock() {
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }

  void write(unsigned address, unsigned value) {
    top.csr_valid_i = top.csr_write_i = 1;
    top.csr_addr_i = address;
    top.csr_wdata_i = value;
    clock();
    top.csr_valid_i = top.csr_write_i = 0;
    clock();
  }

  unsigned read(unsigned address) {
    top.csr_valid_i = 1;
    top.csr_addr_i = address;
    clock();
    top.csr_valid_i = 0;
    clock();
    return top.csr_rdata_o;
  }

  void inject(unsigned lane) {
    const unsigned vc = random() % kVcs;
    if (credits[lane][vc] == 0 || random() % 3 == 0) return;
    const bool head = left[lane][vc] == 0;
    if (head) left[lane][vc] = 1 + random() % 9;
    --credits[lane][vc];
    const bool tail = --left[lane][vc] == 0;
    top.lane_valid_i |= 1U << lane;
    top.lane_head_i |= head << lane;
    top.lane_tail_i |= tail << lane;
    top.lane_vc_i |= vc << lane;
    top.lane_data_i[2 * lane] = head ? random() % 4 | random() % 4 << 16 : random();
    top.lane_data_i[2 * lane + 1] = random();
  }

  void drive(int cycle) {
    top.lane_valid_i = top.lane_head_i = top.lane_tail_i = top.lane_vc_i = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) inject(lane);
    // Good times, errors, losses, and a link that is dead for a while.
    const int phase = cycle / 500 % 4;
    top.spoil_i = phase == 1 && random() % 8 == 0 ? random() % 16 : 0;
    top.lose_i = phase == 2 && random() % 16 == 0 ? random() % 16 : 0;
    if (phase == 3) top.lose_i |= 1U << cycle / 2000 % 4;
    static constexpr std::uint16_t kPages[] = {0x0000, 0x0010, 0x0020, 0x0400, 0x0410,
                                               0x0420, 0x0430, 0x0200, 0x0300, 0x0100};
    top.csr_valid_i = random() % 2;
    top.csr_write_i = 0;
    top.csr_addr_i = kPages[random() % 10] + random() % 16;
    if (random() % 4000 == 0) {
      top.csr_valid_i = top.csr_write_i = 1;
      top.csr_addr_i = 0x0028;
      top.csr_wdata_i = random() % 16;
    }
  }

  void note() {
    for (unsigned bit = 0; bit < kLanes * kVcs; ++bit) {
      credits[bit / kVcs][bit % kVcs] += top.credit_o >> (8 + bit) & 1;
    }
    flits += static_cast<unsigned>(__builtin_popcount(top.flit_valid_o >> 4));
  }

  void start() {
    top.rst_i = 1;
    for (int i = 0; i < 4; ++i) clock();
    top.rst_i = 0;
    for (unsigned port = 0; port < 8; ++port) {
      for (unsigned to = 0; to < 4; ++to) {
        write(0x8000 + port * 0x1000 + to, port < 4 ? 0x18 : 0x08 | to);
      }
    }
    const unsigned settings[] = {40, 3, 20, 90, 1, 30, 200, 255};
    for (unsigned i = 0; i < 8; ++i) write(0x0020 + i, settings[i]);
  }
};
}  // namespace

int main() {
  Bench bench;
  bench.start();
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
  unsigned seen[9] = {};
  for (unsigned link = 0; link < 4; ++link) {
    for (unsigned word = 1; word < 8; ++word) seen[word] += bench.read(0x400 + link * 16 + word);
  }
  std::printf(
      "%d cycles equal, %lu flits out; CRC errors %u, replays %u, trainings %u, downs %u, "
      "dropped %u, poisoned %u, uncertain %u\n",
      kCycles, bench.flits, seen[1], seen[2], seen[3], seen[4], seen[5], seen[6], seen[7]);
  for (unsigned word = 1; word < 8; ++word) {
    if (seen[word] == 0) return 1;  // a part of the layer that was not used was not compared
  }
  return bench.flits > kCycles / 4 ? 0 : 1;
}
