// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_CELL_BENCH_H_
#define PODSIM_TESTS_RTL_CELL_BENCH_H_

#include <verilated.h>

#include "coverage/record.h"

namespace podsim::rtl_test {

/// One Verilated cell with a clock.
template <class Cell>
class CellBench {
 public:
  CellBench() : cell_(&context_) {}
  // Verilator 5.006 erases a model from the context of the one evaluated last.
  ~CellBench() {
    Verilated::threadContextp(&context_);
    record_coverage(context_);
  }
  Cell* operator->() { return &cell_; }
  void settle() {
    cell_.clk_i = 0;
    cell_.eval();
  }
  void edge() {
    settle();
    cell_.clk_i = 1;
    cell_.eval();
  }

 private:
  VerilatedContext context_;
  Cell cell_;
};

template <class Cell>
void reset(CellBench<Cell>& cell) {
  cell->rst_i = 1;
  cell.edge();
  cell->rst_i = 0;
}

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_CELL_BENCH_H_
