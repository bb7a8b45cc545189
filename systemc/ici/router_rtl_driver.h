// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_RTL_DRIVER_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_RTL_DRIVER_H_

#include <fmt/format.h>
#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "rtl/ici_csr.h"
#include "systemc/base/host_profile.h"
#include "systemc/ici/flit_shadow.h"
#include "systemc/ici/lane_packets.h"
#include "systemc/ici/router.h"
#include "systemc/ici/router_rtl_tables.h"

/// Drives a Verilated router class. For router_rtl.cpp only: no other file knows such classes.
namespace podsim {

/// The data pins of output `port`: 16 words of 32 bits, or one of 64.
template <class Model>
const auto& data_out(const Model& model, unsigned port) {
  switch (port) {
    case 0:
      return model.flit_data0_o;
    case 1:
      return model.flit_data1_o;
    case 2:
      return model.flit_data2_o;
    case 3:
      return model.flit_data3_o;
    case 4:
      return model.flit_data4_o;
    case 5:
      return model.flit_data5_o;
    case 6:
      return model.flit_data6_o;
    default:
      return model.flit_data7_o;
  }
}

/// The input pins of a router without link layer at one clock.
template <class Model>
struct InputPins {
  template <class Pin>
  using Value = std::remove_reference_t<Pin>;

  Value<decltype(Model::rst_i)> rst;
  Value<decltype(Model::node_id_i)> node_id;
  Value<decltype(Model::flit_valid_i)> valid;
  Value<decltype(Model::flit_head_i)> head;
  Value<decltype(Model::flit_tail_i)> tail;
  Value<decltype(Model::flit_poison_i)> poison;
  Value<decltype(Model::flit_vc_i)> vc;
  Value<decltype(Model::flit_data_i)> data;
  Value<decltype(Model::credit_i)> credit;
  Value<decltype(Model::csr_valid_i)> csr_valid;
  Value<decltype(Model::csr_write_i)> csr_write;
  Value<decltype(Model::csr_addr_i)> csr_addr;
  Value<decltype(Model::csr_wdata_i)> csr_wdata;

  /// Calls `exchange(field, pin)` for each.
  template <class Pins, class Exchange>
  static void for_each(Pins& pins, Model& model, Exchange exchange) {
    exchange(pins.rst, model.rst_i);
    exchange(pins.node_id, model.node_id_i);
    exchange(pins.valid, model.flit_valid_i);
    exchange(pins.head, model.flit_head_i);
    exchange(pins.tail, model.flit_tail_i);
    exchange(pins.poison, model.flit_poison_i);
    exchange(pins.vc, model.flit_vc_i);
    exchange(pins.data, model.flit_data_i);
    exchange(pins.credit, model.credit_i);
    exchange(pins.csr_valid, model.csr_valid_i);
    exchange(pins.csr_write, model.csr_write_i);
    exchange(pins.csr_addr, model.csr_addr_i);
    exchange(pins.csr_wdata, model.csr_wdata_i);
  }
};

/// Drives one Verilated router: pins in, two evaluations, pins out.
///
/// Cycle c: inputs that are on the pins at edge c go in; what the registers show after edge c comes
/// out, stamped c. The far end of a link sees it at edge c + link latency.
///
/// With the link layer, links carry frames by value; data of packets are taken out of their buffers
/// at the lanes and put into new ones there.
template <class Model, bool kLinkLayer = false>
class VerilatedRouter final : public Router {
 public:
  using PinRecord = std::vector<InputPins<Model>>;

  /// `record`, if not null, gets the input pins at every clock.
  VerilatedRouter(VerilatedContext& context, const std::string& scope, int node,
                  HostProfile* profile, PinRecord* record = nullptr)
      : context_(context),
        record_(record),
        evaluation_time_(profile == nullptr ? nullptr : &profile->verilated),
        model_(std::make_unique<Model>(&context, scope.c_str())) {
    model_->node_id_i = static_cast<std::uint16_t>(node);
    model_->rst_i = 1;
    for (int i = 0; i < kResetCycles; ++i) clock();
    model_->rst_i = 0;
    while (settle()) {
    }
    read_parameters();
    write(ici_csr::kLinkEnable, 0);
  }
  ~VerilatedRouter() override {
    model_->final();
    // Verilator 5.006 looks its scope up in the thread's context, which may be another pod's.
    Verilated::threadContextp(&context_);
  }

