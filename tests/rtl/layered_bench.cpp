// SPDX-License-Identifier: Apache-2.0
#include "layered_bench.h"

#include <fmt/format.h>

#include <utility>

#include "rtl/ici_csr.h"

namespace podsim::rtl_test {
namespace {

constexpr unsigned kDestinations = 16;
constexpr unsigned kNode = 77;
/// Cycles from the output pins of a link to the input pins at the other end.
constexpr std::array<unsigned, kLinks> kFlight = {1, 4, 9, 23};

podsim::cycle::Shape twin_shape(const Shape& shape) {
  podsim::cycle::Shape twin;
  twin.vcs = static_cast<int>(shape.vcs);
  twin.link_depth = static_cast<int>(shape.link_depth);
  twin.lane_depth = static_cast<int>(shape.lane_depth);
  twin.table_entries = static_cast<int>(shape.table_entries);
  twin.flit_bits = static_cast<int>(shape.flit_bits);
  return twin;
}

std::string differ(const std::string& field, std::uint64_t rtl, std::uint64_t twin) {
  return fmt::format("{}: RTL {:x}, twin {:x}", field, rtl, twin);
}

unsigned flags_of(bool head, bool tail, bool poison, unsigned vc) {
  return (head ? 1U : 0U) | (tail ? 2U : 0U) | (poison ? 4U : 0U) | vc << 3;
}

bool is_training(std::uint8_t kind) { return kind == 3 || kind == 4; }

}  // namespace

LayeredBench::LayeredBench(std::unique_ptr<RouterModel> rtl, const LinkStimuli& stimuli,
                           unsigned seed)
    : rtl_(std::move(rtl)),
      shape_(rtl_->shape()),
      twin_(twin_shape(shape_), static_cast<int>(shape_.replay_depth), kNode),
      stimuli_(stimuli),
      seed_(seed),
      random_(seed) {
  rtl_->set_node(kNode);
  for (int i = 0; i < 4; ++i) rtl_->clock(true, {}, {});
  for (auto& lane : credits_) lane.fill(shape_.lane_depth);
  for (unsigned l = 0; l < kLinks; ++l) wires_[l].flight.resize(kFlight[l]);
  queue_setup();
}

/// Lanes send to links and lanes; what comes over a link goes to a lane, so that no packets wait
/// for each other in a ring. Short times, so that links fail within a short test.
void LayeredBench::queue_setup() {
  const auto write = [&](std::uint16_t address, std::uint32_t data) {
    setup_.push_back({true, true, address, data});
  };
  write(ici_csr::kRetryTimeout, 90);
  write(ici_csr::kMaxRetries, 3);
  write(ici_csr::kKeepAlive, 24);
  write(ici_csr::kSilenceLimit, 300);
  write(ici_csr::kRetrainPause, 60);
  write(ici_csr::kTrainLimit, 400);
  write(ici_csr::kMaxTrainings, 3);
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned to = 0; to < kDestinations; ++to) {
      std::uint32_t entry = ici_csr::route_local();
      if (port >= kLinks && !chance(0.2)) {
        entry = chance(0.3) ? ici_csr::route_to_layer(below(kLinks), below(kMaxVcs))
                            : ici_csr::route_to(below(kLinks));
      }
      if (chance(0.02)) entry &= ~8U;
      write(ici_csr::table(port, to), entry);
    }
  }
}

std::string LayeredBench::run(std::uint64_t flits) {
  const std::uint64_t limit = cycle_ + 100 * flits + 20'000;
  while (flits_out_ < flits && cycle_ < limit) {
    choose_inputs();
    drive_rtl();
    drive_twin();
    const std::string difference = compare();
    if (!difference.empty()) {
      return fmt::format("seed {}, cycle {}: {}", seed_, cycle_, difference);
    }
    note_outputs();
    ++cycle_;
  }
  return flits_out_ < flits ? fmt::format("seed {}: only {} flits came out", seed_, flits_out_)
                            : "";
}

void LayeredBench::choose_inputs() {
  frames_in_ = {};
  lanes_in_ = {};
  for (unsigned l = 0; l < kLinks; ++l) {
    frames_in_[l] = wires_[l].flight.front();
    wires_[l].flight.pop_front();
  }
  choose_request();
  if (!setup_.empty()) return;
  for (unsigned lane = 0; lane < kLanes; ++lane) inject(lane);
}

