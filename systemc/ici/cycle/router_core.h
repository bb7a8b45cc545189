// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_CYCLE_ROUTER_CORE_H_
#define PODSIM_SYSTEMC_ICI_CYCLE_ROUTER_CORE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rtl/ici_csr.h"
#include "systemc/ici/router.h"

/// The C++ twin of the router's RTL, equal to it in every cycle.
namespace podsim::cycle {

/// Parameters that the RTL has, too.
struct Shape {
  int vcs = 4;
  int link_depth = 128;
  int lane_depth = 16;
  int table_entries = 1024;
  int flit_bits = 512;  ///< only told over the configuration port

  int depth(int port) const { return port < kRouterLinks ? link_depth : lane_depth; }
  int channels() const { return kRouterPorts * vcs; }
};

/// What a link layer tells the switch; one bit a link.
struct LinkSignals {
  std::uint8_t down = 0;   ///< what goes to it is drained
  std::uint8_t stall = 0;  ///< no flit may go
  std::uint8_t clear = 0;  ///< credits are withdrawn
  bool error = false;      ///< packets were lost
};

/// A request on the configuration port.
struct CsrRequest {
  bool write = false;
  std::uint16_t address = 0;
  std::uint32_t data = 0;
};

/// Twin of ici_router_core.sv.
///
/// An input channel is (port, VC) as port * vcs + vc; so is an output channel. Sets of channels are
/// masks of 32 bits, and a cycle touches only channels whose bits are set. A cycle is: step(),
/// which is the clock edge for all that was inside; then accept() and return_credits(), what is on
/// the input pins at that edge.
class RouterCore {
 public:
  explicit RouterCore(const Shape& shape, int node = 0);

  /// One clock edge. Outputs below are what the pins show after it.
  void step(const LinkSignals& links = {});
  /// A flit on the pins of `port` at the edge of the last step.
  void accept(int port, const Flit& flit);
  /// Credit pulses on the pins at that edge, one bit an output channel.
  void return_credits(std::uint32_t channels) { credit_in_ = channels & link_channels_; }
  /// A request on the configuration port at that edge; `answer()` two steps later.
  void request(const CsrRequest& request) { csr_next_ = request; }

  std::uint32_t out_valid() const { return pin_valid_; }
  const Flit& out(int port) const { return pin_flit_[static_cast<std::size_t>(port)]; }
  /// Input channels that a flit left.
  std::uint32_t credit_out() const { return credit_out_; }
  std::optional<std::uint32_t> answer() const { return csr_answer_; }
  bool error() const { return error_latched_ || link_error_; }
  bool busy() const { return core_busy() || csr_answer_ || csr_next_; }

  /// Links all of whose credits are here; links of which a packet owns a channel.
  std::uint8_t links_home() const;
  std::uint8_t links_owned() const;
  /// Links that are enabled, with a write that the last edge executed.
  std::uint8_t link_enable_now() const {
    const bool written = csr_write_ && csr_write_->address == ici_csr::kLinkEnable;
    return static_cast<std::uint8_t>((written ? csr_write_->data : enabled_) & 0xf);
  }
  /// The request that is executed in the next step, for the registers of a link layer.
  const std::optional<CsrRequest>& bus() const { return csr_next_; }
  /// What those registers answer to it.
  void set_link_answer(std::uint32_t data) { link_answer_ = data; }

  // Back door, between cycles.
  void write_route(int port, int destination, std::uint8_t entry) {
    table(port)[destination] = entry;
  }
  void set_links(std::uint8_t mask) { enabled_ = static_cast<std::uint8_t>(0xf0 | mask); }
  void set_layer_shift(int shift) { layer_shift_ = shift; }

  const Shape& shape() const { return shape_; }
  std::uint32_t read(std::uint16_t address) const;
  RouteError first_error() const;
  std::uint32_t error_count() const { return error_count_; }
  RouterCounters counters() const;
  std::vector<BufferStatus> buffers() const;

