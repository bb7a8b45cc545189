// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_ROUTER_MODEL_H_
#define PODSIM_TESTS_RTL_ROUTER_MODEL_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace podsim::rtl_test {

constexpr unsigned kPorts = 8;
constexpr unsigned kLinks = 4;
constexpr unsigned kMaxVcs = 4;

/// A flit on the pins of one port. Only as many words as the flit is wide are carried.
struct Flit {
  bool head = false;
  bool tail = false;
  bool poison = false;
  unsigned vc = 0;
  std::array<std::uint64_t, 8> words{};
};

/// What a link layer adds to the flit of a link.
struct FrameFields {
  std::uint32_t kind = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledge = 0;
  bool nack = false;
  std::uint32_t credit = 0;  ///< slots granted, eight bits a virtual channel
  std::uint32_t crc = 0;
};

/// What enters or leaves a router in one cycle. Fields of ports without a flit mean nothing.
struct Pins {
  std::uint32_t valid = 0;
  std::array<Flit, kPorts> flit;
  std::uint32_t credit = 0;  ///< bit port * number of VCs + vc
  std::array<FrameFields, kLinks> frame;
};

struct CsrRequest {
  bool valid = false;
  bool write = false;
  std::uint16_t address = 0;
  std::uint32_t data = 0;
};

/// Parameters a variant was Verilated with.
struct Shape {
  unsigned flit_bits = 512;
  unsigned vcs = 4;
  unsigned link_depth = 128;
  unsigned lane_depth = 16;
  unsigned table_entries = 1024;
  bool link_layer = false;
  unsigned replay_depth = 256;

  unsigned depth(unsigned port) const { return port < kLinks ? link_depth : lane_depth; }
  unsigned words() const { return flit_bits / 64; }
};

/// One Verilated router behind plain C++ values.
class RouterModel {
 public:
  virtual ~RouterModel() = default;
  virtual const Shape& shape() const = 0;
  /// One cycle: inputs, rising edge, outputs.
  virtual void clock(bool reset, const Pins& in, const CsrRequest& csr) = 0;
  virtual const Pins& out() const = 0;
  virtual bool busy() const = 0;
  virtual bool error() const = 0;
  virtual bool csr_valid() const = 0;
  virtual std::uint32_t csr_data() const = 0;
  virtual void set_node(std::uint16_t node) = 0;
};

enum class Variant {
  kFast,        ///< 512 bits, 4 VCs, as the simulator uses it
  kTraced,      ///< the same with assertions
  kNarrow4Vcs,  ///< 64 bits, 4 VCs, small buffers, assertions
  kNarrow2Vcs,  ///< 64 bits, 2 VCs, deep lanes, assertions
  kWide2Vcs,    ///< 128 bits, 2 VCs, shallow buffers, assertions
  kNarrow1Vc,   ///< 64 bits, 1 VC, the smallest buffers, assertions
  // With link layer and assertions:
  kLinkTraced,    ///< 512 bits, 4 VCs, as the simulator uses it
  kLinkShallow4,  ///< 64 bits, 4 VCs, small buffers and a replay buffer of 32
  kLinkDeep4,     ///< 64 bits, 4 VCs, all buffers as deep as the defaults
  kLinkDeep2,     ///< 128 bits, 2 VCs
  kLinkDeep1,     ///< 64 bits, 1 VC
  kLinkShallow2,  ///< 64 bits, 2 VCs, the smallest buffers and replay buffer
  kLinkShallow1,  ///< 64 bits, 1 VC, small buffers
};

std::string name(Variant variant);
/// `reset_seed` other than 0: registers and memories start at random values.
std::unique_ptr<RouterModel> make_router(Variant variant, unsigned reset_seed = 0);

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_ROUTER_MODEL_H_
