// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/router_cycle.h"
#include "systemc/ici/router_lockstep.h"
#include "tests/systemc/ici/fabric_bench.h"

namespace podsim::test {
namespace {

/// What a wrong router does to its outputs, once, after a number of flits.
enum class Bug { kNone, kFlagOfAFlit, kDataOfAFlit, kLateFlit, kLostFlit, kLostCredit };

/// A router with a bug: the twin, and a hand in its outputs.
class WrongRouter final : public Router {
 public:
  WrongRouter(Bug bug, int after) : bug_(bug), left_(after), twin_(make_cycle_router(0)) {}

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    twin_->run(from, to, ports);
    for (auto& lane : ports.lane_out) {
      if (lane.empty() || left_-- != 0) continue;
      break_output(lane, ports);
    }
  }
  void write_route(int port, int destination, std::uint8_t entry) override {
    twin_->write_route(port, destination, entry);
  }
  void configure(const RouterSettings& settings) override { twin_->configure(settings); }
  bool idle() const override { return twin_->idle(); }
  bool has_error() const override { return twin_->has_error(); }
  RouteError route_error() override { return twin_->route_error(); }
  std::vector<BufferStatus> buffers() override { return twin_->buffers(); }
  RouterCounters counters() override { return twin_->counters(); }

 private:
  void break_output(std::vector<TimedFlit>& lane, RouterPorts& ports) {
    TimedFlit& out = lane.back();
    switch (bug_) {
      case Bug::kNone:
        break;
      case Bug::kFlagOfAFlit:
        out.flit.tail = !out.flit.tail;
        break;
      case Bug::kDataOfAFlit:
        wrong_ = *out.flit.data;
        wrong_[3] ^= 1;
        out.flit.data = &wrong_;
        break;
      case Bug::kLateFlit:
        ++out.cycle;
        break;
      case Bug::kLostFlit:
        lane.pop_back();
        break;
      case Bug::kLostCredit:
        for (auto& credits : ports.credit_out) credits.clear();
        ports.credit_out[0].push_back({out.cycle, 1});
        break;
    }
  }

  Bug bug_;
  int left_;
  std::unique_ptr<Router> twin_;
  FlitData wrong_{};
};

/// One router that delivers to itself, fed with packets at all of its lanes.
std::string run_with(Bug bug) {
  auto router =
      make_lockstep_router(5, make_cycle_router(0), std::make_unique<WrongRouter>(bug, 7));
  for (int port = 0; port < kRouterPorts; ++port) router->write_route(port, 0, 0x18);
  PacketPool pool(9);
  RouterPorts ports;
  ports.packets = &pool;
  for (int i = 0; i < 40; ++i) {
    FlitData* buffer = pool.take();
    PacketHead head;
    head.destination_lane = static_cast<std::uint8_t>(i % 3);
    head.sequence = static_cast<std::uint32_t>(i);
    buffer[0] = encode_head(head);
    for_each_flit_of(packet_train(buffer, 9, 0), [&](const Flit& flit) {
      ports.lane_in[static_cast<std::size_t>(i % 4)].push({0, flit});
    });
  }
  try {
    for (Cycle cycle = 0; cycle < 1000; cycle += 10) {
      router->run(cycle, cycle + 10, ports);
      ports.clear_outputs();
    }
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "COSIM-001");
    EXPECT_EQ(error.exit_code(), ExitCode::kDivergence);
    return error.message();
  }
  return {};
}

TEST(LockStep, FindsNothingInEqualModels) { EXPECT_EQ(run_with(Bug::kNone), ""); }

TEST(LockStep, NamesNodeCyclePortFieldBothValuesAndEvents) {
  const std::string report = run_with(Bug::kFlagOfAFlit);
  EXPECT_NE(report.find("router of node 5, cycle "), std::string::npos) << report;
  EXPECT_NE(report.find("port 5: flags (head, tail, poison, VC) is 0x"), std::string::npos)
      << report;
  EXPECT_NE(report.find("in the first model and 0x"), std::string::npos) << report;
  EXPECT_NE(report.find("  cycle "), std::string::npos) << report;
}

TEST(LockStep, FindsEveryKindOfDifference) {
  EXPECT_NE(run_with(Bug::kDataOfAFlit).find("data word 3"), std::string::npos);
  EXPECT_NE(run_with(Bug::kLateFlit).find("cycle is"), std::string::npos);
  EXPECT_NE(run_with(Bug::kLostFlit).find("flit is 0x1 in the first model and 0x0"),
            std::string::npos);
  EXPECT_NE(run_with(Bug::kLostCredit).find("credit"), std::string::npos);
}

}  // namespace
}  // namespace podsim::test
