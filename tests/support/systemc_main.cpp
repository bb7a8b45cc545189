// SPDX-License-Identifier: Apache-2.0
// The main program of a test that links SystemC, whose library has its own main() and calls
// sc_main. Each test gets a kernel of its own, so that it may elaborate modules and start it.
#include <gtest/gtest.h>

#include <systemc>

namespace {

class FreshKernel : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    // Never freed: objects of the test before may still refer to it.
    sc_core::sc_curr_simcontext = new sc_core::sc_simcontext;
    sc_core::sc_default_global_context = sc_core::sc_curr_simcontext;
  }
};

}  // namespace

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Tests start the kernel only to end the elaboration.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  testing::UnitTest::GetInstance()->listeners().Append(new FreshKernel);
  return RUN_ALL_TESTS();
}
