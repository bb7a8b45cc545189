// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_TWIN_BENCH_H_
#define PODSIM_TESTS_RTL_TWIN_BENCH_H_

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>

#include "router_model.h"
#include "systemc/ici/cycle/router_core.h"

namespace podsim::rtl_test {

/// What random stimuli do; chances are per cycle and port or channel.
struct Stimuli {
  double gap = 0.3;       ///< a source sends nothing
  double hold = 0.3;      ///< a sink keeps a credit back
  double read = 0.2;      ///< a register is read
  double rewrite = 0.0;   ///< a table entry or a link enable is written
  double poison = 0.02;   ///< a packet ends poisoned
  double headless = 0.0;  ///< a packet comes without its head
  int longest = 9;        ///< flits of a packet
};

/// RTL and twin side by side on the same random inputs. All outputs are compared in every cycle,
/// fields of a port only while it shows a flit.
class TwinBench {
 public:
  TwinBench(Variant variant, const Stimuli& stimuli, unsigned seed)
      : TwinBench(make_router(variant), stimuli, seed) {}
  TwinBench(std::unique_ptr<RouterModel> rtl, const Stimuli& stimuli, unsigned seed);

  /// Runs cycles until `flits` flits have come out. Gives the first difference, or nothing.
  std::string run(std::uint64_t flits);
  std::uint64_t cycle() const { return cycle_; }
  std::uint64_t flits_out() const { return flits_out_; }

 private:
  void load_tables();
  std::string step(bool reset);
  void choose_inputs();
  void inject(unsigned port);
  void give_credits();
  void choose_request();
  void drive_twin();
  std::string compare();
  void note_outputs();
  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::unique_ptr<RouterModel> rtl_;
  Shape shape_;
  podsim::cycle::RouterCore twin_;
  Stimuli stimuli_;
  unsigned seed_;
  std::mt19937 random_;
  Pins in_;
  CsrRequest request_;
  std::deque<FlitData> data_;  ///< of all flits: one may be stuck while thousands pass
  std::array<std::array<unsigned, kMaxVcs>, kPorts> credits_{};  ///< of the sources
  std::array<std::array<unsigned, kMaxVcs>, kPorts> owed_{};     ///< by the sinks
  std::array<std::array<unsigned, kMaxVcs>, kPorts> left_{};     ///< flits of the packet going in
  std::uint64_t cycle_ = 0;
  std::uint64_t flits_out_ = 0;
};

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_TWIN_BENCH_H_
