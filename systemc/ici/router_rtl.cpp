// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_rtl.h"

#include <VIciRouter.h>
#include <VIciRouterHandle.h>
#include <VIciRouterTraced.h>
#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdio>
#include <filesystem>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/router_rtl_driver.h"

namespace podsim {
namespace {

using FastRouter = VerilatedRouter<VIciRouter>;
using HandleRouter = VerilatedRouter<VIciRouterHandle>;
using TracedRouter = VerilatedRouter<VIciRouterTraced>;

constexpr int kAllLevels = 99;
/// How many dumps pass between two looks at the file's size.
constexpr std::uint64_t kDumpsBetweenChecks = 4096;

}  // namespace

class RtlRouters::State {
 public:
  HostProfile* profile = nullptr;
  VerilatedContext context;
  std::vector<VIciRouterTraced*> traced;
  std::unique_ptr<VerilatedFstC> fst;
  std::string file;
  std::uint64_t maximum_bytes = 0;
  std::uint64_t dumps = 0;
  bool truncated = false;
};

RtlRouters::RtlRouters(HostProfile* profile) : state_(std::make_unique<State>()) {
  state_->profile = profile;
  state_->context.threads(1);  // a router runs on one; which one is the fabric's affair
  state_->context.timeunit(-12);
  state_->context.timeprecision(-12);
  state_->context.traceEverOn(true);
}

RtlRouters::~RtlRouters() { close_waves(); }

std::unique_ptr<Router> RtlRouters::make(int node) {
  return std::make_unique<FastRouter>(state_->context, fmt::format("router{}", node), node,
                                      state_->profile);
}

std::unique_ptr<Router> RtlRouters::make_handle(int node) {
  return std::make_unique<HandleRouter>(state_->context, fmt::format("router{}", node), node,
                                        state_->profile);
}

std::unique_ptr<Router> RtlRouters::make_traced(int node, const std::string& scope) {
  auto router = std::make_unique<TracedRouter>(state_->context, scope, node, state_->profile);
  state_->traced.push_back(&router->model());
  return router;
}

void RtlRouters::open_waves(const std::string& file, std::uint64_t maximum_bytes) {
  // The FST writer cannot tell why it failed, so the file is tried first.
  std::FILE* probe = std::fopen(file.c_str(), "wb");
  if (probe == nullptr) {
    throw UserError("WAVE-001", fmt::format("cannot write the wave file '{}'", file));
  }
  std::fclose(probe);
  state_->fst = std::make_unique<VerilatedFstC>();
  for (VIciRouterTraced* model : state_->traced) model->trace(state_->fst.get(), kAllLevels);
  state_->fst->open(file.c_str());
  state_->file = file;
  state_->maximum_bytes = maximum_bytes;
}

void RtlRouters::dump(std::uint64_t rise, std::uint64_t fall) {
  if (!state_->fst) return;
  const ScopedHostTime spent(state_->profile == nullptr ? nullptr : &state_->profile->waves);
  state_->fst->dump(rise);
  for (VIciRouterTraced* model : state_->traced) {
    model->clk_i = 0;
    model->eval();  // no register changes; without it the change of the clock is not traced
  }
  state_->fst->dump(fall);
  if (++state_->dumps % kDumpsBetweenChecks != 0) return;
  state_->fst->flush();
  std::error_code ignored;
  if (std::filesystem::file_size(state_->file, ignored) > state_->maximum_bytes) {
    state_->truncated = true;
    close_waves();
  }
}

bool RtlRouters::waves_truncated() const { return state_->truncated; }

void RtlRouters::close_waves() {
  if (!state_->fst) return;
  state_->fst->close();
  state_->fst.reset();
}

}  // namespace podsim
