// SPDX-License-Identifier: Apache-2.0
#include "tests/firmware/microprograms/instant_pod.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace podsim::test {
namespace {

/// Least time of a transfer, and so the length of a window in which cores run on their own.
constexpr Picoseconds kFlight = 100'000;
/// Transfers take up to this many times longer, so that they overtake each other.
constexpr std::uint32_t kSpread = 30;

TensorCore& ref(const std::unique_ptr<TensorCore>& core) { return *core; }

}  // namespace

class InstantPod::Environment : public CoreEnvironment {
 public:
  Environment(InstantPod& pod, int core) : pod_(pod), core_(core) {}

  void start_dma(const DmaDescriptor& descriptor, Picoseconds at) override {
    pod_.start_dma(core_, descriptor, at);
  }
  void send_signal(std::int32_t target, std::int32_t semaphore, std::uint32_t amount,
                   Picoseconds at) override {
    pod_.send({at + kFlight, target, isa::Space::kVmem, {}, {}, semaphore, amount});
  }
  int unread_transfers() const override { return 0; }

 private:
  InstantPod& pod_;
  int core_;
};

InstantPod::InstantPod(int cores, Observer& observer) : hbm_(static_cast<std::size_t>(cores)) {
  for (int i = 0; i < cores; ++i) {
    environments_.push_back(std::make_unique<Environment>(*this, i));
    cores_.push_back(std::make_unique<TensorCore>(
        fmt::format("core{}", i).c_str(), CoreParameters{}, i, *environments_.back(), observer));
  }
}

InstantPod::~InstantPod() = default;

HostRow InstantPod::read_row(int core, isa::Space space, std::int64_t row) const {
  const auto index = static_cast<std::size_t>(core);
  HostRow value{};
  if (space == isa::Space::kHbm) {
    const auto found = hbm_[index].find(row);
    return found == hbm_[index].end() ? value : found->second;
  }
  std::memcpy(value.data(), cores_[index]->vmem().row(static_cast<std::uint32_t>(row)),
              isa::kRowBytes);
  return value;
}

void InstantPod::write_row(int core, isa::Space space, std::int64_t row, const HostRow& value) {
  const auto index = static_cast<std::size_t>(core);
  if (space == isa::Space::kHbm) {
    hbm_[index][row] = value;
  } else {
    cores_[index]->vmem().write_rows(static_cast<std::uint32_t>(row), 1, value.data());
  }
}

void InstantPod::write_hbm(int core, std::int64_t row, const std::vector<HostRow>& rows) {
  for (const HostRow& value : rows) write_row(core, isa::Space::kHbm, row++, value);
}

std::vector<HostRow> InstantPod::read_hbm(int core, std::int64_t row, int rows) const {
  std::vector<HostRow> result;
  for (int i = 0; i < rows; ++i) result.push_back(read_row(core, isa::Space::kHbm, row + i));
  return result;
}

void InstantPod::write_vmem(int core, int row, const std::vector<HostRow>& rows) {
  for (const HostRow& value : rows) write_row(core, isa::Space::kVmem, row++, value);
}

std::vector<HostRow> InstantPod::read_vmem(int core, int row, int rows) const {
  std::vector<HostRow> result;
  for (int i = 0; i < rows; ++i) result.push_back(read_row(core, isa::Space::kVmem, row + i));
  return result;
}

void InstantPod::write_smem(int core, int word, const std::vector<std::int32_t>& values) {
  for (const std::int32_t value : values) {
    cores_[static_cast<std::size_t>(core)]->smem().write(static_cast<std::uint32_t>(word++),
                                                         static_cast<std::uint32_t>(value));
  }
}

void InstantPod::send(Message message) {
  // A linear congruential generator (Numerical Recipes): the same delays in every run.
  delay_state_ = delay_state_ * 1664525U + 1013904223U;
  message.at += kFlight * ((delay_state_ >> 16U) % kSpread);
  messages_.emplace(message.at, std::move(message));
}

void InstantPod::start_dma(int source, const DmaDescriptor& d, Picoseconds at) {
  const int target = d[isa::kDmaTarget] < 0 ? source : d[isa::kDmaTarget];
  Message message{at + kFlight,
                  target,
                  static_cast<isa::Space>(d[isa::kDmaTargetSpace]),
                  {},
                  {},
                  d[isa::kDmaReceiveSemaphore],
                  0};
  for (int block = 0; block < d[isa::kDmaBlocks]; ++block) {
    for (int row = 0; row < d[isa::kDmaBlockRows]; ++row) {
      message.targets.push_back(d[isa::kDmaTargetRow] + block * d[isa::kDmaTargetStride] + row);
      message.rows.push_back(
          read_row(source, static_cast<isa::Space>(d[isa::kDmaSourceSpace]),
                   d[isa::kDmaSourceRow] + block * d[isa::kDmaSourceStride] + row));
    }
  }
  message.amount = static_cast<std::uint32_t>(message.rows.size() * isa::kRowBytes);
  send(
      {at + kFlight, source, isa::Space::kVmem, {}, {}, d[isa::kDmaSendSemaphore], message.amount});
  send(std::move(message));
}

void InstantPod::deliver(const Message& message) {
  for (std::size_t i = 0; i < message.rows.size(); ++i) {
    write_row(message.core, message.space, message.targets[i], message.rows[i]);
  }
  if (message.semaphore < 0) return;
  cores_[static_cast<std::size_t>(message.core)]->raise_semaphore(message.semaphore, message.amount,
                                                                  message.at);
}

Picoseconds InstantPod::next_time() const {
  Picoseconds next = messages_.empty() ? kNever : messages_.begin()->first;
  for (const auto& core : cores_) next = std::min(next, core->next_time());
  return next;
}

void InstantPod::run_window(Picoseconds end) {
  const auto run_to = [&](Picoseconds limit) {
    for (const auto& core : cores_) {
      while (core->next_time() < limit) core->run_until(limit);
    }
  };
  // Nothing sent in this window arrives in it.
  while (!messages_.empty() && messages_.begin()->first < end) {
    const Message message = messages_.begin()->second;
    messages_.erase(messages_.begin());
    run_to(message.at);
    deliver(message);
  }
  run_to(end);
  now_ = end;
}

std::string InstantPod::run(const assembler::Program& program) {
  for (const auto& core : cores_) {
    for (const auto& [word, value] : program.smem_image) {
      core->smem().write(static_cast<std::uint32_t>(word), value);
    }
    core->start(program.bundles, now_);
  }
  for (Picoseconds next = next_time(); next != kNever; next = next_time()) {
    run_window(next + kFlight);
  }
  return outcome(program);
}

std::string InstantPod::outcome(const assembler::Program& program) const {
  for (const auto& pointer : cores_) {
    TensorCore& core = ref(pointer);
    if (core.state() == CoreState::kHalted) continue;
    const bool failed = core.state() == CoreState::kFailed;
    const std::string what =
        failed ? core.fault().message
               : fmt::format("waits for semaphore {}, {} of {}", core.wait_info().semaphore,
                             core.wait_info().value, core.wait_info().needed);
    return fmt::format("core {} at {}: {}", core.global_id(),
                       program.place_text(static_cast<int>(core.bundle_index())), what);
  }
  for (const auto& pointer : cores_) {
    for (int s = 0; s < isa::kSemaphores; ++s) {
      if (ref(pointer).semaphore(s) == 0) continue;
      return fmt::format("core {} leaves semaphore {} at {}", ref(pointer).global_id(), s,
                         ref(pointer).semaphore(s));
    }
  }
  return {};
}

}  // namespace podsim::test