void LayeredBench::inject(unsigned lane) {
  const unsigned vc = below(shape_.vcs);
  if (credits_[lane][vc] == 0 || chance(stimuli_.gap)) return;
  Flit flit;
  flit.vc = vc;
  for (unsigned w = 0; w < shape_.words(); ++w) {
    flit.words[w] = std::uint64_t{random_()} << 32 | random_();
  }
  unsigned& left = left_[lane][vc];
  if (left == 0) {
    left = 1 + below(static_cast<unsigned>(stimuli_.longest));
    flit.head = true;
    flit.words[0] = (flit.words[0] & ~std::uint64_t{0xffff}) | below(kDestinations);
    if (chance(0.01)) flit.words[0] |= 0xff00;  // outside the table
  }
  flit.tail = --left == 0;
  flit.poison = flit.tail && chance(stimuli_.poison);
  --credits_[lane][vc];
  lanes_in_[lane] = flit;
}

void LayeredBench::choose_request() {
  request_ = {};
  if (!setup_.empty()) {
    request_ = setup_.front();
    setup_.pop_front();
    return;
  }
  request_ = random_write();
  if (!request_.valid && chance(stimuli_.read)) request_ = random_read();
}

CsrRequest LayeredBench::random_write() {
  if (chance(stimuli_.retrain)) return {true, true, ici_csr::kRetrain, below(16)};
  if (chance(stimuli_.disable)) {
    return {true, true, ici_csr::kLinkEnable, chance(0.7) ? 0xf : below(16)};
  }
  if (!chance(stimuli_.settings)) return {};
  switch (below(6)) {
    case 0:
      return {true, true, ici_csr::kRetryTimeout, 60 + below(100)};
    case 1:
      return {true, true, ici_csr::kMaxRetries, below(5)};
    case 2:
      return {true, true, ici_csr::kKeepAlive, 1 + below(60)};
    case 3:
      return {true, true, ici_csr::kAutoRetrain, chance(0.8) ? 1U : 0U};
    case 4:
      return {true, true, ici_csr::kRetrainPause, below(100)};
    default:
      return {true, true, ici_csr::kErrorStatus, 0};
  }
}

CsrRequest LayeredBench::random_read() {
  static constexpr std::array<std::uint16_t, 8> kPages = {0x0000, 0x0020, 0x0100, 0x0200,
                                                          0x0300, 0x0400, 0x0400, 0x8000};
  const std::uint16_t page = kPages[below(8)];
  const unsigned within = page < 0x0100 ? below(16) : below(page == 0x0400 ? 64 : 256);
  return {true, false, static_cast<std::uint16_t>(page + within), 0};
}

void LayeredBench::drive_rtl() {
  Pins in;
  for (unsigned l = 0; l < kLinks; ++l) {
    if (!frames_in_[l]) continue;
    const LinkFrame& frame = *frames_in_[l];
    in.valid |= 1U << l;
    in.flit[l] = {frame.head, frame.tail, frame.poison, frame.vc, frame.data};
    std::uint32_t credit = 0;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      credit |= std::uint32_t{frame.credit[vc]} << (8 * vc);
    }
    in.frame[l] = {frame.kind, frame.sequence, frame.acknowledge, frame.nack, credit, frame.crc};
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!lanes_in_[lane]) continue;
    in.valid |= 1U << (kLinks + lane);
    in.flit[kLinks + lane] = *lanes_in_[lane];
  }
  rtl_->clock(false, in, request_);
}

/// What the RTL has on the wires of a link.
LinkFrame LayeredBench::frame_of(unsigned link) const {
  const Flit& flit = rtl_->out().flit[link];
  const FrameFields& fields = rtl_->out().frame[link];
  LinkFrame frame;
  frame.kind = static_cast<std::uint8_t>(fields.kind);
  frame.vc = static_cast<std::uint8_t>(flit.vc);
  frame.head = flit.head;
  frame.tail = flit.tail;
  frame.poison = flit.poison;
  frame.nack = fields.nack;
  frame.sequence = static_cast<std::uint16_t>(fields.sequence);
  frame.acknowledge = static_cast<std::uint16_t>(fields.acknowledge);
  for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
    frame.credit[vc] = static_cast<std::uint8_t>(fields.credit >> (8 * vc));
  }
  frame.crc = fields.crc;
  frame.data = flit.words;
  return frame;
}

