// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_RTL_REPLAY_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_RTL_REPLAY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "systemc/ici/router.h"

namespace podsim {

/// What a Verilated router costs by itself. The input pins of a router with 64-bit flits are noted
/// at every clock while it runs in a fabric; then a fresh router gets them in a plain loop, without
/// driver, queues or neighbours. Both do the same, cycle by cycle.
class RtlReplay {
 public:
  RtlReplay();
  ~RtlReplay();
  RtlReplay(const RtlReplay&) = delete;
  RtlReplay& operator=(const RtlReplay&) = delete;

  /// The router whose pins are noted, after reset. Must end before this does.
  std::unique_ptr<Router> make_recorded(int node);
  /// Clocks noted so far, those of reset and configuration included.
  std::size_t clocks() const;

  /// Makes a fresh router and gives it the first `clocks`.
  void start(std::size_t clocks);
  /// Gives it the rest; the flits that left it then.
  std::uint64_t finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_RTL_REPLAY_H_
