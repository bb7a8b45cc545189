// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_JUNIT_H_
#define PODSIM_SW_CLI_JUNIT_H_

#include <string>

namespace podsim::cli {

/// The outcome of one run as a test case.
struct JunitCase {
  std::string verb;
  std::string name;
  double seconds = 0;     ///< of the host
  std::string failure;    ///< empty: passed
  bool is_error = false;  ///< the run could not be made, rather than gave a wrong result
};

/// A JUnit XML file with one suite and one case.
std::string junit_xml(const JunitCase& test);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_JUNIT_H_
