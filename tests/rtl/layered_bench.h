// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_LAYERED_BENCH_H_
#define PODSIM_TESTS_RTL_LAYERED_BENCH_H_

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "router_model.h"
#include "systemc/ici/cycle/layered_router.h"

namespace podsim::rtl_test {

constexpr unsigned kLanes = kPorts - kLinks;

/// What random stimuli do to a router with link layer; chances are per cycle and port.
struct LinkStimuli {
  double gap = 0.3;       ///< a lane sends nothing
  double read = 0.2;      ///< a register is read
  double flip = 0.0;      ///< a frame arrives with one bit inverted
  double drop = 0.0;      ///< a frame does not arrive
  double noise = 0.0;     ///< a frame of random bits arrives
  double silence = 0.0;   ///< a wire goes dead for up to `longest_silence` cycles
  double misfit = 0.0;    ///< a training frame tells of another configuration
  double retrain = 0.0;   ///< links are told to train again
  double disable = 0.0;   ///< links are disabled or enabled
  double settings = 0.0;  ///< a setting of the link layer changes
  double poison = 0.02;   ///< a packet ends poisoned
  int longest = 9;        ///< flits of a packet
  unsigned longest_silence = 1500;
};

/// RTL and twin of a router with link layer side by side on the same inputs. Its links are joined
/// to each other (0 with 2, 1 with 3) by wires with a flight time that lose and damage frames. All
/// outputs are compared in every cycle, fields of a port only while it shows something; the CRC of
/// every frame is held against a bitwise one.
class LayeredBench {
 public:
  LayeredBench(std::unique_ptr<RouterModel> rtl, const LinkStimuli& stimuli, unsigned seed);

  /// Runs until `flits` flits have left on lanes. Gives the first difference, or nothing.
  std::string run(std::uint64_t flits);
  std::uint64_t cycle() const { return cycle_; }
  std::uint64_t flits_out() const { return flits_out_; }
  /// What the links of the twin went through.
  LinkStatus totals() const;

 private:
  struct Wire {
    std::deque<std::optional<LinkFrame>> flight;
    unsigned silent = 0;  ///< cycles that it stays dead
  };

  void queue_setup();
  void choose_inputs();
  void inject(unsigned lane);
  void choose_request();
  CsrRequest random_write();
  CsrRequest random_read();
  void drive_rtl();
  void drive_twin();
  LinkFrame frame_of(unsigned link) const;
  void note_outputs();
  void launch(unsigned link, std::optional<LinkFrame> frame);
  void damage(LinkFrame& frame);
  LinkFrame noise();
  std::string compare() const;
  std::string compare_frame(unsigned link, const LinkFrame& rtl) const;
  std::string compare_lane(unsigned lane, const Flit& rtl) const;
  std::uint32_t crc_of(const LinkFrame& frame) const;
  bool chance(double p) { return p > 0 && std::uniform_real_distribution<>(0, 1)(random_) < p; }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::unique_ptr<RouterModel> rtl_;
  Shape shape_;
  podsim::cycle::LayeredRouter twin_;
  LinkStimuli stimuli_;
  unsigned seed_;
  std::mt19937 random_;
  std::array<Wire, kLinks> wires_;  ///< by the link at their end
  std::deque<CsrRequest> setup_;
  std::array<std::optional<LinkFrame>, kLinks> frames_in_;
  std::array<std::optional<Flit>, kLanes> lanes_in_;
  CsrRequest request_;
  std::array<std::array<unsigned, kMaxVcs>, kLanes> credits_{};  ///< of the lanes
  std::array<std::array<unsigned, kMaxVcs>, kLanes> left_{};     ///< flits of the packet going in
  std::uint64_t cycle_ = 0;
  std::uint64_t flits_out_ = 0;
};

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_LAYERED_BENCH_H_
