// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>

#include "firmware/diagnostics/user_error.h"
#include "sw/bench/bench.h"
#include "sw/bench/bench_fabric.h"
#include "sw/cli/verb.h"

namespace podsim::cli {
namespace {

struct BenchArguments {
  std::string part;
  std::string threads = "0";
  std::string seconds = "1";
};

/// A number in [least, most] from an option's text.
double number(const std::string& option, const std::string& text, double least, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && value >= least && value <= most) return value;
  throw UserError("CLI-008", option + ": '" + text + "' is not a number that it takes", {},
                  std::to_string(least) + " to " + std::to_string(most));
}

/// A folder for waves that nobody keeps; removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "podsim-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw UserError("CLI-009", "cannot make a scratch folder");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<bench::Figure> measure(const std::string& part, const bench::BenchOptions& options) {
  if (part.empty()) return bench::run_benchmarks(options);
  if (part == "cores") return bench::bench_cores(options);
  if (part == "waves") return bench::bench_waves(options);
  if (part == "pod") {
    std::vector<bench::Figure> figures;
    for (int side : options.sides) {
      for (const bench::Figure& figure : bench::bench_pod(options, side)) figures.push_back(figure);
    }
    return figures;
  }
  if (part == "fabric") return bench::bench_fabric(options);
  throw UserError("CLI-001", "unknown part '" + part + "' of bench", {},
                  "cores, pod, waves or fabric");
}

ExitCode run(const BenchArguments& arguments, VerbContext& context) {
  const ScratchFolder scratch;
  bench::BenchOptions options;
  options.threads = static_cast<int>(number("--threads", arguments.threads, 0, 1024));
  options.seconds = number("--seconds", arguments.seconds, 0.001, 3600);
  options.wave_folder = scratch.path();
  if (context.terminal.shows_progress()) {
    options.progress = [&](const std::string& name) { context.terminal.note("measuring " + name); };
  }
  const std::vector<bench::Figure> figures = measure(arguments.part, options);
  if (context.common.json) {
    context.terminal.out() << bench::to_json(figures);
  } else {
    context.terminal.out() << bench::host_description() << "\n" << bench::to_table(figures);
  }
  return ExitCode::kPass;
}

}  // namespace

Verb make_bench_verb() {
  const auto arguments = std::make_shared<BenchArguments>();
  Verb verb;
  verb.name = "bench";
  verb.summary = "Measure how fast podsim runs on this machine";
  verb.examples =
      "  podsim bench                    cores, pod and waves, about half a minute\n"
      "  podsim bench cores              bundles a second: scalar, vector, MXU\n"
      "  podsim bench pod --seconds 5    16 and 64 chips: routers, memory, host time\n"
      "  podsim bench waves --json       the cost of tracing\n"
      "  podsim bench fabric             routers of every model in the bare network\n";
  verb.uses = {false, false, true};
  verb.declare = [arguments](OptionSet& set) {
    set.positional("PART", arguments->part, false,
                   "cores, pod, waves or fabric; without: all but fabric");
    set.text("--threads", arguments->threads, "N",
             "Host threads of the fabric; 0: one a processor");
    set.text("--seconds", arguments->seconds, "S", "Least host time of a measurement");
  };
  verb.run = [arguments](VerbContext& context) { return run(*arguments, context); };
  return verb;
}

}  // namespace podsim::cli