void LayeredBench::drive_twin() {
  podsim::cycle::LayeredInputs in;
  std::array<podsim::Flit, kLanes> lanes;
  for (unsigned l = 0; l < kLinks; ++l) {
    if (frames_in_[l]) in.frames[l] = &*frames_in_[l];
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!lanes_in_[lane]) continue;
    const Flit& flit = *lanes_in_[lane];
    podsim::Flit& handle = lanes[lane];
    handle.head_word = flit.head ? flit.words[0] : 0;
    handle.data = &flit.words;
    handle.vc = static_cast<std::uint8_t>(flit.vc);
    handle.head = flit.head;
    handle.tail = flit.tail;
    handle.poison = flit.poison;
    in.lanes[lane] = &handle;
  }
  const podsim::cycle::CsrRequest request{request_.write, request_.address, request_.data};
  if (request_.valid) in.request = &request;
  twin_.step(in);
}

std::string LayeredBench::compare() const {
  const Pins& rtl = rtl_->out();
  for (unsigned l = 0; l < kLinks; ++l) {
    const bool shown = (rtl.valid >> l & 1U) != 0;
    const bool twin = twin_.frame_out(static_cast<int>(l)) != nullptr;
    if (shown != twin) return differ(fmt::format("link {} sends a frame", l), shown, twin);
    if (!twin) continue;
    const std::string difference = compare_frame(l, frame_of(l));
    if (!difference.empty()) return fmt::format("link {}: {}", l, difference);
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool shown = (rtl.valid >> (kLinks + lane) & 1U) != 0;
    const bool twin = (twin_.lanes_out() >> lane & 1U) != 0;
    if (shown != twin) return differ(fmt::format("lane {} shows a flit", lane), shown, twin);
    if (!twin) continue;
    const std::string difference = compare_lane(lane, rtl.flit[kLinks + lane]);
    if (!difference.empty()) return fmt::format("lane {}: {}", lane, difference);
  }
  if (rtl.credit != twin_.credit_out()) return differ("credit_o", rtl.credit, twin_.credit_out());
  if (rtl_->busy() != twin_.busy()) return differ("busy_o", rtl_->busy(), twin_.busy());
  if (rtl_->error() != twin_.error()) return differ("error_o", rtl_->error(), twin_.error());
  const auto answer = twin_.answer();
  if (rtl_->csr_valid() != answer.has_value()) {
    return differ("csr_rvalid_o", rtl_->csr_valid(), answer.has_value());
  }
  if (answer && rtl_->csr_data() != *answer) {
    return differ("csr_rdata_o", rtl_->csr_data(), *answer);
  }
  return {};
}

std::string LayeredBench::compare_frame(unsigned link, const LinkFrame& rtl) const {
  const LinkFrame& twin = *twin_.frame_out(static_cast<int>(link));
  if (rtl.kind != twin.kind) return differ("kind", rtl.kind, twin.kind);
  if (rtl.sequence != twin.sequence) return differ("sequence", rtl.sequence, twin.sequence);
  if (rtl.acknowledge != twin.acknowledge) {
    return differ("acknowledge", rtl.acknowledge, twin.acknowledge);
  }
  if (rtl.nack != twin.nack) return differ("nack", rtl.nack, twin.nack);
  const unsigned a = flags_of(rtl.head, rtl.tail, rtl.poison, rtl.vc);
  const unsigned b = flags_of(twin.head, twin.tail, twin.poison, twin.vc);
  if (a != b) return differ("flags", a, b);
  for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
    if (rtl.credit[vc] != twin.credit[vc]) return differ("credit", rtl.credit[vc], twin.credit[vc]);
  }
  for (unsigned w = 0; w < shape_.words(); ++w) {
    if (rtl.data[w] != twin.data[w]) return differ("data", rtl.data[w], twin.data[w]);
  }
  if (rtl.crc != twin.crc) return differ("crc", rtl.crc, twin.crc);
  const std::uint32_t bitwise = crc_of(rtl);
  if (rtl.crc != bitwise) return fmt::format("CRC {:x}, by RFC 3720 {:x}", rtl.crc, bitwise);
  return {};
}

std::string LayeredBench::compare_lane(unsigned lane, const Flit& rtl) const {
  const podsim::Flit& twin = twin_.lane_out(static_cast<int>(lane));
  const unsigned a = flags_of(rtl.head, rtl.tail, rtl.poison, rtl.vc);
  const unsigned b = flags_of(twin.head, twin.tail, twin.poison, twin.vc);
  if (a != b) return differ("flags", a, b);
  for (unsigned w = 0; w < shape_.words(); ++w) {
    if (rtl.words[w] != (*twin.data)[w]) return differ("data", rtl.words[w], (*twin.data)[w]);
  }
  return {};
}

