// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_tlm.h"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/ici/packet.h"
#include "systemc/ici/tlm/packet_switch.h"

namespace podsim {
namespace {

using tlm_ici::PacketExtension;
using tlm_ici::PacketSwitch;
using tlm_ici::PacketTransaction;

/// Makes transactions of what comes to the ports, and ports' entries of transactions.
class TlmRouter final : public Router, public sc_core::sc_module {
 public:
  TlmRouter(const sc_core::sc_module_name& name, const tlm_ici::SwitchShape& shape,
            const Clock& clock)
      : sc_module(name), feed_("feed"), sink_("sink"), switch_("switch", shape, clock) {
    feed_.register_nb_transport_bw(this, &TlmRouter::freed);
    sink_.register_nb_transport_fw(this, &TlmRouter::leave);
    feed_.bind(switch_.in);
    switch_.out.bind(sink_);
  }

  bool takes_trains() const override { return true; }

  void run(Cycle from, Cycle to, RouterPorts& ports) override {
    ports_ = &ports;
    to_ = to;
    for (int link = 0; link < kRouterLinks; ++link) {
      take_credits(link, ports.credit_in[index(link)]);
      auto& flits = ports.link_in[index(link)];
      for (; !flits.empty() && flits.front().cycle < to; flits.pop()) {
        feed(link, flits.front().cycle, flits.front().flit);
      }
    }
    for (int lane = 0; lane < kRouterLanes; ++lane) fill_lane(lane, from);
    switch_.run(from, to);
  }

  void write_route(int port, int destination, std::uint8_t entry) override {
    switch_.write_route(port, destination, entry);
  }
  void configure(const RouterSettings& settings) override { switch_.configure(settings); }
  bool idle() const override { return switch_.idle(); }
  bool has_error() const override { return switch_.first_error().count != 0; }
  RouteError route_error() override { return switch_.first_error(); }
  std::vector<BufferStatus> buffers() override { return switch_.buffers(); }
  RouterCounters counters() override { return switch_.counters(); }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void take_credits(int link, RingQueue<TimedCredit>& credits) {
    for (; !credits.empty() && credits.front().cycle < to_; credits.pop()) {
      const TimedCredit& credit = credits.front();
      for (unsigned set = credit.vc_mask; set != 0; set &= set - 1) {
        switch_.return_credits(link, __builtin_ctz(set), credit.cycle, credit.count);
      }
    }
  }

  /// Hands flits to the switch in pieces of the size that it moves.
  void feed(int port, Cycle cycle, const Flit& train) {
    for (int done = 0; done < train.count; done += PacketSwitch::kPiece) {
      const int flits = std::min<int>(PacketSwitch::kPiece, train.count - done);
      PacketTransaction& transaction = pool_.take();
      transaction.payload.set_command(tlm::TLM_WRITE_COMMAND);
      transaction.payload.set_data_ptr(reinterpret_cast<unsigned char*>(&transaction));
      PacketExtension& extension = transaction.extension;
      extension.port = port;
      extension.cycle = cycle + static_cast<Cycle>(done);
      extension.flits = piece_of(train, done, flits);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      feed_->nb_transport_fw(transaction.payload, phase, delay);
    }
  }

  static Flit piece_of(const Flit& train, int from, int flits) {
    Flit piece = train;
    piece.head = train.head && from == 0;
    piece.head_word = piece.head ? train.head_word : 0;
    piece.tail = train.tail && from + flits == train.count;
    piece.count = static_cast<std::uint16_t>(flits);
    if (train.data != nullptr) piece.data = train.data + from;
    return piece;
  }

  /// Lets packets into a lane's buffer while it has room, one flit a cycle.
  void fill_lane(int lane, Cycle earliest) {
    auto& queue = ports_->lane_in[index(lane)];
    Cycle& free = lane_free_[index(lane)];
    while (!queue.empty()) {
      const Flit& train = queue.front().flit;
      const Cycle cycle = std::max({queue.front().cycle, free, earliest});
      if (cycle >= to_ || !switch_.has_room(kRouterLinks + lane, train.vc, train.count)) return;
      feed(kRouterLinks + lane, cycle, train);
      free = cycle + train.count;
      if (train.tail) ports_->lane_taken[index(lane)].push_back(free - 1);
      queue.pop();
    }
  }

  /// The switch has freed the buffer of a piece.
  tlm::tlm_sync_enum freed(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    auto* transaction = reinterpret_cast<PacketTransaction*>(payload.get_data_ptr());
    const PacketExtension& extension = transaction->extension;
    const int port = extension.port;
    const Cycle cycle = extension.cycle;
    if (port < kRouterLinks) {
      ports_->credit_out[index(port)].push_back(
          {cycle, static_cast<std::uint8_t>(1u << extension.flits.vc), extension.flits.count});
    }
    pool_.give_back(*transaction);
    if (port >= kRouterLinks) fill_lane(port - kRouterLinks, cycle + 1);
    return tlm::TLM_COMPLETED;
  }

  tlm::tlm_sync_enum leave(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    const auto* extension = payload.get_extension<PacketExtension>();
    auto& out = extension->port < kRouterLinks
                    ? ports_->link_out[index(extension->port)]
                    : ports_->lane_out[index(extension->port - kRouterLinks)];
    out.push_back({extension->cycle, extension->flits});
    return tlm::TLM_COMPLETED;
  }

  tlm_utils::simple_initiator_socket<TlmRouter> feed_;
  tlm_utils::simple_target_socket<TlmRouter> sink_;
  PacketSwitch switch_;
  tlm_ici::TransactionPool pool_;
  RouterPorts* ports_ = nullptr;
  Cycle to_ = 0;
  std::array<Cycle, kRouterLanes> lane_free_{};
};

}  // namespace

std::unique_ptr<Router> make_tlm_router(int node, const Clock& clock, int table_entries) {
  tlm_ici::SwitchShape shape;
  shape.table_entries = table_entries;
  return std::make_unique<TlmRouter>(fmt::format("tlm_router_{}", node).c_str(), shape, clock);
}

}  // namespace podsim
