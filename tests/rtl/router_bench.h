// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_ROUTER_BENCH_H_
#define PODSIM_TESTS_RTL_ROUTER_BENCH_H_

#include <deque>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "router_model.h"
#include "rtl/ici_csr.h"

namespace podsim::rtl_test {

/// A packet to inject. The payload is a function of source and sequence, so that whoever gets
/// a flit knows every bit it must have.
struct Packet {
  unsigned destination = 0;
  unsigned lane = 0;
  unsigned source = 0;  ///< tests put the input port here
  std::uint32_t sequence = 0;
  unsigned flits = 1;
};

/// Flit `index` of a packet.
Flit flit_of(const Packet& packet, unsigned index, unsigned vc, const Shape& shape);

/// A flit that left the router, and when.
struct Departure {
  std::uint64_t cycle = 0;
  unsigned port = 0;
  Flit flit;
};

/// Surroundings of one router: a credit-counting source a (port, VC), sinks that give credits
/// back, the CSR bus, and a scoreboard. Every flit that leaves is checked: packets whole, not
/// interleaved within an (output port, VC), in order per (source, input VC, output port, VC),
/// none lost, none twice, every bit right. A violation throws std::runtime_error.
class RouterBench {
 public:
  explicit RouterBench(Variant variant, unsigned reset_seed = 0);

  RouterModel& model() { return *model_; }
  const Shape& shape() const { return model_->shape(); }
  std::uint64_t cycle() const { return cycle_; }

  void reset();
  void write(std::uint16_t address, std::uint32_t data);
  std::uint32_t read(std::uint16_t address);
  void route_all(unsigned destination, std::uint8_t entry);
  void route(unsigned port, unsigned destination, std::uint8_t entry);

  /// Queue a packet at the source of (port, vc). `expect_port` none: the router must drain it.
  void send(unsigned port, unsigned vc, const Packet& packet, std::optional<unsigned> expect_port,
            unsigned expect_vc);

  /// One cycle. `gap` and `hold` are chances, 0 to 1, that a source or a credit waits.
  void step();
  /// Steps until all is quiet; throws after `limit` cycles.
  void drain(std::uint64_t limit = 100000);
  void run(unsigned cycles);

  void set_gap(double chance) { gap_ = chance; }
  void set_hold(double chance) { hold_ = chance; }
  void set_skip_idle(bool skip) { skip_ = skip; }
  void seed(unsigned value) { random_.seed(value); }

  bool quiet() const;
  std::uint64_t skipped() const { return skipped_; }
  const std::vector<Departure>& departures() const { return departures_; }
  /// Hash of everything that left so far, with its cycle.
  std::uint64_t digest() const { return digest_; }

 private:
  struct Queued {
    Packet packet;
    unsigned sent = 0;
  };
  struct Source {
    std::deque<Queued> packets;
    unsigned credits = 0;
  };
  struct Open {
    Packet packet;
    unsigned next = 0;
  };
  using Key = std::tuple<unsigned, unsigned, unsigned>;  // source, output port, output VC

  void tick(const CsrRequest& csr);
  Pins inputs();
  void inject(Pins& in, unsigned port);
  void give_credits(Pins& in);
  void collect();
  void check(unsigned port, const Flit& flit);
  bool chance(double p) { return p > 0 && std::uniform_real_distribution<>(0, 1)(random_) < p; }

  std::unique_ptr<RouterModel> model_;
  std::array<std::array<Source, kMaxVcs>, kPorts> sources_;
  std::array<std::array<unsigned, kMaxVcs>, kPorts> owed_{};     // credits the sinks hold back
  std::array<std::array<unsigned, kMaxVcs>, kPorts> pending_{};  // flits inside, by input
  std::array<unsigned, kPorts> turn_{};
  std::map<Key, std::deque<Packet>> expected_;
  std::map<std::pair<unsigned, unsigned>, Open> open_;
  std::vector<Departure> departures_;
  std::mt19937 random_{1};
  std::uint64_t cycle_ = 0;
  std::uint64_t skipped_ = 0;
  std::uint64_t digest_ = 14695981039346656037ULL;
  double gap_ = 0;
  double hold_ = 0;
  bool skip_ = false;
};

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_ROUTER_BENCH_H_
