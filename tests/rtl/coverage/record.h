// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_COVERAGE_RECORD_H_
#define PODSIM_TESTS_RTL_COVERAGE_RECORD_H_

class VerilatedContext;

namespace podsim::rtl_test {

/// Adds the coverage counters of a model, which must still live, to those of this process. They are
/// written to a file of the folder $PODSIM_RTL_COVERAGE when it ends (none if that is not set).
/// Does nothing unless built with PODSIM_RTL_COVERAGE.
void record_coverage(VerilatedContext& context);

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_COVERAGE_RECORD_H_
