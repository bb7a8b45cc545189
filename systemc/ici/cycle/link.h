// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_CYCLE_LINK_H_
#define PODSIM_SYSTEMC_ICI_CYCLE_LINK_H_

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/ici/cycle/router_core.h"
#include "systemc/ici/link_frame.h"
#include "systemc/ici/link_settings.h"

namespace podsim::cycle {

/// What the switch shows its link layer before an edge.
struct SwitchSide {
  const Flit* flit = nullptr;  ///< on the switch's output pins, or null; its data are copied
  std::uint32_t pops = 0;      ///< channels of the link that flits left, one bit a VC
  bool home = false;           ///< all credits are there
  bool owned = false;          ///< a packet owns a channel of the link
};

/// Twin of ici_link.sv: the link layer of one link.
class Link {
 public:
  Link(const Shape& shape, int replay_depth);

  // Before the edge, from the state alone.
  bool down() const { return !active() && !training(); }
  bool stall() const { return training() || (stall_ && active()); }
  bool clear() const { return training(); }
  /// Credit pulses for the switch, one bit a VC.
  std::uint32_t credits() const;
  /// A flit for the switch's input pins, or null.
  const Flit* flit_in() const { return flit_in_valid_ ? &flit_in_ : nullptr; }
  bool busy(const SwitchSide& side, bool enable, const LinkSettings& settings) const;

  /// One edge; `frame`: on the wires at it, or null. True if packets were lost at it.
  bool step(const SwitchSide& side, const LinkFrame* frame, bool enable, bool retrain,
            const LinkSettings& settings);
  /// On the wires after the edge, or null.
  const LinkFrame* frame_out() const { return out_valid_ ? &out_ : nullptr; }

  const LinkStatus& status() const { return status_; }
  std::uint32_t read(int word) const;
  /// What both ends must agree on.
  std::uint32_t configuration() const { return configuration_; }

 private:
  enum Kind : std::uint8_t { kFlit = 1, kIdle = 2, kFirst = 3, kSecond = 4 };
  struct Entry {
    FlitData data;
    std::uint8_t vc;
    bool head, tail, poison;
    std::uint8_t tails;  ///< packets that ended before it
  };
  /// What the halves tell each other within an edge.
  struct Edge {
    bool frame_valid = false, good = false, carries = false, in_order = false, gap = false;
    bool repeated = false, polled = false;
    bool unacked = false, waits = false, progress = false, go_back = false, failed = false;
    bool sends_flit = false, polls = false, sends = false;
    bool tells = false, silent = false, cut = false;
    std::uint32_t ended = 0;  ///< VC that gets a poisoned tail
    bool in_window = false;
    std::uint8_t uncertain = 0;
  };

  bool active() const { return status_.state == LinkStatus::kActive; }
  bool training() const {
    return status_.state == LinkStatus::kFirstTraining ||
           status_.state == LinkStatus::kSecondTraining;
  }
  std::uint16_t masked(int number) const { return static_cast<std::uint16_t>(number & 0x1ff); }

  bool may_retrain(const LinkSettings& settings) const;
  bool rested(const LinkSettings& settings) const;
  void judge_frame(Edge& edge) const;
  void judge_transmitter(Edge& edge, const SwitchSide& side, const LinkSettings& settings) const;
  std::uint8_t given_up() const;
  LinkStatus::State next_state(const Edge& edge, const SwitchSide& side, bool enable, bool retrain,
                               const LinkSettings& settings, bool& failed_training);
  void compose(const Edge& edge, const SwitchSide& side);
  void seal(LinkFrame& frame) const;
  std::uint32_t crc_of(const LinkFrame& frame) const;
  void clock_transmitter(const Edge& edge, const SwitchSide& side, bool restart);
  void clock_receiver(const Edge& edge, const SwitchSide& side, bool restart);
  void deliver(const Edge& edge);

  int vcs_;
  int depth_;
  int words_;
  int replay_depth_;
  std::uint32_t configuration_;
  LinkStatus status_;
  std::uint32_t peer_ = 0;

  // Control.
  std::uint32_t timer_;
  std::uint32_t failed_trainings_ = 0;
  bool told_to_train_ = false;
  std::uint32_t second_sent_ = 0;

  // Transmitter.
  std::vector<Entry> replay_;
  std::uint16_t write_ = 0, acked_ = 0, send_ = 0;
  std::uint32_t tx_open_ = 0;
  std::uint8_t tails_ = 0;
  std::uint32_t failures_ = 0, retry_timer_ = 0, tx_silence_ = 0;
  bool stall_ = false;

  // Receiver.
  bool in_valid_ = false;
  LinkFrame in_;
  std::uint16_t expect_ = 0;
  std::uint32_t rx_open_ = 0;
  std::array<std::uint8_t, kMaxVcs> held_{}, granted_{}, last_{}, pending_{};
  std::uint32_t rx_silence_ = 0;
  bool nack_ = false, asked_ = false, ack_due_ = false, freed_ = false;
  bool flit_in_valid_ = false;
  Flit flit_in_;
  FlitData flit_in_data_{};

  bool out_valid_ = false;
  LinkFrame out_;
};

}  // namespace podsim::cycle

#endif  // PODSIM_SYSTEMC_ICI_CYCLE_LINK_H_
