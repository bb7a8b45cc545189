// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_TLM_PACKET_SWITCH_H_
#define PODSIM_SYSTEMC_ICI_TLM_PACKET_SWITCH_H_

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <deque>
#include <systemc>
#include <vector>

#include "systemc/ici/route_entry.h"
#include "systemc/ici/router.h"
#include "systemc/ici/tlm/packet_extension.h"

/// The router at the level of transactions.
namespace podsim::tlm_ici {

/// Parameters that the RTL has, too.
struct SwitchShape {
  int vcs = 4;
  int link_depth = 128;
  int lane_depth = 16;
  int table_entries = 1024;
};

/// A router as an approximately-timed TLM-2.0 module with temporal decoupling: calls carry their
/// time as a delay from the start of the window, and no event of the kernel is used.
///
///   in   BEGIN_REQ  flits come to a port, the first at the annotated time
///        END_REQ    (backward) their buffer is free again: a credit for each, from that time on
///   out  BEGIN_REQ  flits leave by a port; answered with TLM_COMPLETED
///
/// A piece of a packet (at most kPiece flits) takes its output and its input for one cycle a flit;
/// pieces of packets that wait for one output go in turn. An output channel belongs to a packet
/// from its head to its tail, and needs credit for the whole piece. Uncontended times are those of
/// the RTL.
class PacketSwitch : public sc_core::sc_module {
 public:
  /// Longest piece of a packet that moves as one.
  static constexpr int kPiece = 32;

  PacketSwitch(const sc_core::sc_module_name& name, const SwitchShape& shape, const Clock& clock);

  tlm_utils::simple_target_socket<PacketSwitch> in;
  tlm_utils::simple_initiator_socket<PacketSwitch> out;

  /// Moves everything that can move before cycle `to`; delays count from `from`.
  void run(Cycle from, Cycle to);
  /// Credits of channel (link, vc) come back at the pins at `cycle`.
  void return_credits(int link, int vc, Cycle cycle, int count);
  /// Whether the buffer of a channel has room for these flits.
  bool has_room(int port, int vc, int flits) const;

  void write_route(int port, int destination, std::uint8_t entry) {
    tables_[index(port * shape_.table_entries + destination)] = entry;
  }
  void configure(const RouterSettings& settings) { settings_ = settings; }
  bool idle() const { return waiting_ == 0; }
  const RouteError& first_error() const { return error_; }
  const RouterCounters& counters() const { return counters_; }
  std::vector<BufferStatus> buffers() const;

 private:
  struct Piece {
    tlm::tlm_generic_payload* payload = nullptr;
    PacketExtension* extension = nullptr;  ///< of the payload
    Cycle arrival = 0;
  };
  struct Input {
    std::deque<Piece> pieces;
    int held = 0;     ///< flits
    int output = -1;  ///< channel that its packet owns
    bool draining = false;
    std::uint64_t head_word = 0;
  };
  struct CreditReturn {
    Cycle from;
    int count;
  };
  struct Output {
    bool owned = false;
    Cycle free_from = 0;  ///< first cycle in which a new owner may send
    int credits = 0;
    std::deque<CreditReturn> returning;
  };
  struct Candidate {
    int input = -1;
    int output = -1;
    Cycle grant = kNever;
  };

  tlm::tlm_sync_enum arrive(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Candidate earliest();
  bool better(const Candidate& a, const Candidate& b) const;
  Cycle grant_time(int input, int output) const;
  Cycle credit_time(const Output& output, int flits) const;
  int output_of(int input);
  RouteAnswer answer_for(int input) const;
  void drain(int input);
  void send(const Candidate& winner);
  void take_credits(Output& output, int flits, Cycle grant);
  void release(int input, Cycle grant);
  void note_error(int input, const RouteAnswer& answer);
  sc_core::sc_time delay_of(Cycle cycle) const;
  std::uint8_t entry_for(int input) const;

  SwitchShape shape_;
  RouterSettings settings_;
  std::array<Input, kRouterPorts * kMaxVcs> inputs_;
  std::array<Output, kRouterPorts * kMaxVcs> outputs_;
  std::array<Cycle, kRouterPorts> input_free_{};
  std::array<Cycle, kRouterPorts> output_free_{};
  std::array<int, kRouterPorts> last_input_{};
  std::vector<std::uint8_t> tables_;
  Clock clock_;
  Cycle window_from_ = 0;
  std::uint32_t waiting_ = 0;  ///< input channels with a piece
  RouteError error_;
  RouterCounters counters_;
};

}  // namespace podsim::tlm_ici

#endif  // PODSIM_SYSTEMC_ICI_TLM_PACKET_SWITCH_H_
