// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_rtl_replay.h"

#include <VIciRouterHandle.h>
#include <VIciRouterHandle___024root.h>
#include <verilated.h>

#include <string>

#include "systemc/ici/router_rtl_driver.h"

namespace podsim {

class RtlReplay::State {
 public:
  using Recorded = VerilatedRouter<VIciRouterHandle>;

  std::uint64_t run(std::size_t from, std::size_t to) {
    std::uint64_t flits = 0;
    for (std::size_t i = from; i < to; ++i) {
      InputPins<VIciRouterHandle>::for_each(pins[i], *model,
                                            [](const auto& field, auto& pin) { pin = field; });
      model->clk_i = 0;
      model->eval();
      model->clk_i = 1;
      model->eval();
      flits += static_cast<unsigned>(__builtin_popcount(model->flit_valid_o));
    }
    return flits;
  }

  VerilatedContext context;
  Recorded::PinRecord pins;
  std::unique_ptr<VIciRouterHandle> model;
  std::size_t done = 0;
};

RtlReplay::RtlReplay() : state_(std::make_unique<State>()) { state_->context.threads(1); }

RtlReplay::~RtlReplay() = default;

std::unique_ptr<Router> RtlReplay::make_recorded(int node) {
  return std::make_unique<State::Recorded>(state_->context, "recorded", node, nullptr,
                                           &state_->pins);
}

std::size_t RtlReplay::clocks() const { return state_->pins.size(); }

void RtlReplay::start(std::size_t clocks) {
  state_->model = std::make_unique<VIciRouterHandle>(&state_->context, "replayed");
  state_->run(0, clocks);
  state_->done = clocks;
}

std::uint64_t RtlReplay::finish() {
  const std::uint64_t flits = state_->run(state_->done, state_->pins.size());
  state_->done = state_->pins.size();
  return flits;
}

}  // namespace podsim
