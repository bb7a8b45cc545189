// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_rtl.h"

#include <VIciRouter.h>
#include <VIciRouterTraced.h>
#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "rtl/ici_csr.h"

namespace podsim {
namespace {

constexpr unsigned kVcs = 2;
constexpr unsigned kLaneDepth = 16;
constexpr unsigned kWordsPerFlit = kFlitBytes / 4;
constexpr int kResetCycles = 4;
constexpr int kReadCycles = 8;

/// The 512-bit output pins of port `port`.
template <class Model>
const WData* data_out(const Model& model, int port) {
  switch (port) {
    case 0:
      return model.flit_data0_o.data();
    case 1:
      return model.flit_data1_o.data();
    case 2:
      return model.flit_data2_o.data();
    case 3:
      return model.flit_data3_o.data();
    case 4:
      return model.flit_data4_o.data();
    case 5:
      return model.flit_data5_o.data();
    case 6:
      return model.flit_data6_o.data();
    default:
      return model.flit_data7_o.data();
  }
}

/// Drives one Verilated router: pins in, two evaluations, pins out.
///
/// Cycle c: inputs that are on the pins at edge c go in; what the registers show after edge c comes
/// out, stamped c. The far end of a link sees it at edge c + link latency.
template <class Model>
class VerilatedRouter final : public Router {
 public:
  VerilatedRouter(VerilatedContext& context, const std::string& scope, int node,
                  HostProfile* profile)
      : context_(context),
        evaluation_time_(profile == nullptr ? nullptr : &profile->verilated),
        model_(std::make_unique<Model>(&context, scope.c_str())) {
    for (auto& lane : lane_credits_) lane.fill(kLaneDepth);
    model_->node_id_i = static_cast<std::uint16_t>(node);
    model_->rst_i = 1;
    for (int i = 0; i < kResetCycles; ++i) clock();
    model_->rst_i = 0;
    while (settle()) {
    }
    check_parameters();
    write(ici_csr::kLinkEnable, 0);
  }
  ~VerilatedRouter() override {
    model_->final();
    // Verilator 5.006 looks its scope up in the thread's context, which may be another pod's.
    Verilated::threadContextp(&context_);
  }

  Model& model() { return *model_; }

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    for (Cycle cycle = from; cycle < to; ++cycle) {
      if (!model_->busy_o) {
        const Cycle next = ports.next_input();
        if (next >= to) return;
        cycle = std::max(cycle, next);
      }
      drive(cycle, ports);
      clock();
      sample(cycle, ports);
    }
  }

  void write_route(int input_port, int destination, std::uint8_t entry) override {
    write(ici_csr::table(static_cast<unsigned>(input_port), static_cast<unsigned>(destination)),
          entry);
  }
  void enable_links(std::uint8_t mask) override { write(ici_csr::kLinkEnable, mask); }

  bool idle() const override { return !model_->busy_o; }
  bool has_error() const override { return model_->error_o != 0; }

  RouteError route_error() override;
  std::vector<BufferStatus> buffers() override;
  RouterCounters counters() override;

 private:
  void clock() {
    const ScopedHostTime time(evaluation_time_);
    model_->clk_i = 0;
    model_->eval();
    model_->clk_i = 1;
    model_->eval();
  }

  void drive(Cycle cycle, RouterPorts& ports) {
    model_->flit_valid_i = 0;
    model_->flit_head_i = 0;
    model_->flit_tail_i = 0;
    model_->flit_vc_i = 0;
    model_->credit_i = 0;
    for (unsigned link = 0; link < kRouterLinks; ++link) {
      drive_link(cycle, link, ports);
      drive_lane(cycle, link, ports);
    }
  }

  void drive_link(Cycle cycle, unsigned link, RouterPorts& ports) {
    auto& flits = ports.link_in[link];
    if (!flits.empty() && flits.front().cycle <= cycle) {
      put(link, flits.front().flit);
      flits.pop();
    }
    auto& credits = ports.credit_in[link];
    while (!credits.empty() && credits.front().cycle <= cycle) {
      model_->credit_i |= static_cast<unsigned>(credits.front().vc_mask) << (link * kVcs);
      credits.pop();
    }
  }

  void drive_lane(Cycle cycle, unsigned lane, RouterPorts& ports) {
    auto& queue = ports.lane_in[lane];
    if (queue.empty() || queue.front().cycle > cycle) return;
    const Flit& flit = queue.front().flit;
    unsigned& credits = lane_credits_[lane][flit.vc];
    if (credits == 0) return;
    --credits;
    put(kRouterLinks + lane, flit);
    if (flit.tail) ports.lane_taken[lane].push_back(cycle);
    queue.pop();
  }

  void put(unsigned port, const Flit& flit) {
    const unsigned bit = 1u << port;
    model_->flit_valid_i |= bit;
    if (flit.head) model_->flit_head_i |= bit;
    if (flit.tail) model_->flit_tail_i |= bit;
    model_->flit_vc_i |= static_cast<unsigned>(flit.vc) << port;
    std::memcpy(&model_->flit_data_i[port * kWordsPerFlit], flit.words.data(), kFlitBytes);
  }

  void sample(Cycle cycle, RouterPorts& ports) {
    for (unsigned valid = model_->flit_valid_o; valid != 0; valid &= valid - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctz(valid));
      auto& out = port < kRouterLinks ? ports.link_out[port] : ports.lane_out[port - kRouterLinks];
      TimedFlit& timed = out.emplace_back();
      timed.cycle = cycle;
      timed.flit.head = (model_->flit_head_o >> port & 1) != 0;
      timed.flit.tail = (model_->flit_tail_o >> port & 1) != 0;
      timed.flit.vc = static_cast<std::uint8_t>(model_->flit_vc_o >> port & 1);
      std::memcpy(timed.flit.words.data(), data_out(*model_, static_cast<int>(port)), kFlitBytes);
    }
    if (model_->credit_o != 0) sample_credits(cycle, ports);
  }

