// SPDX-License-Identifier: Apache-2.0
// How far a core runs at a time never changes what it does, nor when: random programs under random
// limits give one digest, one cycle count and one list of stalls.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

/// What happens to a core from outside, at its time.
struct Happening {
  Picoseconds at;
  int semaphore;
  std::uint32_t amount;
};

/// A random straight program with loops that uses every unit, waits, signals and transfers.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {}

  std::string text() {
    out_ << "vlane v1\nvi2f v1, v1\nvexp v2, v1\nmwl mxu0, v1\nmlatch mxu0\nmwl mxu1, v2\n"
            "mlatch mxu1\n";
    for (int i = 0; i < 12; ++i) block();
    out_ << "dwait\nhalt\n";
    return out_.str();
  }
  /// Amounts that the program takes from each of the semaphores 0..3.
  const std::array<std::uint32_t, 4>& taken() const { return taken_; }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  std::string scalar() { return "s" + std::to_string(1 + below(6)); }
  std::string vector() { return "v" + std::to_string(1 + below(6)); }

  void block() {
    if (below(3) == 0) return loop();
    for (int i = 0; i < 5; ++i) line();
    meeting();
  }
  void loop() {
    const std::string end = "e" + std::to_string(labels_++);
    out_ << "sloop " << 1 + below(4) << ", " << end << "\n";
    for (int i = 0; i < 4; ++i) line();
    out_ << end << ": snop\n";
  }
  void line() {
    const std::string a = scalar();
    const std::string v = vector();
    switch (below(13)) {
      case 0:
        out_ << "smul " << a << ", " << scalar() << ", 7\n";
        break;
      case 1:
        out_ << "{ scyc " << a << " ; vaddf " << v << ", " << vector() << ", " << vector()
             << " }\n";
        break;
      case 2:
        out_ << "sld " << a << ", [" << below(64) << "]\n";
        break;
      case 3:
        out_ << "sst " << a << ", [" << below(64) << "]\n";
        break;
      case 4:
        out_ << "{ vld " << v << ", [" << 8 * below(8) << "] ; vmulf v7, v2, " << vector()
             << " }\n";
        break;
      case 5:
        out_ << "vst " << v << ", [" << 8 * below(8) << "]\n";
        break;
      case 6:
        out_ << "mmul mxu0, " << v << "\nmmul mxu1, " << v << "\nmpop " << vector()
             << ", mxu0\nmpop v8, mxu1\n";
        break;
      case 7:
        out_ << "xsum " << v << "\nxrot " << v << ", " << a << "\nxpop " << vector()
             << "\nxpop v8\n";
        break;
      case 8:
        out_ << "delay " << below(20) << "\n";
        break;
      case 9:
        out_ << "rdsem " << a << ", " << below(4) << "\n";
        break;
      case 10:
        for (int i = 0; i < 6; ++i) out_ << "mmul mxu0, " << v << "\n";
        for (int i = 0; i < 6; ++i) out_ << "mpop " << v << ", mxu0\n";
        break;
      case 11:
        out_ << "vrsqrt " << v << ", " << vector() << "\n";
        break;
      default:
        out_ << "sbr l" << labels_ << "\nsnop\nl" << labels_ << ": sadd " << a << ", " << a
             << ", 1\n";
        ++labels_;
        break;
    }
  }
  void meeting() {
    const auto semaphore = static_cast<std::size_t>(below(4));
    const auto amount = static_cast<std::uint32_t>(1 + below(100));
    switch (below(3)) {
      case 0:
        out_ << "rsig 3, " << semaphore << ", " << amount << "\n";
        break;
      case 1:
        out_ << "dma " << 16 * below(4) << "\n";
        break;
      default:
        taken_[semaphore] += amount;
        out_ << "{ wait " << semaphore << ", " << amount << " ; scyc s5 ; vmov v5, v6 }\n";
        break;
    }
  }

  std::mt19937 random_;
  std::ostringstream out_;
  std::array<std::uint32_t, 4> taken_{};
  int labels_ = 0;
};

