// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_RTL_ICI_CSR_H_
#define PODSIM_RTL_ICI_CSR_H_

#include <cstdint>

/// Register map and head word of the ICI router, as rtl/ici_pkg.sv defines them (a test holds
/// the two together). Addresses count 32-bit words. See docs/rtl/registers.md.
namespace podsim::ici_csr {

inline constexpr unsigned kPorts = 8;
inline constexpr unsigned kLinks = 4;

inline constexpr std::uint16_t kId = 0x0000;
inline constexpr std::uint16_t kVersion = 0x0001;
inline constexpr std::uint16_t kParams = 0x0002;  ///< [15:0] flit bits, [19:16] VCs, [23:20] ports
inline constexpr std::uint16_t kDepths = 0x0003;  ///< [15:0] link depth, [31:16] lane depth
inline constexpr std::uint16_t kTableEntries = 0x0004;
inline constexpr std::uint16_t kNodeId = 0x0005;
inline constexpr std::uint16_t kLinkEnable = 0x0006;  ///< [3:0] one bit a link, reset 0xf
inline constexpr std::uint16_t kStatus = 0x0007;  ///< [0] holds flits, [1] route error, [2] link
/// [1:0] log2 of the virtual channels that make up a layer.
inline constexpr std::uint16_t kLayerShift = 0x0008;
inline constexpr std::uint16_t kErrorStatus = 0x0010;  ///< first error; any write clears all four
inline constexpr std::uint16_t kErrorCount = 0x0011;
inline constexpr std::uint16_t kErrorNodes = 0x0012;     ///< [15:0] destination, [31:16] source
inline constexpr std::uint16_t kErrorSequence = 0x0013;  ///< [23:0] sequence number

inline constexpr std::uint32_t kIdValue = 0x49434952;  // "ICIR"
inline constexpr std::uint32_t kVersionValue = 0x00020000;

/// Counters of a port.
enum class Counter : std::uint16_t {
  kFlitsIn = 0,
  kFlitsOut = 1,
  kPacketsIn = 2,
  kPacketsOut = 3,
  kRouteErrors = 4,
  kStallCycles = 5,
};

/// Words of an input virtual channel's status.
enum class VcWord : std::uint16_t {
  kState = 0,     ///< [2:0] VcState, [6:4] output port, [9:8] output VC
  kFlits = 1,     ///< flits in the buffer
  kNodes = 2,     ///< [15:0] destination, [31:16] source of the packet
  kSequence = 3,  ///< [23:0] sequence number of the packet
};

enum class VcState : std::uint8_t {
  kIdle = 0,
  kRouting = 1,
  kWaiting = 2,
  kActive = 3,
  kDraining = 4
};

/// Why a packet was drained.
enum class Cause : std::uint8_t {
  kNone = 0,
  kDestinationRange = 1,
  kEntryInvalid = 2,
  kLinkDisabled = 3,
  kLayerRange = 4,
  kNoHead = 5,
  kLinkDown = 6,
};

/// Settings of the link layer, in cycles or counts (rtl/ici_link_csr.sv).
inline constexpr std::uint16_t kRetryTimeout = 0x0020;
inline constexpr std::uint16_t kMaxRetries = 0x0021;
inline constexpr std::uint16_t kKeepAlive = 0x0022;
inline constexpr std::uint16_t kSilenceLimit = 0x0023;
inline constexpr std::uint16_t kAutoRetrain = 0x0024;
inline constexpr std::uint16_t kRetrainPause = 0x0025;
inline constexpr std::uint16_t kTrainLimit = 0x0026;
inline constexpr std::uint16_t kMaxTrainings = 0x0027;
inline constexpr std::uint16_t kRetrain = 0x0028;  ///< write: [3:0] links that train again

/// Words of a link's status.
enum class LinkWord : std::uint16_t {
  kState = 0,      ///< [2:0] LinkState
  kCrcErrors = 1,  ///< frames dropped for their CRC
  kReplays = 2,    ///< times that flits were sent again
  kTrainings = 3,  ///< times that the link became active
  kDowns = 4,      ///< times that it stopped being so
  kDropped = 5,    ///< packets that ended in the dead link
  kPoisoned = 6,   ///< packets whose rest did not come, ended by force
  kUncertain = 7,  ///< packets given up unacknowledged: they may have arrived
  kPeer = 8,       ///< last configuration word of the other end
};

enum class LinkState : std::uint8_t {
  kDisabled = 0,
  kFirstTraining = 1,
  kSecondTraining = 2,
  kActive = 3,
  kDown = 4,
  kRefused = 5
};

constexpr std::uint16_t link_status(unsigned link, LinkWord word) {
  return static_cast<std::uint16_t>(0x0400 + link * 16 + static_cast<unsigned>(word));
}

constexpr std::uint16_t counter(unsigned port, Counter which) {
  return static_cast<std::uint16_t>(0x0100 + port * 16 + static_cast<unsigned>(which));
}

constexpr std::uint16_t vc_status(unsigned port, unsigned vc, VcWord word) {
  return static_cast<std::uint16_t>(0x0200 + port * 32 + vc * 8 + static_cast<unsigned>(word));
}

/// Credits left at a link output.
constexpr std::uint16_t credits(unsigned port, unsigned vc) {
  return static_cast<std::uint16_t>(0x0300 + port * 4 + vc);
}

/// Route table entry of one input port.
constexpr std::uint16_t table(unsigned port, unsigned destination) {
  return static_cast<std::uint16_t>(0x8000 + port * 0x1000 + destination);
}

/// Write only: the same route table entry of all input ports.
constexpr std::uint16_t table_all(unsigned destination) {
  return static_cast<std::uint16_t>(0x7000 + destination);
}

/// Route table entry: forward to `port`, on the packet's own virtual channel.
constexpr std::uint8_t route_to(unsigned port) { return static_cast<std::uint8_t>(0x08 | port); }

/// Route table entry: forward to `port`, on virtual channel `layer`.
constexpr std::uint8_t route_to_layer(unsigned port, unsigned layer) {
  return static_cast<std::uint8_t>(0x28 | port | (layer << 6));
}

/// Route table entry: deliver to the lane that the head names.
constexpr std::uint8_t route_local() { return 0x18; }

/// Word 0 of a head flit.
constexpr std::uint64_t head_word(unsigned destination, unsigned destination_lane,
                                  unsigned source_lane, unsigned kind, unsigned source,
                                  std::uint32_t sequence) {
  return std::uint64_t{destination & 0xffffU} | std::uint64_t{destination_lane & 3U} << 16 |
         std::uint64_t{source_lane & 3U} << 18 | std::uint64_t{kind & 15U} << 20 |
         std::uint64_t{source & 0xffffU} << 24 | std::uint64_t{sequence & 0xffffffU} << 40;
}

}  // namespace podsim::ici_csr

#endif  // PODSIM_RTL_ICI_CSR_H_
