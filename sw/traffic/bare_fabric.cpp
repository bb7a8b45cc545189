// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/bare_fabric.h"

#include <exception>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/ici/router_factory.h"
#include "systemc/pod/router_plan.h"

namespace podsim::traffic {

/// Schedules one window after the other.
class BareFabric::Loop : public sc_core::sc_module {
 public:
  Loop(const sc_core::sc_module_name& name, Fabric& fabric) : sc_module(name), fabric_(fabric) {
    SC_HAS_PROCESS(Loop);
    SC_METHOD(after_window);
    sensitive << fabric.window_opened();
    dont_initialize();
  }
  std::function<bool(Cycle)> more;
  std::exception_ptr failure;  ///< of `more`: the kernel would wrap it

 private:
  void after_window() {
    if (wanted()) {
      fabric_.schedule(fabric_.window_to());
    } else {
      sc_core::sc_pause();
    }
  }
  bool wanted() {
    try {
      return more(fabric_.window_to());
    } catch (...) {
      failure = std::current_exception();
      return false;
    }
  }
  Fabric& fabric_;
};

BareFabric::BareFabric(const PodParameters& parameters, const Topology& topology,
                       const RoutingTables& tables, int layer_shift, int packet_flits,
                       const RouterMaker& maker)
    : topology_(topology) {
  IciParameters ici = parameters.ici;
  ici.packet_payload_bytes = (packet_flits - 1) * kFlitBytes;
  fabric_ = std::make_unique<Fabric>("fabric", ici, topology_.chips(),
                                     static_cast<int>(parameters.threads));
  const std::vector<RouterModel> plan =
      plan_routers(topology_, static_cast<RouterModel>(parameters.ici.model), parameters.routers);
  for (const int node : topology_.live_chips()) {
    std::unique_ptr<Router> router = maker ? maker(node) : nullptr;
    if (!router) {
      router = make_router(plan[static_cast<std::size_t>(node)], node, rtl_,
                           {parameters.ici.link_layer, topology_.chips(),
                            static_cast<std::uint64_t>(parameters.ici.clock_hz)});
    }
    fabric_->set_router(node, std::move(router));
    load(node, tables, {0, layer_shift, ici.link});
  }
  loop_ = std::make_unique<Loop>("loop", *fabric_);
}

BareFabric::~BareFabric() = default;

void BareFabric::load(int node, const RoutingTables& tables, RouterSettings settings) {
  for (int port = 0; port < kLinkPorts; ++port) {
    const std::optional<int> other = topology_.neighbour(node, port);
    if (!other) continue;
    settings.link_mask = static_cast<std::uint8_t>(settings.link_mask | 1u << port);
    fabric_->connect(node, port, *other, opposite(port));
  }
  Router& router = fabric_->router(node);
  router.configure(settings);
  for (int port = 0; port < kPorts; ++port) {
    for (int to = 0; to < tables.chips(); ++to) {
      // Models begin with tables of zeros, which are not valid.
      if (tables.entry(node, port, to).valid) {
        router.write_route(port, to, tables.byte(node, port, to));
      }
    }
  }
}

void BareFabric::run(std::function<bool(Cycle)> more) {
  loop_->more = std::move(more);
  fabric_->schedule(fabric_->window_to());
  sc_core::sc_start();
  fabric_->rethrow_failure();
  fabric_->rethrow_failure();
  if (loop_->failure) std::rethrow_exception(std::exchange(loop_->failure, nullptr));
}

}  // namespace podsim::traffic