  void sample_credits(Cycle cycle, RouterPorts& ports) {
    const unsigned pulses = model_->credit_o;
    for (unsigned link = 0; link < kRouterLinks; ++link) {
      const unsigned mask = pulses >> (link * kVcs) & ((1u << kVcs) - 1);
      if (mask != 0) ports.credit_out[link].push_back({cycle, static_cast<std::uint8_t>(mask)});
    }
    for (unsigned lane = 0; lane < kRouterLanes; ++lane) {
      for (unsigned vc = 0; vc < kVcs; ++vc) {
        lane_credits_[lane][vc] += pulses >> ((kRouterLinks + lane) * kVcs + vc) & 1;
      }
    }
  }

  void quiet_inputs() {
    model_->flit_valid_i = 0;
    model_->credit_i = 0;
  }

  /// Clocks once without input; true while the configuration port still works.
  bool settle() {
    quiet_inputs();
    clock();
    return model_->busy_o != 0 && ++settling_ < kReadCycles;
  }

  void write(std::uint16_t address, std::uint32_t value) {
    quiet_inputs();
    model_->csr_valid_i = 1;
    model_->csr_write_i = 1;
    model_->csr_addr_i = address;
    model_->csr_wdata_i = value;
    clock();
    model_->csr_valid_i = 0;
    model_->csr_write_i = 0;
    for (settling_ = 0; settle();) {
    }
  }

  std::uint32_t read(std::uint16_t address) {
    quiet_inputs();
    model_->csr_valid_i = 1;
    model_->csr_write_i = 0;
    model_->csr_addr_i = address;
    clock();
    model_->csr_valid_i = 0;
    for (int i = 0; i < kReadCycles && !model_->csr_rvalid_o; ++i) clock();
    if (!model_->csr_rvalid_o) throw InternalError("router: the configuration port is silent");
    return model_->csr_rdata_o;
  }

  /// The pins are driven for one parameter set: the RTL must have been built with it.
  void check_parameters() {
    const std::uint32_t expected = kFlitBytes * 8 | kVcs << 16 | kRouterPorts << 20;
    if ((read(ici_csr::kParams) & 0xffffff) != expected ||
        read(ici_csr::kDepths) >> 16 != kLaneDepth) {
      throw InternalError("router: the RTL was built with other parameters than its driver");
    }
  }

  BufferStatus buffer(unsigned port, unsigned vc);

  VerilatedContext& context_;
  std::atomic<std::uint64_t>* evaluation_time_;
  std::unique_ptr<Model> model_;
  std::array<std::array<unsigned, kVcs>, kRouterLanes> lane_credits_{};
  int settling_ = 0;
};

template <class Model>
RouteError VerilatedRouter<Model>::route_error() {
  RouteError error;
  error.count = read(ici_csr::kErrorCount);
  const std::uint32_t status = read(ici_csr::kErrorStatus);
  const std::uint32_t nodes = read(ici_csr::kErrorNodes);
  error.input_port = static_cast<int>(status >> 4 & 7);
  error.entry = static_cast<int>(status >> 16 & 0xff);
  error.destination = static_cast<int>(nodes & 0xffff);
  error.source = static_cast<int>(nodes >> 16);
  error.sequence = read(ici_csr::kErrorSequence);
  return error;
}

template <class Model>
BufferStatus VerilatedRouter<Model>::buffer(unsigned port, unsigned vc) {
  using ici_csr::VcWord;
  const auto word = [&](VcWord which) { return read(ici_csr::vc_status(port, vc, which)); };
  BufferStatus status;
  status.port = static_cast<int>(port);
  status.vc = static_cast<int>(vc);
  const std::uint32_t state = word(VcWord::kState);
  status.state = static_cast<BufferStatus::State>(state & 7);
  status.flits = static_cast<int>(word(VcWord::kFlits));
  if (status.state >= BufferStatus::kWaitingForVc) {
    status.output_port = static_cast<int>(state >> 4 & 7);
    status.output_vc = static_cast<int>(state >> 8 & 3);
  }
  const std::uint32_t nodes = word(VcWord::kNodes);
  status.destination = static_cast<std::uint16_t>(nodes & 0xffff);
  status.source = static_cast<std::uint16_t>(nodes >> 16);
  status.sequence = word(VcWord::kSequence);
  return status;
}

template <class Model>
std::vector<BufferStatus> VerilatedRouter<Model>::buffers() {
  std::vector<BufferStatus> occupied;
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      const BufferStatus status = buffer(port, vc);
      if (status.flits > 0 || status.state != BufferStatus::kIdle) occupied.push_back(status);
    }
  }
  return occupied;
}

template <class Model>
RouterCounters VerilatedRouter<Model>::counters() {
  using ici_csr::Counter;
  RouterCounters counters;
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    counters.flits_in[port] = read(ici_csr::counter(port, Counter::kFlitsIn));
    counters.flits_out[port] = read(ici_csr::counter(port, Counter::kFlitsOut));
    counters.stall_cycles[port] = read(ici_csr::counter(port, Counter::kStallCycles));
  }
  return counters;
}

using FastRouter = VerilatedRouter<VIciRouter>;
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
