// SPDX-License-Identifier: Apache-2.0
// The main program of a test that links SystemC, whose library has its own main() and calls
// sc_main: SystemC counts as started, so tests may elaborate modules.
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
