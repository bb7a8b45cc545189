// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/cycle/link.h"

#include "rtl/ici_csr.h"
#include "systemc/base/crc32c.h"

namespace podsim::cycle {
namespace {

constexpr std::uint32_t kProtocol = 1;
constexpr std::uint32_t kLeastSecond = 8;
constexpr std::uint32_t kLeastPause = 8;
constexpr int kMargin = 8;
constexpr std::uint16_t kHalf = 0x100;  // of the sequence numbers

std::uint32_t log2_of(int power) { return static_cast<std::uint32_t>(__builtin_ctz(power)); }

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Link::Link(const Shape& shape, int replay_depth)
    : vcs_(shape.vcs),
      depth_(shape.link_depth),
      words_(shape.flit_bits / 64),
      replay_depth_(replay_depth),
      configuration_(kProtocol << 24 | log2_of(replay_depth) << 20 |
                     log2_of(shape.link_depth) << 16 | static_cast<std::uint32_t>(shape.vcs) << 12 |
                     static_cast<std::uint32_t>(shape.flit_bits)),
      timer_(kLeastPause),
      replay_(index(replay_depth)),
      freed_(true) {
  for (int vc = 0; vc < vcs_; ++vc) granted_[index(vc)] = static_cast<std::uint8_t>(depth_);
}

std::uint32_t Link::credits() const {
  std::uint32_t pulses = 0;
  for (int vc = 0; vc < vcs_; ++vc) pulses |= (pending_[index(vc)] != 0 ? 1u : 0u) << vc;
  return pulses;
}

bool Link::may_retrain(const LinkSettings& settings) const {
  return told_to_train_ || (settings.auto_retrain && failed_trainings_ < settings.max_trainings);
}

bool Link::rested(const LinkSettings& settings) const {
  return timer_ >= settings.retrain_pause && timer_ >= kLeastPause;
}

bool Link::busy(const SwitchSide& side, bool enable, const LinkSettings& settings) const {
  const bool clean = !side.owned && rx_open_ == 0;
  const bool disabled = status_.state == LinkStatus::kDisabled;
  const bool control = training() || disabled == enable ||
                       (disabled && (!clean || timer_ < kLeastPause)) ||
                       (status_.state == LinkStatus::kDown &&
                        (may_retrain(settings) || !clean || !rested(settings)));
  const bool waits = write_ != acked_ || tx_open_ != 0 || !side.home;
  const bool transmitter = active() && (waits || side.flit != nullptr);
  const bool tells = ack_due_ || nack_ || freed_;
  const bool receiver = flit_in_valid_ || credits() != 0 || side.pops != 0 ||
                        (active() && (tells || rx_open_ != 0 || !side.home)) ||
                        (down() && rx_open_ != 0);
  return control || transmitter || receiver || in_valid_ || out_valid_;
}

std::uint32_t Link::crc_of(const LinkFrame& f) const {
  std::array<std::uint64_t, kFlitWords + 1> words{};
  for (int w = 0; w < words_; ++w) words[index(w)] = f.data[index(w)];
  std::uint64_t credits = 0;
  for (int vc = 0; vc < vcs_; ++vc) credits |= std::uint64_t{f.credit[index(vc)]} << (8 * vc);
  words[index(words_)] =
      std::uint64_t{f.kind} | std::uint64_t{f.vc} << 3 | std::uint64_t{f.head} << 5 |
      std::uint64_t{f.tail} << 6 | std::uint64_t{f.poison} << 7 | std::uint64_t{f.nack} << 8 |
      std::uint64_t{f.sequence} << 9 | std::uint64_t{f.acknowledge} << 18 | credits << 27;
  return crc32c(words.data(), index(words_ + 1));
}

/// The frame of the edge before, as the receiver sees it.
void Link::judge_frame(Edge& e) const {
  e.frame_valid = in_valid_;
  e.good = in_valid_ && crc_of(in_) == in_.crc;
  e.carries = active() && e.good && (in_.kind == kFlit || in_.kind == kIdle);
  const std::uint16_t ahead = masked(in_.sequence - expect_);
  e.in_order = e.carries && in_.kind == kFlit && ahead == 0;
  e.gap = e.carries && ahead != 0 && ahead < kHalf;
  e.repeated = e.carries && in_.kind == kFlit && ahead >= kHalf;
  e.polled = e.carries && in_.kind == kIdle && in_.head;
  e.cut = rx_open_ != 0;
  e.tells = ack_due_ || nack_ || freed_;
  if (!down() || rx_open_ == 0) return;
  for (int vc = 0; vc < vcs_ && e.ended == 0; ++vc) {
    if ((rx_open_ >> vc & 1) != 0 && held_[index(vc)] != depth_) e.ended = 1u << vc;
  }
}

void Link::judge_transmitter(Edge& e, const SwitchSide& side, const LinkSettings& settings) const {
  const std::uint16_t in_flight = masked(write_ - acked_);
  const std::uint16_t acked = masked(in_.acknowledge - acked_);
  const bool told = e.good && (in_.kind == kFlit || in_.kind == kIdle);
  e.unacked = in_flight != 0;
  e.waits = e.unacked || tx_open_ != 0 || !side.home;
  e.in_window = told && active() && acked <= in_flight;
  e.progress = e.in_window && acked != 0;
  e.go_back = active() && e.unacked &&
              ((e.in_window && in_.nack && acked != in_flight) ||
               (!e.progress && retry_timer_ >= settings.retry_timeout));
  e.failed = e.go_back && !e.progress && failures_ >= settings.max_retries;
  e.sends_flit = active() && (send_ != write_ || side.flit != nullptr);
  e.polls = active() && !e.sends_flit && e.waits && tx_silence_ >= settings.keep_alive;
  e.sends = e.sends_flit || e.polls || (active() && e.tells);
}

std::uint8_t Link::given_up() const {
  if (write_ == acked_) return 0;
  const std::uint8_t first = replay_[acked_ & index(replay_depth_ - 1)].tails;
  return static_cast<std::uint8_t>(tails_ - first + __builtin_popcount(tx_open_));
}

LinkStatus::State Link::next_state(const Edge& e, const SwitchSide& side, bool enable, bool retrain,
                                   const LinkSettings& settings, bool& failed_training) {
  const bool training_frame = e.good && (in_.kind == kFirst || in_.kind == kSecond);
  const bool fits = static_cast<std::uint32_t>(in_.data[0]) == configuration_;
  const bool late = timer_ >= settings.train_limit;
  const bool clean = !side.owned && !e.cut;
  const LinkStatus::State state = status_.state;
  LinkStatus::State next = state;
  std::uint32_t timer = timer_;
  switch (state) {
    case LinkStatus::kFirstTraining:
      ++timer;
      second_sent_ = 0;
      if (training_frame) {
        next = fits ? LinkStatus::kSecondTraining : LinkStatus::kRefused;
      } else if (late) {
        next = LinkStatus::kDown;
        failed_training = true;
      }
      break;
    case LinkStatus::kSecondTraining:
      ++timer;
      if (training_frame && !fits) {
        next = LinkStatus::kRefused;
      } else if (e.good && in_.kind != kFirst && second_sent_ >= kLeastSecond) {
        next = LinkStatus::kActive;
      } else if (late) {
        next = LinkStatus::kDown;
        failed_training = true;
      }
      if (second_sent_ < kLeastSecond) ++second_sent_;
      break;
    case LinkStatus::kActive:
      timer = 0;
      if (e.failed || e.silent || retrain || (e.good && in_.kind == kFirst)) {
        next = LinkStatus::kDown;
      }
      break;
    case LinkStatus::kDown:
      if (!clean) {
        timer = 0;
      } else if (!rested(settings)) {
        ++timer;
      } else if (may_retrain(settings)) {
        next = LinkStatus::kFirstTraining;
      }
      break;
    case LinkStatus::kRefused:
      if (retrain) next = LinkStatus::kDown;
      break;
    case LinkStatus::kDisabled:
      if (!clean) {
        timer = 0;
      } else if (timer_ < kLeastPause) {
        ++timer;
      } else if (enable) {
        next = LinkStatus::kFirstTraining;
      }
      break;
  }
  if (!enable) next = LinkStatus::kDisabled;
  if (next != state && next != LinkStatus::kSecondTraining) timer = 0;
  timer_ = timer & 0xffff;
  if (training_frame) peer_ = static_cast<std::uint32_t>(in_.data[0]);
  return next;
}

bool Link::step(const SwitchSide& side, const LinkFrame* frame, bool enable, bool retrain,
                const LinkSettings& settings) {
  Edge e;
  judge_frame(e);
  e.silent = active() && rx_silence_ >= settings.silence_limit;
  judge_transmitter(e, side, settings);
  bool failed_training = false;
  const LinkStatus::State state = status_.state;
  const LinkStatus::State next = next_state(e, side, enable, retrain, settings, failed_training);
  const bool restart = next == LinkStatus::kFirstTraining && state != LinkStatus::kFirstTraining;
  const bool gives_up = state == LinkStatus::kActive && next != LinkStatus::kActive;
  if (gives_up) e.uncertain = given_up();
  const bool dropped = side.flit != nullptr && side.flit->tail && state != LinkStatus::kActive;

  compose(e, side);
  deliver(e);
  clock_transmitter(e, side, restart);
  clock_receiver(e, side, restart);

  status_.crc_errors += e.frame_valid && !e.good ? 1 : 0;
  status_.replays += e.go_back ? 1 : 0;
  status_.trainings += next == LinkStatus::kActive && state != LinkStatus::kActive ? 1 : 0;
  status_.downs += gives_up ? 1 : 0;
  status_.uncertain += e.uncertain;
  status_.dropped += dropped ? 1 : 0;
  status_.poisoned += e.ended != 0 ? 1 : 0;
  if (failed_training) ++failed_trainings_;
  if (next == LinkStatus::kActive || retrain || !enable) failed_trainings_ = 0;
  told_to_train_ = enable && (retrain || (told_to_train_ && !restart));
  status_.state = next;

  in_valid_ = frame != nullptr;
  if (in_valid_) in_ = *frame;
  return dropped || e.ended != 0 || e.uncertain != 0 ||
         (next == LinkStatus::kRefused && state != LinkStatus::kRefused);
}

/// The frame for the wires, from what was known before the edge.
void Link::compose(const Edge& e, const SwitchSide& side) {
  out_valid_ = e.sends || training();
  if (!out_valid_) return;
  LinkFrame& f = out_;
  f = {};
  f.kind = kIdle;
  f.head = e.polls;
  f.sequence = send_;
  f.acknowledge = expect_;
  f.nack = nack_;
  for (int vc = 0; vc < vcs_ && !training(); ++vc) f.credit[index(vc)] = granted_[index(vc)];
  if (training()) {
    f.kind = status_.state == LinkStatus::kSecondTraining ? kSecond : kFirst;
    f.data[0] = configuration_;
  } else if (e.sends_flit) {
    f.kind = kFlit;
    if (send_ != write_) {
      const Entry& entry = replay_[send_ & index(replay_depth_ - 1)];
      f.vc = entry.vc;
      f.head = entry.head;
      f.tail = entry.tail;
      f.poison = entry.poison;
      f.data = entry.data;
    } else {
      f.vc = side.flit->vc;
      f.head = side.flit->head;
      f.tail = side.flit->tail;
      f.poison = side.flit->poison;
      f.data = *side.flit->data;
    }
  }
  f.crc = crc_of(f);
}

/// A flit for the input buffer: from the frame, or the end of a packet that was cut.
void Link::deliver(const Edge& e) {
  flit_in_valid_ = e.in_order || e.ended != 0;
  if (!flit_in_valid_) return;
  flit_in_ = {};
  flit_in_.data = &flit_in_data_;
  if (e.in_order) {
    flit_in_data_ = in_.data;
    flit_in_.head = in_.head;
    flit_in_.tail = in_.tail;
    flit_in_.poison = in_.poison;
    flit_in_.vc = in_.vc;
    flit_in_.head_word = in_.head ? in_.data[0] : 0;
  } else {
    flit_in_data_ = {};
    flit_in_.tail = flit_in_.poison = true;
    flit_in_.vc = static_cast<std::uint8_t>(__builtin_ctz(e.ended));
  }
}

void Link::clock_transmitter(const Edge& e, const SwitchSide& side, bool restart) {
  const bool accepts = side.flit != nullptr && active();
  if (accepts) {
    Entry& entry = replay_[write_ & index(replay_depth_ - 1)];
    entry = {*side.flit->data, side.flit->vc,     side.flit->head,
             side.flit->tail,  side.flit->poison, tails_};
  }
  if (restart) {
    write_ = acked_ = send_ = 0;
    tails_ = 0;
    tx_open_ = 0;
    failures_ = retry_timer_ = tx_silence_ = 0;
    stall_ = false;
    return;
  }
  if (!active()) return;
  const std::uint16_t in_flight = masked(write_ - acked_);
  const std::uint16_t acknowledged = e.progress ? in_.acknowledge : acked_;
  std::uint16_t send = e.sends_flit ? masked(send_ + 1) : send_;
  if (e.progress && masked(send_ - acked_) < masked(in_.acknowledge - acked_)) {
    send = in_.acknowledge;
  }
  if (e.go_back) send = acknowledged;
  if (accepts) {
    const std::uint32_t bit = 1u << side.flit->vc;
    write_ = masked(write_ + 1);
    tx_open_ = side.flit->tail ? tx_open_ & ~bit : tx_open_ | bit;
    if (side.flit->tail) ++tails_;
  }
  acked_ = acknowledged;
  send_ = send;
  if (e.progress) {
    failures_ = 0;
  } else if (e.go_back) {
    failures_ = (failures_ + 1) & 0xff;
  }
  retry_timer_ = e.progress || e.go_back || !e.unacked ? 0 : (retry_timer_ + 1) & 0xffff;
  tx_silence_ = e.sends || !e.waits ? 0 : (tx_silence_ + 1) & 0xffff;
  stall_ = in_flight >= replay_depth_ - kMargin;
}

void Link::clock_receiver(const Edge& e, const SwitchSide& side, bool restart) {
  const bool was_open = rx_open_ != 0;
  const bool credited = e.carries;
  for (int vc = 0; vc < vcs_; ++vc) {
    const bool popped = (side.pops >> vc & 1) != 0;
    const bool entered = (e.in_order && in_.vc == vc) || (e.ended >> vc & 1) != 0;
    std::uint8_t& held = held_[index(vc)];
    held = static_cast<std::uint8_t>(held - (popped ? 1 : 0) + (entered ? 1 : 0));
    std::uint8_t& pending = pending_[index(vc)];
    if (pending != 0) --pending;
    if (credited) {
      pending = static_cast<std::uint8_t>(pending + in_.credit[index(vc)] - last_[index(vc)]);
      last_[index(vc)] = in_.credit[index(vc)];
    }
    if (popped) ++granted_[index(vc)];
  }
  if (e.in_order) {
    const std::uint32_t bit = 1u << in_.vc;
    rx_open_ = in_.tail ? rx_open_ & ~bit : rx_open_ | bit;
  } else {
    rx_open_ &= ~e.ended;
  }
  if (restart) {
    expect_ = 0;
    nack_ = asked_ = ack_due_ = false;
    freed_ = true;
    rx_silence_ = 0;
    last_ = {};
    pending_ = {};
    for (int vc = 0; vc < vcs_; ++vc) {
      granted_[index(vc)] = static_cast<std::uint8_t>(depth_ - held_[index(vc)]);
    }
    return;
  }
  if (e.in_order) expect_ = masked(expect_ + 1);
  if (!active()) return;
  const bool told = e.sends;
  const bool bad = e.frame_valid && !e.good;
  ack_due_ = e.in_order || e.repeated || (ack_due_ && !told);
  freed_ = side.pops != 0 || e.polled || (freed_ && !told);
  nack_ = (!asked_ && (e.gap || bad)) || (nack_ && !told);
  if (e.in_order || (e.carries && masked(in_.sequence - expect_) == 0)) {
    asked_ = false;
  } else if (e.gap || bad) {
    asked_ = true;
  }
  rx_silence_ = e.carries || (!was_open && side.home) ? 0 : (rx_silence_ + 1) & 0xffff;
}

std::uint32_t Link::read(int word) const {
  using ici_csr::LinkWord;
  switch (static_cast<LinkWord>(word)) {
    case LinkWord::kState:
      return status_.state;
    case LinkWord::kCrcErrors:
      return status_.crc_errors;
    case LinkWord::kReplays:
      return status_.replays;
    case LinkWord::kTrainings:
      return status_.trainings;
    case LinkWord::kDowns:
      return status_.downs;
    case LinkWord::kDropped:
      return status_.dropped;
    case LinkWord::kPoisoned:
      return status_.poisoned;
    case LinkWord::kUncertain:
      return status_.uncertain;
    case LinkWord::kPeer:
      return peer_;
  }
  return 0;
}

}  // namespace podsim::cycle
