// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/fault_plan.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"
#include "systemc/base/counter_random.h"
#include "systemc/ici/fabric.h"

namespace podsim {

std::string to_string(const FaultRule& rule) {
  const std::string chip = fmt::format("chip {}", to_string(rule.at));
  const std::string until =
      rule.to == kNever ? std::string() : fmt::format(" until cycle {}", rule.to);
  const std::string link = rule.kind == FaultKind::kChip
                               ? std::string()
                               : fmt::format("link {} of {}{}", port_name(rule.port), chip,
                                             rule.both_directions ? "" : " (outgoing)");
  switch (rule.kind) {
    case FaultKind::kChip:
      return fmt::format("cycle {}: {} dies", rule.from, chip);
    case FaultKind::kLink:
      return fmt::format("cycle {}: {} is cut{}", rule.from, link, until);
    case FaultKind::kBitErrors:
      return fmt::format("cycle {}: {} inverts bits at a rate of {}{}", rule.from, link,
                         rule.bit_error_rate, until);
  }
  return {};
}

void check_fault(const FaultRule& rule, const Topology& topology) {
  if (!topology.contains(rule.at)) {
    throw UserError("POD-002", fmt::format("chip {} is outside the pod", to_string(rule.at)));
  }
  const int chip = topology.chip_at(rule.at);
  if (!topology.alive(chip)) {
    throw UserError("POD-005",
                    fmt::format("chip {} has failed from the start", to_string(rule.at)));
  }
  if (rule.kind == FaultKind::kChip || topology.neighbour(chip, rule.port)) return;
  throw UserError("POD-003", fmt::format("there is no live link {} of chip {}",
                                         port_name(rule.port), to_string(rule.at)));
}

void plant_link_fault(const FaultRule& rule, const Topology& topology, std::uint64_t seed,
                      Fabric& fabric) {
  if (rule.kind == FaultKind::kChip) return;
  const LinkFault fault{rule.from, rule.to,
                        rule.kind == FaultKind::kLink ? 1.0 : rule.bit_error_rate};
  const auto plant = [&](int chip, int port) {
    const auto link = static_cast<std::uint64_t>(chip * kLinkPorts + port);
    fabric.add_link_fault(chip, port, fault, counter_random(seed, link));
  };
  const int chip = topology.chip_at(rule.at);
  plant(chip, rule.port);
  if (rule.both_directions) plant(*topology.neighbour(chip, rule.port), opposite(rule.port));
}

}  // namespace podsim
