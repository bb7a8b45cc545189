// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/wave_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/packet.h"

namespace podsim {

WaveRecorder::WaveRecorder(const WaveRequest& request, const Topology& topology,
                           const Clock& core_clock, Fabric& fabric, RtlRouters& routers,
                           bool link_layer, std::function<bool()> error_seen)
    : request_(request),
      fabric_(fabric),
      routers_(routers),
      error_seen_(std::move(error_seen)),
      values_(topology, request.chips, core_clock) {
  for (const int chip : request_.chips) {
    const Coordinate at = topology.coordinate(chip);
    auto traced = std::make_unique<Traced>();
    traced->chip = chip;
    traced->router = routers.make_traced(chip, fmt::format("router_{}_{}", at.x, at.y), link_layer);
    if (request_.trigger == WaveTrigger::kPacket) {
      traced->inputs.on_head([this](Cycle cycle, std::uint64_t word) { see_head(cycle, word); });
    }
    traced_.push_back(std::move(traced));
  }
}

Router* WaveRecorder::replica(int chip) {
  for (const auto& traced : traced_) {
    if (traced->chip == chip) return traced->router.get();
  }
  return nullptr;
}

void WaveRecorder::open() {
  routers_.open_waves(request_.file, request_.maximum_bytes, values_.values());
  open_ = true;
}

void WaveRecorder::on_window(Cycle from, Cycle to) {
  look_for_trigger(pending_.empty() ? from : pending_.back().from);
  const Cycle lag = request_.trigger == WaveTrigger::kNone ? 0 : request_.before;
  play_until(from < lag ? 0 : from - lag);
  for (const auto& traced : traced_) traced->inputs.copy_new(fabric_.ports(traced->chip));
  pending_.push_back({from, to});
}

void WaveRecorder::look_for_trigger(Cycle window_from) {
  if (request_.trigger != WaveTrigger::kError || triggered_at_ || !error_seen_()) return;
  if (window_from >= request_.from) triggered_at_ = window_from;
}

void WaveRecorder::see_head(Cycle cycle, std::uint64_t head_word) {
  if (triggered_at_ || cycle < request_.from) return;
  const PacketHead head = decode_head({head_word});
  if (head.source != request_.packet_source || head.sequence != request_.packet_sequence) return;
  triggered_at_ = cycle;
}

bool WaveRecorder::recorded(Cycle cycle) const {
  if (cycle >= request_.to) return false;
  if (request_.trigger == WaveTrigger::kNone) return cycle >= request_.from;
  return triggered_at_ && cycle + request_.before >= *triggered_at_ &&
         cycle < *triggered_at_ + request_.after;
}

void WaveRecorder::play_until(Cycle cycle) {
  while (!pending_.empty() && pending_.front().from < cycle) {
    Window& window = pending_.front();
    const Cycle stop = std::min(cycle, window.to);
    for (Cycle at = window.from; at < stop; ++at) play(at);
    for (const auto& traced : traced_) traced->inputs.forget_taken();
    window.from = stop;
    if (window.from == window.to) pending_.pop_front();
  }
}

void WaveRecorder::play(Cycle cycle) {
  const bool recording = recorded(cycle);
  const Picoseconds rise = fabric_.clock().time_of(cycle);
  const Picoseconds next = fabric_.clock().time_of(cycle + 1);
  for (const auto& traced : traced_) {
    if (cycle >= fabric_.dies_at(traced->chip)) continue;  // dead, as the router beside it
    traced->router->run(cycle, cycle + 1, traced->inputs.ports());
  }
  values_.advance(rise);
  if (recording) routers_.dump_rise(rise);
  write_changes_before((rise + next) / 2, recording);
  if (recording) routers_.dump_fall((rise + next) / 2);
  write_changes_before(next, recording);
}

void WaveRecorder::write_changes_before(Picoseconds time, bool recording) {
  while (values_.next_change() < time) {
    const Picoseconds change = values_.next_change();
    values_.advance(change);
    if (recording) routers_.dump_between(change);
  }
}

void WaveRecorder::close() {
  if (!open_) return;
  open_ = false;
  look_for_trigger(pending_.empty() ? 0 : pending_.back().from);
  play_until(kNever);
  routers_.close_waves();
}

}  // namespace podsim