  Model& model() { return *model_; }

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    if (enable_) request_write(ici_csr::kLinkEnable, *std::exchange(enable_, std::nullopt));
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
    const auto port = static_cast<unsigned>(input_port);
    const auto to = static_cast<unsigned>(destination);
    if (record_ != nullptr) {  // a record of pins must hold everything
      write(ici_csr::table(port, to), entry);
    } else {
      poke_route<kLinkLayer>(*model_, port, to, entry);
    }
  }
  void configure(const RouterSettings& settings) override {
    write(ici_csr::kLayerShift, static_cast<std::uint32_t>(settings.layer_shift));
    if constexpr (kLinkLayer) {
      write_link_settings(settings.link);
      enable_ = settings.link_mask;  // links train from the first cycle of the run on
    } else {
      write(ici_csr::kLinkEnable, settings.link_mask);
    }
  }

  bool idle() const override { return !model_->busy_o && !enable_; }
  bool has_error() const override { return model_->error_o != 0; }

  RouteError route_error() override;
  std::vector<BufferStatus> buffers() override;
  RouterCounters counters() override;
  std::array<LinkStatus, kRouterLinks> links() override;

 private:
  static constexpr bool kCarriesData = sizeof(Model::flit_data0_o) == kFlitBytes;
  static constexpr int kResetCycles = 4;
  static constexpr int kReadCycles = 8;
  static constexpr unsigned kSequenceBits = 9;

  void clock() {
    if (record_ != nullptr) note_pins();
    const ScopedHostTime time(evaluation_time_);
    model_->clk_i = 0;
    model_->eval();
    model_->clk_i = 1;
    model_->eval();
  }

  void note_pins() {
    InputPins<Model>::for_each(record_->emplace_back(), *model_,
                               [](auto& field, const auto& pin) { field = pin; });
  }

  /// Pins of all ports at one edge. Put together in registers and then set: each change of a pin in
  /// memory would wait for the one before.
  struct SideBand {
    unsigned valid = 0;
    unsigned head = 0;
    unsigned tail = 0;
    unsigned poison = 0;
    unsigned vc = 0;
    unsigned credit = 0;
  };

  void drive(Cycle cycle, RouterPorts& ports) {
    SideBand side_band;
    for (unsigned link = 0; link < kRouterLinks; ++link) {
      drive_link(cycle, link, ports, side_band);
      drive_lane(cycle, link, ports, side_band);
    }
    model_->flit_valid_i = static_cast<CData>(side_band.valid);
    model_->flit_head_i = static_cast<CData>(side_band.head);
    model_->flit_tail_i = static_cast<CData>(side_band.tail);
    model_->flit_poison_i = static_cast<CData>(side_band.poison);
    model_->flit_vc_i = static_cast<std::decay_t<decltype(model_->flit_vc_i)>>(side_band.vc);
    model_->credit_i = static_cast<std::decay_t<decltype(model_->credit_i)>>(side_band.credit);
  }

  void drive_link(Cycle cycle, unsigned link, RouterPorts& ports, SideBand& side_band) {
    if constexpr (kLinkLayer) {
      auto& frames = ports.frame_in[link];
      if (frames.empty() || frames.front().cycle > cycle) return;
      put_frame(link, frames.front().frame, side_band);
      frames.pop();
      return;
    }
    auto& flits = ports.link_in[link];
    if (!flits.empty() && flits.front().cycle <= cycle) {
      put(link, flits.front().flit, side_band);
      flits.pop();
    }
    auto& credits = ports.credit_in[link];
    while (!credits.empty() && credits.front().cycle <= cycle) {
      side_band.credit |= static_cast<unsigned>(credits.front().vc_mask) << (link * vcs_);
      credits.pop();
    }
  }

