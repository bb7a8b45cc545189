// SPDX-License-Identifier: Apache-2.0
#include "twin_bench.h"

#include <fmt/format.h>

#include "rtl/ici_csr.h"

namespace podsim::rtl_test {
namespace {

podsim::cycle::Shape twin_shape(const Shape& shape) {
  podsim::cycle::Shape twin;
  twin.vcs = static_cast<int>(shape.vcs);
  twin.link_depth = static_cast<int>(shape.link_depth);
  twin.lane_depth = static_cast<int>(shape.lane_depth);
  twin.table_entries = static_cast<int>(shape.table_entries);
  twin.flit_bits = static_cast<int>(shape.flit_bits);
  return twin;
}

}  // namespace

TwinBench::TwinBench(std::unique_ptr<RouterModel> rtl, const Stimuli& stimuli, unsigned seed)
    : rtl_(std::move(rtl)),
      shape_(rtl_->shape()),
      twin_(twin_shape(shape_), 77),
      stimuli_(stimuli),
      seed_(seed),
      random_(seed) {
  rtl_->set_node(77);
  for (int i = 0; i < 4; ++i) rtl_->clock(true, {}, {});
  rtl_->clock(false, {}, {});
  for (unsigned port = 0; port < kPorts; ++port) credits_[port].fill(shape_.depth(port));
  load_tables();
}

/// Every kind of entry, and a few that are not valid. Flits may turn back to where they came from.
void TwinBench::load_tables() {
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned to = 0; to < shape_.table_entries; ++to) {
      const auto entry = static_cast<std::uint8_t>(below(256) | (chance(0.95) ? 0x08 : 0));
      rtl_->clock(false, {}, {true, true, ici_csr::table(port, to), entry});
      twin_.write_route(static_cast<int>(port), static_cast<int>(to), entry);
    }
  }
  for (int i = 0; i < 4; ++i) rtl_->clock(false, {}, {});
}

std::string TwinBench::run(std::uint64_t flits) {
  const std::uint64_t limit = cycle_ + 50 * flits + 10'000;
  while (flits_out_ < flits && cycle_ < limit) {
    choose_inputs();
    rtl_->clock(false, in_, request_);
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

void TwinBench::choose_inputs() {
  in_ = {};
  for (unsigned port = 0; port < kPorts; ++port) inject(port);
  give_credits();
  choose_request();
}

void TwinBench::inject(unsigned port) {
  const unsigned vc = below(shape_.vcs);
  if (credits_[port][vc] == 0 || chance(stimuli_.gap)) return;
  unsigned& left = left_[port][vc];
  Flit& flit = in_.flit[port];
  flit.vc = vc;
  for (unsigned w = 0; w < shape_.words(); ++w) {
    flit.words[w] = std::uint64_t{random_()} << 32 | random_();
  }
  if (left == 0) {
    left = 1 + below(static_cast<unsigned>(stimuli_.longest));
    flit.head = !chance(stimuli_.headless);
    // A few destinations lie outside the table.
    flit.words[0] =
        (flit.words[0] & ~std::uint64_t{0xffff}) | below(shape_.table_entries * 33 / 32);
  }
  flit.tail = --left == 0;
  flit.poison = flit.tail && chance(stimuli_.poison);
  in_.valid |= 1U << port;
  --credits_[port][vc];
}

void TwinBench::give_credits() {
  for (unsigned port = 0; port < kLinks; ++port) {
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      if (owed_[port][vc] == 0 || chance(stimuli_.hold)) continue;
      --owed_[port][vc];
      in_.credit |= 1U << (port * shape_.vcs + vc);
    }
  }
}

void TwinBench::choose_request() {
  static constexpr std::array<std::uint16_t, 8> kPages = {0x0000, 0x0010, 0x0100, 0x0200,
                                                          0x0280, 0x0300, 0x8000, 0xb000};
  request_ = {};
  if (chance(stimuli_.rewrite)) {
    const bool table = chance(0.8);
    request_ = {true, true,
                table ? ici_csr::table(below(kPorts), below(shape_.table_entries))
                      : (chance(0.5) ? ici_csr::kLinkEnable : ici_csr::kLayerShift),
                table ? below(256) | 0x08 : (chance(0.7) ? 0xf : below(16))};
    if (request_.address == ici_csr::kLayerShift) request_.data = below(3);
    if (chance(0.1)) request_ = {true, true, ici_csr::kErrorStatus, 0};
  } else if (chance(stimuli_.read)) {
    request_ = {true, false, static_cast<std::uint16_t>(kPages[below(8)] + below(256)), 0};
  }
}

void TwinBench::drive_twin() {
  twin_.step();
  for (unsigned port = 0; port < kPorts; ++port) {
    if ((in_.valid >> port & 1U) == 0) continue;
    const Flit& flit = in_.flit[port];
    data_.push_back(flit.words);
    podsim::Flit handle;
    handle.head_word = flit.head ? flit.words[0] : 0;
    handle.data = &data_.back();
    handle.vc = static_cast<std::uint8_t>(flit.vc);
    handle.head = flit.head;
    handle.tail = flit.tail;
    handle.poison = flit.poison;
    twin_.accept(static_cast<int>(port), handle);
  }
  twin_.return_credits(in_.credit);
  if (request_.valid) twin_.request({request_.write, request_.address, request_.data});
}

std::string TwinBench::compare() {
  const auto differ = [](const char* field, std::uint64_t rtl, std::uint64_t twin) {
    return fmt::format("{}: RTL {:x}, twin {:x}", field, rtl, twin);
  };
  const Pins& rtl = rtl_->out();
  if (rtl.valid != twin_.out_valid()) return differ("flit_valid_o", rtl.valid, twin_.out_valid());
  if (rtl.credit != twin_.credit_out()) return differ("credit_o", rtl.credit, twin_.credit_out());
  if (rtl_->busy() != twin_.busy()) return differ("busy_o", rtl_->busy(), twin_.busy());
  if (rtl_->error() != twin_.error()) return differ("error_o", rtl_->error(), twin_.error());
  for (unsigned port = 0; port < kPorts; ++port) {
    if ((rtl.valid >> port & 1U) == 0) continue;
    const Flit& a = rtl.flit[port];
    const podsim::Flit& b = twin_.out(static_cast<int>(port));
    const std::uint64_t flags_a = a.head | a.tail << 1 | a.poison << 2 | a.vc << 3;
    const std::uint64_t flags_b = b.head | b.tail << 1 | b.poison << 2 | b.vc << 3;
    if (flags_a != flags_b)
      return fmt::format("port {}: ", port) + differ("flags", flags_a, flags_b);
    for (unsigned w = 0; w < shape_.words(); ++w) {
      if (a.words[w] == (*b.data)[w]) continue;
      return fmt::format("port {}: ", port) + differ("flit_data", a.words[w], (*b.data)[w]);
    }
  }
  if (rtl_->csr_valid() != twin_.answer().has_value()) {
    return differ("csr_rvalid_o", rtl_->csr_valid(), twin_.answer().has_value());
  }
  if (rtl_->csr_valid() && rtl_->csr_data() != *twin_.answer()) {
    return differ("csr_rdata_o", rtl_->csr_data(), *twin_.answer());
  }
  return {};
}

void TwinBench::note_outputs() {
  const Pins& out = rtl_->out();
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      credits_[port][vc] += out.credit >> (port * shape_.vcs + vc) & 1U;
    }
    if ((out.valid >> port & 1U) == 0) continue;
    ++flits_out_;
    if (port < kLinks) ++owed_[port][out.flit[port].vc];
  }
}

}  // namespace podsim::rtl_test
