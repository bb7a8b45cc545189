// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_rtl.h"

#include <VIciRouter.h>
#include <VIciRouterHandle.h>
#include <VIciRouterHandle___024root.h>
#include <VIciRouterLink.h>
#include <VIciRouterLinkTraced.h>
#include <VIciRouterLinkTraced___024root.h>
#include <VIciRouterLink___024root.h>
#include <VIciRouterTraced.h>
#include <VIciRouterTraced___024root.h>
#include <VIciRouter___024root.h>
#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/router_rtl_driver.h"

namespace podsim {
namespace {

using FastRouter = VerilatedRouter<VIciRouter>;
using HandleRouter = VerilatedRouter<VIciRouterHandle>;
using LinkRouter = VerilatedRouter<VIciRouterLink, true>;
using TracedRouter = VerilatedRouter<VIciRouterTraced>;
using TracedLinkRouter = VerilatedRouter<VIciRouterLinkTraced, true>;

/// Declares a traced value in the file and tells its changes: what Verilator makes for the signals
/// of a model, made by hand.
class ValueTrace {
 public:
  explicit ValueTrace(const TracedValue& value) : value_(value) {}

  void add_to(VerilatedFst& trace) {
    trace.addInitCb(
        [](void* self, VerilatedFst* file, std::uint32_t code) {
          static_cast<ValueTrace*>(self)->declare(*file, code);
        },
        this);
    trace.addFullCb(
        [](void* self, VerilatedFst::Buffer* file) {
          static_cast<ValueTrace*>(self)->write<true>(*file);
        },
        this);
    trace.addChgCb(
        [](void* self, VerilatedFst::Buffer* file) {
          static_cast<ValueTrace*>(self)->write<false>(*file);
        },
        this);
  }

 private:
  void declare(VerilatedFst& file, std::uint32_t code) {
    code_ = code;
    file.scopeEscape(' ');
    file.pushNamePrefix(value_.scope + ' ');
    const auto declare = value_.bits > 32 ? &VerilatedFst::declQuad : &VerilatedFst::declBus;
    (file.*declare)(code_, value_.name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_REG, false, -1,
                    value_.bits - 1, 0);
    file.popNamePrefix();
    file.scopeEscape('.');
  }

  /// The file keeps the last value in words of 32 bits, as many as the declared width needs.
  template <bool kAlways>
  void write(VerilatedFst::Buffer& file) const {
    std::uint32_t* last = file.oldp(code_);
    const auto narrow = static_cast<IData>(value_.value);
    if (value_.bits > 32) {
      kAlways ? file.fullQData(last, value_.value, value_.bits)
              : file.chgQData(last, value_.value, value_.bits);
    } else {
      kAlways ? file.fullIData(last, narrow, value_.bits)
              : file.chgIData(last, narrow, value_.bits);
    }
  }

  const TracedValue& value_;
  std::uint32_t code_ = 0;
};

constexpr int kAllLevels = 99;
/// How many dumps pass between two looks at the file's size.
constexpr std::uint64_t kDumpsBetweenChecks = 4096;

}  // namespace

class RtlRouters::State {
 public:
  HostProfile* profile = nullptr;
  VerilatedContext context;
  /// What a traced model is to the file, whatever its class.
  struct TracedModel {
    std::function<void(VerilatedFstC*)> attach;
    std::function<void()> lower_clock;
  };
  std::vector<TracedModel> traced;
  std::vector<std::unique_ptr<ValueTrace>> values;
  std::unique_ptr<VerilatedFstC> fst;
  std::string file;
  std::uint64_t maximum_bytes = 0;
  std::uint64_t dumps = 0;
  bool truncated = false;

  template <class TracedClass>
  std::unique_ptr<Router> add_traced(int node, const std::string& scope) {
    auto router = std::make_unique<TracedClass>(context, scope, node, profile);
    auto* model = &router->model();
    traced.push_back({[model](VerilatedFstC* fst_file) { model->trace(fst_file, kAllLevels); },
                      [model] {
                        model->clk_i = 0;
                        model->eval();  // no register changes, but the clock is traced
                      }});
    return router;
  }
};

RtlRouters::RtlRouters(HostProfile* profile) : state_(std::make_unique<State>()) {
  state_->profile = profile;
  state_->context.threads(1);  // a router runs on one; which one is the fabric's affair
  state_->context.timeunit(-12);
  state_->context.timeprecision(-12);
  state_->context.traceEverOn(true);
}

RtlRouters::~RtlRouters() { close_waves(); }

std::unique_ptr<Router> RtlRouters::make(int node, bool link_layer) {
  const std::string scope = fmt::format("router{}", node);
  if (link_layer) {
    return std::make_unique<LinkRouter>(state_->context, scope, node, state_->profile);
  }
  return std::make_unique<FastRouter>(state_->context, scope, node, state_->profile);
}

std::unique_ptr<Router> RtlRouters::make_handle(int node) {
  return std::make_unique<HandleRouter>(state_->context, fmt::format("router{}", node), node,
                                        state_->profile);
}

std::unique_ptr<Router> RtlRouters::make_traced(int node, const std::string& scope,
                                                bool link_layer) {
  if (link_layer) return state_->add_traced<TracedLinkRouter>(node, scope);
  return state_->add_traced<TracedRouter>(node, scope);
}

void RtlRouters::open_waves(const std::string& file, std::uint64_t maximum_bytes,
                            const std::vector<std::unique_ptr<TracedValue>>& values) {
  // The FST writer cannot tell why it failed, so the file is tried first.
  std::FILE* probe = std::fopen(file.c_str(), "wb");
  if (probe == nullptr) {
    throw UserError("WAVE-001", fmt::format("cannot write the wave file '{}'", file));
  }
  std::fclose(probe);
  state_->fst = std::make_unique<VerilatedFstC>();
  for (const State::TracedModel& model : state_->traced) model.attach(state_->fst.get());
  for (const auto& value : values) {
    state_->values.push_back(std::make_unique<ValueTrace>(*value));
    state_->values.back()->add_to(*state_->fst->spTrace());
  }
  state_->fst->open(file.c_str());
  state_->file = file;
  state_->maximum_bytes = maximum_bytes;
}

void RtlRouters::write(std::uint64_t time) {
  if (!state_->fst) return;
  const ScopedHostTime spent(state_->profile == nullptr ? nullptr : &state_->profile->waves);
  state_->fst->dump(time);
}

void RtlRouters::dump_rise(std::uint64_t time) { write(time); }

void RtlRouters::dump_fall(std::uint64_t time) {
  if (!state_->fst) return;
  for (const State::TracedModel& model : state_->traced) model.lower_clock();
  write(time);
  if (++state_->dumps % kDumpsBetweenChecks != 0) return;
  state_->fst->flush();
  std::error_code ignored;
  if (std::filesystem::file_size(state_->file, ignored) > state_->maximum_bytes) {
    state_->truncated = true;
    close_waves();
  }
}

void RtlRouters::dump_between(std::uint64_t time) { write(time); }

bool RtlRouters::waves_truncated() const { return state_->truncated; }

void RtlRouters::close_waves() {
  if (!state_->fst) return;
  state_->fst->close();
  state_->fst.reset();
}

}  // namespace podsim
