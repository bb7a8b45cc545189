// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_CYCLE_LAYERED_ROUTER_H_
#define PODSIM_SYSTEMC_ICI_CYCLE_LAYERED_ROUTER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/ici/cycle/link.h"
#include "systemc/ici/cycle/router_core.h"

namespace podsim::cycle {

/// What is on the input pins of a router with link layer at an edge.
struct LayeredInputs {
  std::array<const LinkFrame*, kRouterLinks> frames{};  ///< or null
  std::array<const Flit*, kRouterLanes> lanes{};        ///< or null; data are copied
  const CsrRequest* request = nullptr;
};

/// Twin of ici_router.sv with LinkLayer = 1: the switch with a link layer on each of its links.
class LayeredRouter {
 public:
  LayeredRouter(const Shape& shape, int replay_depth, int node);

  void step(const LayeredInputs& in);

  const LinkFrame* frame_out(int link) const { return links_[index(link)].frame_out(); }
  /// Lanes that show a flit, one bit a lane; its data live until the next step.
  std::uint32_t lanes_out() const { return core_.out_valid() >> kRouterLinks; }
  const Flit& lane_out(int lane) const { return core_.out(kRouterLinks + lane); }
  /// Input channels of lanes that a flit left, as RouterCore::credit_out.
  std::uint32_t credit_out() const;
  std::optional<std::uint32_t> answer() const { return core_.answer(); }
  bool error() const { return core_.error(); }
  bool busy() const;

  RouterCore& core() { return core_; }
  const RouterCore& core() const { return core_; }
  const Link& link(int link) const { return links_[index(link)]; }
  LinkSettings& settings() { return settings_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  SwitchSide side_of(int link, std::uint8_t home, std::uint8_t owned) const;
  void accept(int port, const Flit& flit);
  std::uint32_t answer_of(std::uint16_t address) const;
  void write_setting(const CsrRequest& request);

  RouterCore core_;
  std::vector<Link> links_;
  LinkSettings settings_;
  std::array<Flit, kRouterLinks> core_out_;  ///< on the switch's pins before the edge
  // Data of the flits inside the switch: twice as many as a channel's buffer holds, in turn.
  std::vector<std::vector<FlitData>> store_;
  std::vector<std::uint32_t> next_in_store_;
};

}  // namespace podsim::cycle

#endif  // PODSIM_SYSTEMC_ICI_CYCLE_LAYERED_ROUTER_H_
