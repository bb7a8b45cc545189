// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "sw/cli/application.h"

int main(int argc, char** argv) {
  using podsim::cli::Terminal;
  Terminal terminal(std::cout, std::cerr, podsim::cli::stderr_is_terminal());
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return static_cast<int>(podsim::cli::run_podsim(arguments, terminal));
}

/// SystemC's library asks for it, because its own main() calls it. Ours replaces that one.
int sc_main(int, char**) { return 0; }
