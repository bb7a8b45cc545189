// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/input_record.h"

namespace podsim {
namespace {

/// Hands the elements that were put in after the first `seen` to `take`. None of them has been
/// taken out yet: a router runs only after it has been recorded.
template <class T, class Take>
void for_each_new(const RingQueue<T>& queue, std::uint64_t& seen, Take take) {
  const auto fresh = static_cast<std::size_t>(queue.pushed() - seen);
  for (std::size_t i = queue.size() - fresh; i < queue.size(); ++i) take(queue[i]);
  seen = queue.pushed();
}

}  // namespace

void InputRecord::copy_new(const RouterPorts& live) {
  ports_.packets = &outputs_;
  ports_.gives_back = false;
  for (std::size_t link = 0; link < kRouterLinks; ++link) {
    copy_flits(live.link_in[link], ports_.link_in[link], link_copies_[link]);
    for_each_new(live.credit_in[link], credits_seen_[link],
                 [&](const TimedCredit& credit) { ports_.credit_in[link].push(credit); });
    for_each_new(live.frame_in[link], frames_seen_[link], [&](const TimedFrame& timed) {
      ports_.frame_in[link].push(timed);
      layered_ = true;
      if (on_head_ && timed.frame.kind == kFlitFrame && timed.frame.head) {
        on_head_(timed.cycle, timed.frame.data[0]);
      }
    });
  }
  for (std::size_t lane = 0; lane < kRouterLanes; ++lane) {
    copy_flits(live.lane_in[lane], ports_.lane_in[lane], lane_copies_[lane]);
  }
}

void InputRecord::copy_flits(const RingQueue<TimedFlit>& from, RingQueue<TimedFlit>& to,
                             FlitCopies& copies) {
  for_each_new(from, copies.seen, [&](TimedFlit timed) {
    FlitData* data = nullptr;
    if (timed.flit.data != nullptr) {
      data = pool_.take();
      *data = *timed.flit.data;
    }
    if (on_head_ && timed.flit.head) on_head_(timed.cycle, timed.flit.head_word);
    timed.flit.data = data;
    copies.buffers.push(data);
    to.push(timed);
  });
}

void InputRecord::forget_taken() {
  for (std::size_t link = 0; link < kRouterLinks; ++link) {
    forget(ports_.link_in[link], link_copies_[link]);
  }
  for (std::size_t lane = 0; lane < kRouterLanes; ++lane) {
    forget(ports_.lane_in[lane], lane_copies_[lane]);
  }
  clear_outputs();
}

void InputRecord::clear_outputs() {
  if (layered_) {
    for (const auto& lane : ports_.lane_out) {
      for (const TimedFlit& out : lane) outputs_.give_back(out.flit.data);
    }
  }
  ports_.clear_outputs();
}

void InputRecord::forget(const RingQueue<TimedFlit>& queue, FlitCopies& copies) {
  // A replica compares what comes out with what went in, so data outlive their stay inside it.
  constexpr std::size_t kInside = 1024;
  while (copies.buffers.size() > queue.size() + kInside) {
    pool_.give_back(copies.buffers.front());
    copies.buffers.pop();
  }
}

}  // namespace podsim
