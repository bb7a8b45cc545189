// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_SESSION_H_
#define PODSIM_SW_CLI_SESSION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "firmware/diagnostics/exit_code.h"
#include "sw/cli/interrupt.h"
#include "sw/cli/verb.h"
#include "sw/config/manifest.h"
#include "sw/config/output_folder.h"
#include "sw/config/scenario.h"

namespace podsim::cli {

/// What a verb that runs a pod is given: a checked scenario, and where its results go.
class Session {
 public:
  /// Checks the scenario and makes the output folder. Throws UserError.
  Session(config::Scenario scenario, VerbContext& context, Interrupt& interrupt);

  const config::Scenario& scenario() const { return scenario_; }
  const Topology& topology() const { return topology_; }
  /// Parameters of the pod, with the models of its routers.
  PodParameters pod_parameters() const { return make_pod_parameters(scenario_, topology_); }
  const config::OutputFolder& output() const { return output_; }
  Terminal& terminal() { return context_.terminal; }
  bool json() const { return context_.common.json; }
  /// Asked by a running pod.
  bool interrupted() { return interrupt_.requested(); }
  /// Notes a file that the run reads, for the manifest.
  void add_input(const std::string& file) { inputs_.push_back(file); }
  const std::vector<std::string>& inputs() const { return inputs_; }

 private:
  config::Scenario scenario_;
  Topology topology_;
  VerbContext& context_;
  Interrupt& interrupt_;
  config::OutputFolder output_;
  std::vector<std::string> inputs_;
};

/// What came out of a run.
struct SessionResult {
  ExitCode exit_code = ExitCode::kPass;
  std::uint64_t digest = 0;  ///< of everything the modelled machine holds
  std::uint64_t core_cycles = 0;
  std::uint64_t ici_cycles = 0;
  std::string failure;  ///< why exit_code is not kPass; reported to the user and in JUnit
};

/// Runs `verb` on the configuration of the command line; writes manifest and JUnit file.
ExitCode run_session(const Verb& verb, VerbContext& context);

/// Repeats the run of a manifest, whatever its verb, and compares digest and cycles: kCheckFailed
/// if they differ. Overrides of the command line apply. Throws UserError CFG-002, -016, -017.
ExitCode replay_session(const std::string& manifest_file, VerbContext& context);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_SESSION_H_