void LayeredBench::note_outputs() {
  const Pins& out = rtl_->out();
  for (unsigned l = 0; l < kLinks; ++l) {
    std::optional<LinkFrame> frame;
    if ((out.valid >> l & 1U) != 0) frame = frame_of(l);
    launch(l ^ 2U, frame);
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    flits_out_ += out.valid >> (kLinks + lane) & 1U;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      credits_[lane][vc] += out.credit >> ((kLinks + lane) * shape_.vcs + vc) & 1U;
    }
  }
}

/// Puts a frame on the wire that ends at `link`.
void LayeredBench::launch(unsigned link, std::optional<LinkFrame> frame) {
  Wire& wire = wires_[link];
  if (wire.silent == 0 && chance(stimuli_.silence)) {
    wire.silent = 1 + below(stimuli_.longest_silence);
  }
  if (wire.silent != 0) {
    --wire.silent;
    frame.reset();
  }
  if (frame && chance(stimuli_.drop)) frame.reset();
  if (!frame && chance(stimuli_.noise)) frame = noise();
  if (frame && chance(stimuli_.flip)) damage(*frame);
  if (frame && is_training(frame->kind) && chance(stimuli_.misfit)) {
    frame->data[0] ^= std::uint64_t{1} << below(32);
    frame->crc = crc_of(*frame);
  }
  wire.flight.push_back(frame);
}

void LayeredBench::damage(LinkFrame& frame) {
  switch (below(9)) {
    case 0:
      frame.kind = static_cast<std::uint8_t>(frame.kind ^ 1U << below(3));
      break;
    case 1:
      frame.sequence = static_cast<std::uint16_t>(frame.sequence ^ 1U << below(9));
      break;
    case 2:
      frame.acknowledge = static_cast<std::uint16_t>(frame.acknowledge ^ 1U << below(9));
      break;
    case 3:
      frame.nack = !frame.nack;
      break;
    case 4:
      frame.tail = !frame.tail;
      break;
    case 5:
      frame.head = !frame.head;
      break;
    case 6:
      frame.crc ^= 1U << below(32);
      break;
    case 7: {
      std::uint8_t& credit = frame.credit[below(shape_.vcs)];
      credit = static_cast<std::uint8_t>(credit ^ 1U << below(8));
      break;
    }
    default:
      frame.data[below(shape_.words())] ^= std::uint64_t{1} << below(64);
      break;
  }
}

LinkFrame LayeredBench::noise() {
  LinkFrame frame;
  frame.kind = static_cast<std::uint8_t>(below(8));
  frame.vc = static_cast<std::uint8_t>(below(shape_.vcs));
  frame.head = chance(0.5);
  frame.tail = chance(0.5);
  frame.sequence = static_cast<std::uint16_t>(below(512));
  frame.acknowledge = static_cast<std::uint16_t>(below(512));
  for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
    frame.credit[vc] = static_cast<std::uint8_t>(below(256));
  }
  frame.crc = static_cast<std::uint32_t>(random_());
  return frame;
}

/// CRC-32C bit by bit: RFC 3720, reflected, over the flit and then one word of all other fields.
std::uint32_t LayeredBench::crc_of(const LinkFrame& frame) const {
  std::uint64_t credits = 0;
  for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
    credits |= std::uint64_t{frame.credit[vc]} << (8 * vc);
  }
  const std::uint64_t side = frame.kind | std::uint64_t{frame.vc} << 3 |
                             std::uint64_t{frame.head} << 5 | std::uint64_t{frame.tail} << 6 |
                             std::uint64_t{frame.poison} << 7 | std::uint64_t{frame.nack} << 8 |
                             std::uint64_t{frame.sequence} << 9 |
                             std::uint64_t{frame.acknowledge} << 18 | credits << 27;
  std::uint32_t crc = ~0U;
  const auto add = [&crc](std::uint64_t word) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      const bool one = ((crc ^ static_cast<std::uint32_t>(word >> bit)) & 1U) != 0;
      crc = crc >> 1 ^ (one ? 0x82f63b78U : 0U);
    }
  };
  for (unsigned w = 0; w < shape_.words(); ++w) add(frame.data[w]);
  add(side);
  return ~crc;
}

LinkStatus LayeredBench::totals() const {
  LinkStatus sum;
  for (int l = 0; l < static_cast<int>(kLinks); ++l) {
    const LinkStatus& one = twin_.link(l).status();
    sum.crc_errors += one.crc_errors;
    sum.replays += one.replays;
    sum.trainings += one.trainings;
    sum.downs += one.downs;
    sum.dropped += one.dropped;
    sum.poisoned += one.poisoned;
    sum.uncertain += one.uncertain;
  }
  return sum;
}

}  // namespace podsim::rtl_test
