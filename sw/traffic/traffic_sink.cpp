// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/traffic_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "systemc/ici/packet.h"

namespace podsim::traffic {

void TrafficSink::Free::operator()(std::uint32_t* array) const { std::free(array); }

TrafficSink::TrafficSink(int node, const SinkRules& rules,
                         const std::vector<std::unique_ptr<TrafficSource>>& sources)
    : node_(node), rules_(&rules), sources_(&sources) {
  void* zeroed = std::calloc(sources.size() * kRouterLanes * kMaxVcs, sizeof(std::uint32_t));
  if (zeroed == nullptr) throw std::bad_alloc();
  last_.reset(static_cast<std::uint32_t*>(zeroed));
}

void TrafficSink::run(const RouterPorts& ports) {
  for (int lane = 0; lane < kRouterLanes; ++lane) {
    for (const TimedFlit& out : ports.lane_out[static_cast<std::size_t>(lane)]) {
      take(lane, out.cycle, out.flit, *ports.packets);
    }
  }
}

void TrafficSink::take(int lane, Cycle cycle, const Flit& flit, PacketPool& packets) {
  Open& open = open_[static_cast<std::size_t>(lane)][flit.vc];
  count(cycle, flit.count);
  if (flit.head && open.open) fail("has no tail", open.head, cycle);
  if (flit.head && !begin(lane, flit, open)) {
    return fail("came to a wrong place", {flit.head_word}, cycle);
  }
  if (!open.open) return fail("has no head", {}, cycle);
  if (rules_->check_data) {
    for (int i = 0; i < flit.count; ++i) {
      if (flit.data == nullptr || !flit_intact(open.head, open.flits + i, flit.data[i])) {
        return fail("has wrong data", open.head, cycle);
      }
    }
  }
  open.flits += flit.count;
  if (!flit.tail) return;
  finish(cycle + flit.count - 1, flit, open);
  packets.give_back(open.buffer);
  open.open = false;
}

bool TrafficSink::begin(int lane, const Flit& flit, Open& open) {
  open = {{flit.head_word}, false, 0, flit.data};
  const HeadWord head = open.head;
  if (head.destination() != node_ || head.lane() != lane) return false;
  const auto source = static_cast<std::size_t>(head.source());
  if (source >= sources_->size() || (*sources_)[source] == nullptr) return false;
  open.open = record_of(head).destination == static_cast<unsigned>(node_);
  return open.open;
}

PacketRecord& TrafficSink::record_of(HeadWord head) const {
  return (*sources_)[static_cast<std::size_t>(head.source())]->record(head.sequence());
}

bool TrafficSink::in_order(HeadWord head, int vc) {
  const auto channel = static_cast<std::size_t>(head.lane() * kMaxVcs + vc);
  std::uint32_t& last = last_[channel * sources_->size() + static_cast<std::size_t>(head.source())];
  const std::uint32_t expected = last;  // or later, by 24-bit arithmetic
  last = head.sequence() + 1;
  return ((head.sequence() - expected) & kSequenceMask) <= kSequenceMask / 2;
}

void TrafficSink::finish(Cycle cycle, const Flit& flit, Open& open) {
  PacketRecord& record = record_of(open.head);
  if (flit.poison) return fail("was cut", open.head, cycle);
  if (open.flits != rules_->packet_flits) return fail("has a wrong length", open.head, cycle);
  if (record.arrived) return fail("came twice", open.head, cycle);
  if (!in_order(open.head, flit.vc)) return fail("is out of order", open.head, cycle);
  record.arrived = 1;
  ++arrived_;
  const MeasuredCycles& measured = rules_->measured;
  if (!measured.contain(record.generated) || cycle >= measured.end) return;
  const std::uint64_t latency = cycle - record.generated;
  latencies_.push_back(static_cast<std::uint32_t>(latency));
  LatencyBatch& batch = batches_[measured.batch(record.generated)];
  ++batch.packets;
  batch.sum += latency;
  last_measured_ = cycle;
  digest_ += counter_random(open.head.word, cycle);  // the order of lanes must not matter
}

void TrafficSink::count(Cycle cycle, int flits) {
  for (int i = 0; i < flits; ++i) {
    if (rules_->measured.contain(cycle + static_cast<Cycle>(i))) ++measured_flits_;
  }
}

void TrafficSink::fail(const std::string& what, HeadWord head, Cycle cycle) {
  if (!error_.empty()) return;
  error_ = fmt::format("at cycle {} node {}: packet {} of node {} {}", cycle, node_,
                       head.sequence(), head.source(), what);
}

}  // namespace podsim::traffic
