// SPDX-License-Identifier: Apache-2.0
#include "coverage/record.h"

#ifdef PODSIM_RTL_COVERAGE
#include <unistd.h>
#include <verilated.h>
#include <verilated_cov.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "coverage/coverage_points.h"
#endif

namespace podsim::rtl_test {

#ifdef PODSIM_RTL_COVERAGE
namespace {

// One file a process instead of one a model: there are hundreds of models.
class Recorder {
 public:
  Recorder() {
    const char* folder = std::getenv("PODSIM_RTL_COVERAGE");
    if (folder != nullptr) path_ = std::string(folder) + "/" + std::to_string(getpid());
  }
  ~Recorder() {
    if (path_.empty()) return;
    std::ofstream file(path_ + ".points");
    points_.write(file);
    if (!file.flush()) std::fprintf(stderr, "cannot write %s.points\n", path_.c_str());
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void add(VerilatedContext& context) {
    if (path_.empty()) return;
    const std::string raw = path_ + ".dat";
    context.coveragep()->forcePerInstance(true);  // bins are told apart by their instance
    context.coveragep()->write(raw.c_str());
    {
      std::ifstream file(raw);
      points_.add_dat(file);
    }
    std::remove(raw.c_str());
  }

 private:
  std::string path_;
  CoveragePoints points_;
};

}  // namespace

void record_coverage(VerilatedContext& context) {
  static Recorder recorder;
  recorder.add(context);
}
#else
void record_coverage(VerilatedContext& /*context*/) {}
#endif

}  // namespace podsim::rtl_test
