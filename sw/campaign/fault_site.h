// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CAMPAIGN_FAULT_SITE_H_
#define PODSIM_SW_CAMPAIGN_FAULT_SITE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/ici/fabric.h"
#include "systemc/pod/topology.h"

/// Campaigns of random faults in the bare network.
namespace podsim::campaign {

/// Where a fault strikes, and how.
enum class Site : int {
  kFrameControl,   ///< a bit of kind, VC, flags or nack of one frame
  kFrameNumbers,   ///< a bit of sequence number, acknowledgement or credits of one frame
  kFrameCrc,       ///< a bit of the CRC of one frame
  kFrameData,      ///< a bit of the data of one frame
  kBurst,          ///< bits of a link at a rate of 1 in 50 for up to 100 cycles
  kNoisyLink,      ///< bits of a link at a rate of 1e-5 to 1e-3, for good
  kShortFlap,      ///< a link carries nothing for up to 600 cycles
  kLongFlap,       ///< a link carries nothing for 2,000 to 12,000 cycles
  kLinkCut,        ///< a link carries nothing any more
  kLinkCutOneWay,  ///< one direction of it
  kChip,           ///< a chip and its router stop
};
inline constexpr int kSites = 11;
/// "frame control", ...
const char* name(Site site);

/// One fault: what is given to the fabric, and what a person is told.
struct PlannedFault {
  struct OnLink {
    int node = 0;
    int port = 0;
    LinkFault fault;
  };
  Site site = Site::kFrameData;
  std::vector<OnLink> links;
  int dead_node = -1;  ///< -1: none
  Cycle at = 0;
  std::string text;  ///< "cycle 812: link E of chip (1,2): ..."
};

/// Fault number `trial` of a campaign: sites take turns, the rest is random. It strikes between the
/// cycles `first` and `last`, on a live link or chip of the pod.
PlannedFault plan_fault(std::uint64_t seed, std::uint64_t trial, const Topology& topology,
                        Cycle first, Cycle last);

/// Plants it.
void plant(const PlannedFault& fault, std::uint64_t seed, Fabric& fabric);

}  // namespace podsim::campaign

#endif  // PODSIM_SW_CAMPAIGN_FAULT_SITE_H_