/// Random raises at random times that add up to what the program takes.
std::vector<Happening> happenings(std::mt19937& random, std::array<std::uint32_t, 4> left) {
  std::vector<Happening> list;
  Picoseconds at = 0;
  while (left != std::array<std::uint32_t, 4>{}) {
    at += random() % 60000;
    const std::size_t semaphore = random() % 4;
    const std::uint32_t amount = std::min<std::uint32_t>(left[semaphore], 1 + random() % 90);
    left[semaphore] -= amount;
    list.push_back({at, static_cast<int>(semaphore), amount});
  }
  return list;
}

/// A core whose environment keeps a transfer unread for a while after its start.
struct Run {
  explicit Run(const std::vector<isa::Bundle>& program) { bench.core.start(program, 500); }

  /// Runs to `time`, in steps of random length unless `steps` is null.
  void advance(Picoseconds time, std::mt19937* steps) {
    while (true) {
      const Picoseconds target = std::min(time, next_read());
      const Picoseconds next = bench.core.next_time();
      if (next < target) {
        // The core returns after a start of a transfer, so a later read is never passed.
        const Picoseconds step = steps != nullptr ? next + 1 + (*steps)() % 20000 : kNever;
        bench.core.run_until(std::min(target, step));
      } else if (next_read() != kNever && next_read() <= time) {
        finish_read();
      } else {
        return;
      }
    }
  }

  /// Each transfer is read out 30 ns after its start.
  Picoseconds next_read() const {
    return read < bench.transfers.size() ? bench.transfers[read].at + 30000 : kNever;
  }
  void finish_read() {
    const Picoseconds at = next_read();
    ++read;
    bench.unread = static_cast<int>(bench.transfers.size() - read);
    bench.core.smem().write(60, static_cast<std::uint32_t>(read));
    bench.core.transfer_read(at);
  }

  struct Bench : CoreBench {
    void start_dma(const DmaDescriptor& descriptor, Picoseconds at) override {
      CoreBench::start_dma(descriptor, at);
      ++unread;
    }
  };
  Bench bench;
  std::size_t read = 0;
};

std::string signature(Run& run) {
  std::ostringstream out;
  out << std::hex << run.bench.core.digest() << std::dec << " cycle " << run.bench.core.cycle()
      << " state " << static_cast<int>(run.bench.core.state()) << " "
      << run.bench.core.fault().message << " bundles " << run.bench.core.counters().bundles;
  for (const StallEvent& s : run.bench.stall_events) {
    out << "\n" << name(s.cause) << " " << s.from << " " << s.to << " " << s.bundle;
  }
  for (const CoreBench::Dma& d : run.bench.transfers) out << "\ndma " << d.at << d.descriptor[3];
  for (const CoreBench::Signal& s : run.bench.signals) out << "\nsignal " << s.at << s.amount;
  return out.str();
}

std::string signature(const std::vector<isa::Bundle>& program,
                      const std::vector<Happening>& outside, std::mt19937* steps,
                      std::array<std::uint64_t, kStallCauses>& stalls) {
  Run run(program);
  for (const Happening& h : outside) {
    run.advance(h.at, steps);
    run.bench.core.raise_semaphore(h.semaphore, h.amount, h.at);
  }
  run.advance(kNever, steps);
  EXPECT_EQ(run.bench.core.state(), CoreState::kHalted) << run.bench.core.fault().message;
  for (std::size_t i = 0; i < stalls.size(); ++i) {
    stalls[i] += run.bench.core.counters().stall_cycles[i];
  }
  return signature(run);
}

TEST(RunAhead, NeverChangesAResultOrACycle) {
  std::array<std::uint64_t, kStallCauses> stalls{};
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    RandomProgram generator(seed);
    const std::vector<isa::Bundle> program = bundles(generator.text());
    std::mt19937 random(seed + 1000);
    const std::vector<Happening> outside = happenings(random, generator.taken());
    const std::string expected = signature(program, outside, nullptr, stalls);
    for (int round = 0; round < 4; ++round) {
      ASSERT_EQ(signature(program, outside, &random, stalls), expected) << "seed " << seed;
    }
  }
  for (int i = 0; i < kStallCauses; ++i) {
    const auto cause = static_cast<StallCause>(i);
    if (cause == StallCause::kBarrierWait) continue;  // the programs have no barrier
    EXPECT_GT(stalls[static_cast<std::size_t>(i)], 0u) << name(cause);
  }
}

}  // namespace
}  // namespace podsim::test