  void drive_lane(Cycle cycle, unsigned lane, RouterPorts& ports, SideBand& side_band) {
    auto& queue = ports.lane_in[lane];
    if (queue.empty() || queue.front().cycle > cycle) return;
    const Flit& flit = queue.front().flit;
    unsigned& credits = lane_credits_[lane][flit.vc];
    if (credits == 0) return;
    --credits;
    put(kRouterLinks + lane, flit, side_band);
    if (flit.tail) ports.lane_taken[lane].push_back(cycle);
    if constexpr (kLinkLayer) packets_.took(static_cast<int>(lane), flit, ports);
    queue.pop();
  }

  template <class Carrier>  // Flit or LinkFrame
  void put_flags(unsigned port, const Carrier& flit, SideBand& pins) const {
    pins.valid |= 1u << port;
    pins.head |= static_cast<unsigned>(flit.head) << port;
    pins.tail |= static_cast<unsigned>(flit.tail) << port;
    pins.poison |= static_cast<unsigned>(flit.poison) << port;
    pins.vc |= static_cast<unsigned>(flit.vc) << (port * vc_bits_);
  }

  void put_frame(unsigned link, const LinkFrame& frame, SideBand& side_band) {
    put_flags(link, frame, side_band);
    put_bits(model_->link_kind_i, link, 3, frame.kind);
    put_bits(model_->link_seq_i, link, kSequenceBits, frame.sequence);
    put_bits(model_->link_ack_i, link, kSequenceBits, frame.acknowledge);
    put_bits(model_->link_nack_i, link, 1, frame.nack ? 1 : 0);
    std::memcpy(&model_->link_credit_i[link], frame.credit.data(), sizeof(frame.credit));
    model_->link_crc_i[link] = frame.crc;
    auto* pins = reinterpret_cast<char*>(&model_->flit_data_i[0]) + link * kFlitBytes;
    std::memcpy(pins, frame.data.data(), kFlitBytes);
  }

  /// Field `index` of `width` bits in a vector of at most 64.
  template <class Pins>
  static void put_bits(Pins& pins, unsigned index, unsigned width, std::uint64_t value) {
    const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << (index * width);
    pins = static_cast<Pins>((pins & ~mask) | value << (index * width));
  }

  void put(unsigned port, const Flit& flit, SideBand& side_band) {
    put_flags(port, flit, side_band);
    constexpr std::size_t kBytes = kCarriesData ? kFlitBytes : sizeof(flit.head_word);
    auto* pins = reinterpret_cast<char*>(&model_->flit_data_i[0]) + port * kBytes;
    if (kCarriesData && flit.data != nullptr) {
      std::memcpy(pins, flit.data->data(), kBytes);
    } else {
      std::memset(pins, 0, kBytes);
      std::memcpy(pins, &flit.head_word, sizeof(flit.head_word));
    }
    if constexpr (!kLinkLayer) shadow_.enter(port, flit);
  }

