// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_RTL_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_RTL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/base/host_profile.h"
#include "systemc/ici/router.h"

/// The router as Verilated RTL (rtl/). The only place that knows Verilated classes.
namespace podsim {

/// A value outside the RTL that is to be in the waves beside it: at each dump the file gets what it
/// is then.
struct TracedValue {
  std::string scope;  ///< "chip_2_1"
  std::string name;
  int bits = 1;  ///< at most 64
  std::uint64_t value = 0;
};

/// All routers of a pod share one factory: one Verilated class, one context, N instances.
class RtlRouters {
 public:
  /// `profile`, if not null, receives the time of evaluations and waves.
  explicit RtlRouters(HostProfile* profile = nullptr);
  ~RtlRouters();
  RtlRouters(const RtlRouters&) = delete;
  RtlRouters& operator=(const RtlRouters&) = delete;

  /// A router after reset, all links disabled, empty tables; with or without its link layer.
  std::unique_ptr<Router> make(int node, bool link_layer = false);
  /// The same with flits of 64 bits: data pass beside it.
  std::unique_ptr<Router> make_handle(int node);
  /// The same, built with tracing; `scope` is its name in the waves ("router_2_1").
  std::unique_ptr<Router> make_traced(int node, const std::string& scope, bool link_layer = false);

  /// Opens an FST file with all traced routers made so far, and `values`, which must outlive it.
  /// Throws UserError WAVE-001 if it cannot be written.
  void open_waves(const std::string& file, std::uint64_t maximum_bytes,
                  const std::vector<std::unique_ptr<TracedValue>>& values = {});
  /// Writes the present values at a time in ps, at which the clock has risen.
  void dump_rise(std::uint64_t time);
  /// The same at the falling edge of the clock.
  void dump_fall(std::uint64_t time);
  /// The same at a time of neither: something outside the routers has changed.
  void dump_between(std::uint64_t time);
  /// Whether tracing stopped because the file reached its largest size.
  bool waves_truncated() const;
  void close_waves();

 private:
  class State;
  void write(std::uint64_t time);
  std::unique_ptr<State> state_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_RTL_H_
