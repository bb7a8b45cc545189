// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_DATA_FILES_H_
#define PODSIM_SW_CLI_DATA_FILES_H_

#include <string>

namespace podsim::cli {

/// The folder of the digits that come with podsim: beside an installed binary
/// (../share/podsim/mnist), else in the source tree that it was built from.
std::string bundled_digits();

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_DATA_FILES_H_