  void sample(Cycle cycle, RouterPorts& ports) {
    for (unsigned valid = model_->flit_valid_o; valid != 0; valid &= valid - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctz(valid));
      if constexpr (kLinkLayer) {
        if (port < kRouterLinks) {
          ports.frame_out[port].push_back({cycle, get_frame(port)});
          continue;
        }
      }
      auto& out = port < kRouterLinks ? ports.link_out[port] : ports.lane_out[port - kRouterLinks];
      // In place: a copy of a flit just made waits for the stores that made it.
      TimedFlit& timed = out.emplace_back();
      timed.cycle = cycle;
      get(port, *ports.packets, timed.flit);
    }
    if (model_->credit_o != 0) sample_credits(cycle, ports);
  }

  template <class Carrier>
  void get_flags(unsigned port, Carrier& flit) const {
    flit.head = (model_->flit_head_o >> port & 1) != 0;
    flit.tail = (model_->flit_tail_o >> port & 1) != 0;
    flit.poison = (model_->flit_poison_o >> port & 1) != 0;
    flit.vc = static_cast<std::uint8_t>(model_->flit_vc_o >> (port * vc_bits_) & (vcs_ - 1));
  }

  LinkFrame get_frame(unsigned link) const {
    const auto bits = [link](std::uint64_t pins, unsigned width) {
      return pins >> (link * width) & ((1u << width) - 1);
    };
    LinkFrame frame;
    get_flags(link, frame);
    frame.kind = static_cast<std::uint8_t>(bits(model_->link_kind_o, 3));
    frame.sequence = static_cast<std::uint16_t>(bits(model_->link_seq_o, kSequenceBits));
    frame.acknowledge = static_cast<std::uint16_t>(bits(model_->link_ack_o, kSequenceBits));
    frame.nack = bits(model_->link_nack_o, 1) != 0;
    std::memcpy(frame.credit.data(), &model_->link_credit_o[link], sizeof(frame.credit));
    frame.crc = model_->link_crc_o[link];
    std::memcpy(frame.data.data(), &data_out(*model_, link), kFlitBytes);
    return frame;
  }

  void get(unsigned port, PacketPool& packets, Flit& flit) {
    const auto* pins = reinterpret_cast<const char*>(&data_out(*model_, port));
    get_flags(port, flit);
    if (flit.head) std::memcpy(&flit.head_word, pins, sizeof(flit.head_word));
    if constexpr (kLinkLayer) {
      flit.data = packets_.keep(static_cast<int>(port) - kRouterLinks, flit, pins, packets);
      return;
    }
    const std::optional<const FlitData*> went_in = shadow_.leave(port, flit);
    flit.data = went_in.value_or(nullptr);
    const bool empty = went_in && *went_in == nullptr;  // carries no data, and needs none
    const bool same = flit.data != nullptr && std::memcmp(flit.data->data(), pins, kFlitBytes) == 0;
    if (kCarriesData && !empty && !same) replace_data(flit, pins, packets);
  }

  /// What came out is not what went in: the bits of the pins count.
  void replace_data(Flit& flit, const char* pins, PacketPool& packets) {
    FlitData* data = packets.take();
    std::memcpy(data->data(), pins, kFlitBytes);
    flit.data = data;
  }

  void sample_credits(Cycle cycle, RouterPorts& ports) {
    const unsigned pulses = model_->credit_o;
    for (unsigned link = 0; link < kRouterLinks; ++link) {
      const unsigned mask = pulses >> (link * vcs_) & ((1u << vcs_) - 1);
      if (mask == 0) continue;
      TimedCredit& credit = ports.credit_out[link].emplace_back();
      credit.cycle = cycle;
      credit.vc_mask = static_cast<std::uint8_t>(mask);
    }
    if (pulses >> (kRouterLinks * vcs_) == 0) return;
    for (unsigned lane = 0; lane < kRouterLanes; ++lane) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        lane_credits_[lane][vc] += pulses >> ((kRouterLinks + lane) * vcs_ + vc) & 1;
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

  void write_link_settings(const LinkSettings& link) {
    const auto set = [this](std::uint16_t address, std::int64_t value) {
      write(address, static_cast<std::uint32_t>(value));
    };
    set(ici_csr::kRetryTimeout, link.retry_timeout);
    set(ici_csr::kMaxRetries, link.max_retries);
    set(ici_csr::kKeepAlive, link.keep_alive);
    set(ici_csr::kSilenceLimit, link.silence_limit);
    set(ici_csr::kAutoRetrain, link.auto_retrain ? 1 : 0);
    set(ici_csr::kRetrainPause, link.retrain_pause);
    set(ici_csr::kTrainLimit, link.train_limit);
    set(ici_csr::kMaxTrainings, link.max_trainings);
  }

  /// Takes one cycle; the next one executes it.
  void request_write(std::uint16_t address, std::uint32_t value) {
    quiet_inputs();
    model_->csr_valid_i = 1;
    model_->csr_write_i = 1;
    model_->csr_addr_i = address;
    model_->csr_wdata_i = value;
    clock();
    model_->csr_valid_i = 0;
    model_->csr_write_i = 0;
  }

  void write(std::uint16_t address, std::uint32_t value) {
    request_write(address, value);
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

  /// The class was built with some parameter set: the router itself tells which.
  void read_parameters() {
    const std::uint32_t parameters = read(ici_csr::kParams);
    constexpr unsigned kWidth = 8 * (kCarriesData ? kFlitBytes : sizeof(std::uint64_t));
    vcs_ = parameters >> 16 & 15;
    if ((parameters & 0xffff) != kWidth || (parameters >> 20 & 15) != kRouterPorts ||
        vcs_ > kMaxVcs) {
      throw InternalError("router: the RTL was built with other parameters than its driver");
    }
    vc_bits_ = vcs_ > 2 ? 2 : 1;
    for (auto& lane : lane_credits_) lane.fill(read(ici_csr::kDepths) >> 16);
  }

  BufferStatus buffer(unsigned port, unsigned vc);

  VerilatedContext& context_;
  PinRecord* record_;
  std::atomic<std::uint64_t>* evaluation_time_;
  std::unique_ptr<Model> model_;
  unsigned vcs_ = 0;
  unsigned vc_bits_ = 0;
  std::array<std::array<unsigned, kMaxVcs>, kRouterLanes> lane_credits_{};
  FlitShadow shadow_;
  LanePackets packets_;
  int settling_ = 0;
  std::optional<std::uint8_t> enable_;  ///< links to be enabled when the router runs first
};

template <class Model, bool kLinkLayer>
RouteError VerilatedRouter<Model, kLinkLayer>::route_error() {
  RouteError error;
  error.count = read(ici_csr::kErrorCount);
  const std::uint32_t status = read(ici_csr::kErrorStatus);
  const std::uint32_t nodes = read(ici_csr::kErrorNodes);
  error.input_port = static_cast<int>(status >> 4 & 7);
  error.entry = static_cast<int>(status >> 16 & 0xff);
  error.cause = static_cast<int>(status >> 12 & 7);
  error.destination = static_cast<int>(nodes & 0xffff);
  error.source = static_cast<int>(nodes >> 16);
  error.sequence = read(ici_csr::kErrorSequence);
  return error;
}

template <class Model, bool kLinkLayer>
BufferStatus VerilatedRouter<Model, kLinkLayer>::buffer(unsigned port, unsigned vc) {
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

template <class Model, bool kLinkLayer>
std::vector<BufferStatus> VerilatedRouter<Model, kLinkLayer>::buffers() {
  std::vector<BufferStatus> occupied;
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const BufferStatus status = buffer(port, vc);
      if (status.flits > 0 || status.state != BufferStatus::kIdle) occupied.push_back(status);
    }
  }
  return occupied;
}