 private:
  struct Route {
    std::uint8_t channel = 0;  ///< output channel
    std::uint8_t cause = 0;    ///< why the packet is drained, or 0
    std::uint8_t entry = 0;
  };
  struct Slot {
    Flit flit;
    Route route;  ///< of the first flit of a packet
  };
  struct Queue {
    Slot* slots = nullptr;
    std::uint16_t mask = 0;
    std::uint16_t head = 0;
    std::uint16_t count = 0;    ///< visible
    std::uint16_t written = 0;  ///< and those that came at the last edge
  };
  struct Arrival {
    std::uint8_t channel = 0;
    std::uint8_t entry = 0;  ///< this and what follows: of the last head
    std::uint8_t lane = 0;
    bool far = false;
  };
  struct Counters {
    std::uint32_t flits_in, flits_out, packets_in, packets_out, errors, stalls;
  };
  struct PortError {
    bool latched = false;
    std::uint32_t status = 0;
    std::uint64_t head = 0;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::uint8_t* table(int port) { return tables_.data() + index(port * shape_.table_entries); }
  const std::uint8_t* table(int port) const {
    return tables_.data() + index(port * shape_.table_entries);
  }
  int port_of(int channel) const { return channel >> vc_shift_; }
  std::uint32_t channels_of(int port) const { return all_vcs_ << (port << vc_shift_); }
  Slot& front(Queue& queue) const { return queue.slots[queue.head]; }

  void show_outputs();
  void offer_and_grant(const LinkSignals& links);
  void grant(int output, int channel);
  void pop(int channel);
  void drain();
  void find_candidates(const LinkSignals& links);
  void request_or_fail(int channel, const LinkSignals& links, std::uint32_t& requests);
  void allocate(std::uint32_t requests);
  void count_stalls();
  void fail(int channel);
  void update_credits(const LinkSignals& links);
  void see_arrivals();
  Route route_of(const Arrival& arrival, const Flit& flit) const;
  void begin_csr();
  void note_errors(bool link_error);
  void write_register(const CsrRequest& request);
  bool core_busy() const {
    return (nonempty_ | credit_out_ | credit_in_) != 0 || (arrived_ | out_valid_ | pin_valid_) != 0;
  }
  BufferStatus status_of(int channel) const;
  std::uint32_t read_counter(std::uint16_t address) const;
  std::uint32_t read_vc(std::uint16_t address) const;
  std::uint32_t read_router(std::uint16_t address) const;

  Shape shape_;
  int vc_shift_;
  std::uint32_t all_vcs_;        // of one port
  std::uint32_t link_channels_;  // output channels that need credit

  // Sets of input channels.
  std::uint32_t active_ = 0;    // owns an output channel
  std::uint32_t draining_ = 0;  // its packet is thrown away
  std::uint32_t nonempty_ = 0;
  std::uint32_t inside_ = 0;  // the last flit that arrived is not a tail
  // Within a step.
  std::uint32_t popped_ = 0;
  std::uint32_t ended_ = 0;
  std::uint32_t failed_ = 0;
  std::uint32_t granted_ = 0;
  // Sets of output channels.
  std::uint32_t credit_ok_ = 0;
  std::uint32_t free_;
  std::uint32_t credit_in_ = 0;
  std::uint32_t freed_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t credit_out_ = 0;
  // Sets of ports.
  std::uint8_t arrived_ = 0;
  std::uint8_t out_valid_ = 0;
  std::uint8_t pin_valid_ = 0;
  std::uint8_t enabled_ = 0xff;
  int layer_shift_ = 0;

  // Round-robin masks: what stands above the last grant.
  std::array<std::uint8_t, kRouterPorts> vc_turn_{};
  std::array<std::uint8_t, kRouterPorts> input_turn_{};
  std::array<std::uint32_t, kRouterPorts * kMaxVcs> owner_turn_{};

  std::array<std::uint8_t, kRouterPorts * kMaxVcs> target_{};
  std::array<std::uint8_t, kRouterLinks * kMaxVcs> credits_{};
  std::array<Queue, kRouterPorts * kMaxVcs> queues_;
  std::array<Arrival, kRouterPorts> arrivals_;
  std::array<Flit, kRouterPorts> out_flit_;  // between switch and crossbar
  std::array<Flit, kRouterPorts> pin_flit_;

  std::array<Counters, kRouterPorts> counters_{};
  std::array<PortError, kRouterPorts> port_errors_;
  std::array<std::uint64_t, kRouterPorts * kMaxVcs> current_head_{};
  bool error_latched_ = false;
  bool link_error_ = false;
  std::uint8_t error_port_ = 0;
  std::uint32_t error_count_ = 0;
  std::uint16_t node_;
  std::optional<CsrRequest> csr_next_;   // registered, executed by the next step
  std::optional<CsrRequest> csr_write_;  // executed, seen from the next step on
  bool clearing_ = false;                // this step clears the error registers
  std::optional<std::uint32_t> csr_answer_;
  std::uint32_t link_answer_ = 0;

  std::vector<Slot> slots_;
  std::vector<std::uint8_t> tables_;  // by input port, then destination
};

}  // namespace podsim::cycle

#endif  // PODSIM_SYSTEMC_ICI_CYCLE_ROUTER_CORE_H_
