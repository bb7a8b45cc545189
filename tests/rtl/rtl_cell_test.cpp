// SPDX-License-Identifier: Apache-2.0
// The cells of the router on their own.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <random>

#include "VIciCredits.h"
#include "VIciFlitRam.h"
#include "VIciSwitchAlloc.h"
#include "VIciVcAlloc.h"
#include "cell_bench.h"

namespace {

using podsim::rtl_test::CellBench;

// Catches: VC bit left out of the address, read and write pointer mixed up.
TEST(FlitRam, KeepsEveryFlitOfEveryVcApart) {
  CellBench<VIciFlitRam> ram;  // 4 VCs of 8 flits
  ram->write_i = 1;
  for (unsigned vc = 0; vc < 4; ++vc) {
    for (unsigned i = 0; i < 8; ++i) {
      ram->write_vc_i = vc;
      ram->write_ptr_i = i << (3 * vc);
      ram->data_i = 1000 + vc * 100 + i;
      ram.edge();
    }
  }
  ram->write_i = 0;
  ram->read_i = 1;
  for (unsigned address = 0; address < 32; ++address) {
    ram->read_addr_i = address;
    ram.edge();
    EXPECT_EQ(ram->data_o, 1000 + address / 8 * 100 + address % 8);
  }
}

// Catches: an output register that changes while nothing is read.
TEST(FlitRam, HoldsItsOutputWhileNotRead) {
  CellBench<VIciFlitRam> ram;
  ram->write_i = 1;
  ram->data_i = 5;
  ram.edge();
  ram->read_i = 1;
  ram.edge();
  ram->read_i = 0;
  ram->data_i = 6;
  ram.edge();
  ram.edge();
  EXPECT_EQ(ram->data_o, 5U);
}

// Catches: wrong reset value, off by one at empty, a credit lost when one is used and one comes
// back in the same cycle, lanes that wait for credits.
TEST(Credits, CountEveryUseAndReturn) {
  CellBench<VIciCredits> credits;  // 4 links of 2 VCs, 5 credits each; 4 bits a counter
  reset(credits);
  std::array<int, 8> want;
  want.fill(5);
  std::mt19937 random(3);
  for (int cycle = 0; cycle < 5000; ++cycle) {
    credits->use_i = credits->return_i = 0;
    for (unsigned i = 0; i < 8; ++i) {
      const bool use = want[i] > 0 && random() % 2 != 0;
      const bool back = want[i] - use < 5 && random() % 2 != 0;
      credits->use_i |= use << i;
      credits->return_i |= back << i;
      want[i] += back - use;
    }
    credits.edge();
    for (unsigned i = 0; i < 8; ++i) ASSERT_EQ(credits->ok_o >> i & 1, want[i] > 0) << cycle;
    ASSERT_EQ(credits->ok_o >> 8, 0xffU) << "lanes always may send";
  }
}

// Catches: fixed priority, a pointer that moves without a grant, two owners of one VC.
TEST(VcAlloc, ServesEveryWaitingVcInTurn) {
  CellBench<VIciVcAlloc> alloc;  // 16 VCs
  reset(alloc);
  // All 16 input VCs wait for output VC 5; it is freed every third cycle.
  for (unsigned i = 0; i < 16; ++i) {
    alloc->ovc_i |= std::uint64_t{5} << (4 * i);
  }
  alloc->request_i = 0xffff;
  std::array<int, 16> wins{};
  unsigned last = 15;
  for (int cycle = 0; cycle < 16 * 3 * 10; ++cycle) {
    const bool free = cycle % 3 == 0;
    alloc->freed_i = free && cycle > 0 ? 1U << 5 : 0;
    alloc.settle();
    if (!free) {
      ASSERT_EQ(alloc->grant_o, 0) << "granted a VC that has an owner";
    } else {
      ASSERT_EQ(__builtin_popcount(alloc->grant_o), 1);
      const unsigned winner = __builtin_ctz(alloc->grant_o);
      ASSERT_EQ(winner, (last + 1) % 16) << "not round robin";
      ++wins[winner];
      last = winner;
    }
    alloc.edge();
  }
  for (const int n : wins) EXPECT_EQ(n, 10);
}

// Catches: arbiters of different outputs that share state or block each other.
TEST(VcAlloc, GrantsDifferentOutputsInOneCycle) {
  CellBench<VIciVcAlloc> alloc;
  reset(alloc);
  alloc->ovc_i = 0xfedcba9876543210ULL;
  alloc->request_i = 0xffff;
  alloc.settle();
  EXPECT_EQ(alloc->grant_o, 0xffff);
  alloc.edge();
  alloc.settle();
  EXPECT_EQ(alloc->grant_o, 0) << "all output VCs have owners now";
}

// Catches: an input served twice while another waits; the bound of 8 grants broken.
TEST(SwitchAlloc, InputWaitsAtMostSevenGrants) {
  CellBench<VIciSwitchAlloc> alloc;
  reset(alloc);
  std::mt19937 random(5);
  std::array<unsigned, 8> target{};
  std::array<int, 8> waited{};
  std::uint32_t valid = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    for (unsigned i = 0; i < 8; ++i) {
      if ((valid >> i & 1) != 0 || random() % 4 == 0) continue;  // a request stays until granted
      valid |= 1U << i;
      target[i] = random() % 3 == 0 ? random() % 16 : 2 + random() % 2;  // port 1 is contended
      waited[i] = 0;
    }
    alloc->valid_i = valid;
    alloc->ovc_i = 0;
    for (unsigned i = 0; i < 8; ++i) alloc->ovc_i |= target[i] << (4 * i);
    alloc.settle();
    std::uint32_t outputs = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((alloc->grant_o >> i & 1) == 0) continue;
      ASSERT_EQ(outputs >> (target[i] / 2) & 1, 0U) << "two inputs for one output";
      outputs |= 1U << (target[i] / 2);
    }
    for (unsigned i = 0; i < 8; ++i) {
      if ((valid >> i & 1) == 0) continue;
      ASSERT_EQ(outputs >> (target[i] / 2) & 1, 1U) << "an output idles though it is asked";
      if ((alloc->grant_o >> i & 1) != 0) {
        valid &= ~(1U << i);
      } else {
        ASSERT_LE(++waited[i], 7) << "input " << i;
      }
    }
    const std::uint32_t granted = alloc->grant_o;
    alloc.edge();
    ASSERT_EQ(alloc->out_valid_o, outputs);
    for (unsigned i = 0; i < 8; ++i) {
      if ((granted >> i & 1) == 0) continue;
      ASSERT_EQ(alloc->out_select_o >> (3 * (target[i] / 2)) & 7, i);
      ASSERT_EQ(alloc->out_vc_o >> (target[i] / 2) & 1, target[i] % 2);
    }
  }
}

}  // namespace