template <class Model, bool kLinkLayer>
RouterCounters VerilatedRouter<Model, kLinkLayer>::counters() {
  using ici_csr::Counter;
  RouterCounters counters;
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    counters.flits_in[port] = read(ici_csr::counter(port, Counter::kFlitsIn));
    counters.flits_out[port] = read(ici_csr::counter(port, Counter::kFlitsOut));
    counters.stall_cycles[port] = read(ici_csr::counter(port, Counter::kStallCycles));
  }
  return counters;
}

template <class Model, bool kLinkLayer>
std::array<LinkStatus, kRouterLinks> VerilatedRouter<Model, kLinkLayer>::links() {
  using ici_csr::LinkWord;
  std::array<LinkStatus, kRouterLinks> links;
  if constexpr (kLinkLayer) {
    for (unsigned link = 0; link < kRouterLinks; ++link) {
      const auto word = [&](LinkWord which) { return read(ici_csr::link_status(link, which)); };
      LinkStatus& status = links[link];
      status.state = static_cast<LinkStatus::State>(word(LinkWord::kState));
      status.crc_errors = word(LinkWord::kCrcErrors);
      status.replays = word(LinkWord::kReplays);
      status.trainings = word(LinkWord::kTrainings);
      status.downs = word(LinkWord::kDowns);
      status.dropped = word(LinkWord::kDropped);
      status.poisoned = word(LinkWord::kPoisoned);
      status.uncertain = word(LinkWord::kUncertain);
    }
  }
  return links;
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_RTL_DRIVER_H_
