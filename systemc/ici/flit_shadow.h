// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_FLIT_SHADOW_H_
#define PODSIM_SYSTEMC_ICI_FLIT_SHADOW_H_

#include <array>
#include <cstdint>
#include <optional>

#include "systemc/ici/router.h"

namespace podsim {

/// Follows flits through a router that knows nothing of their handles: which handle went in as the
/// flit that now comes out. It uses only what every router keeps: order within an input's virtual
/// channel, and no interleaving of packets within an output's. Packets that the router dropped are
/// noticed by the next one behind them.
class FlitShadow {
 public:
  void enter(unsigned port, const Flit& flit) { input(port, flit.vc).push(flit); }

  /// The data of the flit that comes out of `port` as `flit` (its data are not set); nothing if no
  /// such flit went in.
  std::optional<const FlitData*> leave(unsigned port, const Flit& flit);

 private:
  using Input = RingQueue<Flit>;

  Input& input(unsigned port, unsigned vc) { return inputs_[port * kMaxVcs + vc]; }
  Input* owner_of(std::uint64_t head_word);

  std::array<Input, kRouterPorts * kMaxVcs> inputs_;
  std::array<Input*, kRouterPorts * kMaxVcs> owner_{};  // by output port and virtual channel
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_FLIT_SHADOW_H_
