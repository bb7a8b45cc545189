// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/chip_values.h"

#include <fmt/format.h>

namespace podsim {
namespace {

constexpr int kStallBits = 4;
constexpr int kBundleBits = 24;
constexpr int kMarkerBits = 16;
constexpr int kCounterBits = 32;
constexpr int kNodeBits = 16;
constexpr int kSequenceBits = 24;

}  // namespace

ChipValues::ChipValues(const Topology& topology, const std::vector<int>& chips,
                       const Clock& core_clock)
    : clock_(core_clock) {
  for (const int chip : chips) {
    const Coordinate at = topology.coordinate(chip);
    const std::string scope = fmt::format("chip_{}_{}", at.x, at.y);
    ChipSignals& signals = chips_[chip];
    for (std::size_t core = 0; core < signals.cores.size(); ++core) {
      const auto name = [&](const char* what) { return fmt::format("core{}_{}", core, what); };
      signals.cores[core] = {make(scope, name("stall").c_str(), kStallBits),
                             make(scope, name("bundle").c_str(), kBundleBits),
                             make(scope, name("marker").c_str(), kMarkerBits),
                             make(scope, name("dma_transfers").c_str(), kCounterBits), kNever};
    }
    signals.packets = make(scope, "nic_packets", kCounterBits);
    signals.source = make(scope, "nic_source", kNodeBits);
    signals.sequence = make(scope, "nic_sequence", kSequenceBits);
  }
}

TracedValue* ChipValues::make(const std::string& scope, const char* name, int bits) {
  values_.push_back(std::make_unique<TracedValue>(TracedValue{scope, name, bits, 0}));
  return values_.back().get();
}

ChipValues::CoreValues* ChipValues::core_values(int core) {
  const auto chip = chips_.find(core / 2);
  return chip == chips_.end() ? nullptr : &chip->second.cores[static_cast<std::size_t>(core % 2)];
}

void ChipValues::schedule(Picoseconds time, TracedValue* target, std::uint64_t value, bool add) {
  changes_.insert({time, {target, value, add}});
}

Picoseconds ChipValues::next_change() const {
  return changes_.empty() ? kNever : changes_.begin()->first;
}

void ChipValues::advance(Picoseconds time) {
  while (!changes_.empty() && changes_.begin()->first <= time) {
    const Change& change = changes_.begin()->second;
    change.target->value = change.add ? change.target->value + change.value : change.value;
    changes_.erase(changes_.begin());
  }
}

void ChipValues::note_wait(int core, StallCause cause, Cycle since) {
  CoreValues* values = core_values(core);
  if (values == nullptr || values->wait_noted == since) return;
  values->wait_noted = since;
  schedule(clock_.time_of(since), values->stall, static_cast<std::uint64_t>(cause) + 1);
}

void ChipValues::on_stall(const StallEvent& event) {
  CoreValues* values = core_values(event.core);
  if (values == nullptr) return;
  schedule(clock_.time_of(event.from), values->stall, static_cast<std::uint64_t>(event.cause) + 1);
  schedule(clock_.time_of(event.from), values->bundle, event.bundle);
  schedule(clock_.time_of(event.to), values->stall, 0);
}

void ChipValues::on_marker(const MarkerEvent& event) {
  CoreValues* values = core_values(event.core);
  if (values == nullptr) return;
  schedule(event.time, values->marker, event.kind == MarkerEvent::kEnd ? 0 : event.span);
}

void ChipValues::on_dma(const DmaEvent& event) {
  CoreValues* values = core_values(event.core);
  if (values != nullptr) schedule(event.to, values->dma_transfers, 1, true);
}

void ChipValues::on_packet(const PacketEvent& event) {
  const auto chip = chips_.find(event.target_chip);
  if (chip == chips_.end()) return;
  schedule(event.to, chip->second.packets, 1, true);
  schedule(event.to, chip->second.source, static_cast<std::uint64_t>(event.source_chip));
  schedule(event.to, chip->second.sequence, event.sequence);
}

}  // namespace podsim
