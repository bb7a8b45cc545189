// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/cycle/layered_router.h"

#include "rtl/ici_csr.h"

namespace podsim::cycle {

LayeredRouter::LayeredRouter(const Shape& shape, int replay_depth, int node)
    : core_(shape, node),
      links_(kRouterLinks, Link(shape, replay_depth)),
      store_(index(shape.channels())),
      next_in_store_(index(shape.channels())) {
  for (int channel = 0; channel < shape.channels(); ++channel) {
    // A flit stays in the buffer, the switch and on the pins: at most depth + 2 of a channel.
    store_[index(channel)].resize(index(2 * shape.depth(channel / shape.vcs) + 4));
  }
}

SwitchSide LayeredRouter::side_of(int link, std::uint8_t home, std::uint8_t owned) const {
  SwitchSide side;
  if ((core_.out_valid() >> link & 1) != 0) side.flit = &core_.out(link);
  side.pops = core_.credit_out() >> (link * core_.shape().vcs) & ((1u << core_.shape().vcs) - 1);
  side.home = (home >> link & 1) != 0;
  side.owned = (owned >> link & 1) != 0;
  return side;
}

void LayeredRouter::step(const LayeredInputs& in) {
  // Everything that the parts show each other before the edge.
  LinkSignals signals;
  std::uint32_t credits = 0;
  std::array<SwitchSide, kRouterLinks> sides;
  std::array<Flit, kRouterLinks> arrivals;
  std::array<FlitData, kRouterLinks> arrival_data;
  std::uint32_t arrived = 0;
  const std::uint8_t home = core_.links_home();
  const std::uint8_t owned = core_.links_owned();
  for (int l = 0; l < kRouterLinks; ++l) {
    const Link& link = links_[index(l)];
    const auto bit = static_cast<std::uint8_t>(1u << l);
    signals.down = static_cast<std::uint8_t>(signals.down | (link.down() ? bit : 0));
    signals.stall = static_cast<std::uint8_t>(signals.stall | (link.stall() ? bit : 0));
    signals.clear = static_cast<std::uint8_t>(signals.clear | (link.clear() ? bit : 0));
    credits |= link.credits() << (l * core_.shape().vcs);
    sides[index(l)] = side_of(l, home, owned);
    if (sides[index(l)].flit != nullptr) {
      core_out_[index(l)] = *sides[index(l)].flit;
      sides[index(l)].flit = &core_out_[index(l)];
    }
    if (link.flit_in() == nullptr) continue;
    arrivals[index(l)] = *link.flit_in();
    arrival_data[index(l)] = *link.flit_in()->data;
    arrived |= bit;
  }
  // The edge.
  const std::optional<CsrRequest> bus = core_.bus();
  const bool writes = bus && bus->write;
  const std::uint32_t retrain = writes && bus->address == ici_csr::kRetrain ? bus->data & 0xf : 0;
  core_.set_link_answer(bus && !bus->write ? answer_of(bus->address) : 0);
  const std::uint8_t enabled = core_.link_enable_now();
  for (int l = 0; l < kRouterLinks; ++l) {
    const bool lost =
        links_[index(l)].step(sides[index(l)], in.frames[index(l)], (enabled >> l & 1) != 0,
                              (retrain >> l & 1) != 0, settings_);
    signals.error = signals.error || lost;
  }
  if (writes) write_setting(*bus);
  core_.step(signals);
  for (; arrived != 0; arrived &= arrived - 1) {
    const int l = __builtin_ctz(arrived);
    arrivals[index(l)].data = &arrival_data[index(l)];
    accept(l, arrivals[index(l)]);
  }
  for (int lane = 0; lane < kRouterLanes; ++lane) {
    if (in.lanes[index(lane)] != nullptr) accept(kRouterLinks + lane, *in.lanes[index(lane)]);
  }
  core_.return_credits(credits);
  if (in.request != nullptr) core_.request(*in.request);
}

void LayeredRouter::accept(int port, const Flit& flit) {
  const std::size_t channel = index(port * core_.shape().vcs + flit.vc);
  std::vector<FlitData>& store = store_[channel];
  std::uint32_t& next = next_in_store_[channel];
  Flit inside = flit;
  if (flit.data != nullptr) store[next] = *flit.data;
  inside.data = &store[next];
  next = next + 1 == store.size() ? 0 : next + 1;
  core_.accept(port, inside);
}

std::uint32_t LayeredRouter::credit_out() const {
  const std::uint32_t links = (1u << (kRouterLinks * core_.shape().vcs)) - 1;
  return core_.credit_out() & ~links;
}

bool LayeredRouter::busy() const {
  if (core_.busy()) return true;
  const std::uint8_t home = core_.links_home();
  const std::uint8_t owned = core_.links_owned();
  for (int l = 0; l < kRouterLinks; ++l) {
    const bool enable = (core_.link_enable_now() >> l & 1) != 0;
    if (links_[index(l)].busy(side_of(l, home, owned), enable, settings_)) return true;
  }
  return false;
}

std::uint32_t LayeredRouter::answer_of(std::uint16_t address) const {
  if (address >> 8 == 4) {
    const int link = address >> 4 & 15;
    return link < kRouterLinks ? links_[index(link)].read(address & 15) : 0;
  }
  const auto value = [](std::int64_t setting) { return static_cast<std::uint32_t>(setting); };
  switch (address) {
    case ici_csr::kRetryTimeout:
      return value(settings_.retry_timeout);
    case ici_csr::kMaxRetries:
      return value(settings_.max_retries);
    case ici_csr::kKeepAlive:
      return value(settings_.keep_alive);
    case ici_csr::kSilenceLimit:
      return value(settings_.silence_limit);
    case ici_csr::kAutoRetrain:
      return settings_.auto_retrain ? 1 : 0;
    case ici_csr::kRetrainPause:
      return value(settings_.retrain_pause);
    case ici_csr::kTrainLimit:
      return value(settings_.train_limit);
    case ici_csr::kMaxTrainings:
      return value(settings_.max_trainings);
    default:
      return 0;
  }
}

void LayeredRouter::write_setting(const CsrRequest& request) {
  const std::int64_t wide = request.data & 0xffff;
  const std::int64_t narrow = request.data & 0xff;
  switch (request.address) {
    case ici_csr::kRetryTimeout:
      settings_.retry_timeout = wide;
      break;
    case ici_csr::kMaxRetries:
      settings_.max_retries = narrow;
      break;
    case ici_csr::kKeepAlive:
      settings_.keep_alive = wide;
      break;
    case ici_csr::kSilenceLimit:
      settings_.silence_limit = wide;
      break;
    case ici_csr::kAutoRetrain:
      settings_.auto_retrain = (request.data & 1) != 0;
      break;
    case ici_csr::kRetrainPause:
      settings_.retrain_pause = wide;
      break;
    case ici_csr::kTrainLimit:
      settings_.train_limit = wide;
      break;
    case ici_csr::kMaxTrainings:
      settings_.max_trainings = narrow;
      break;
    default:
      break;
  }
}

}  // namespace podsim::cycle
