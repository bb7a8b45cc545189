// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/routing_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace podsim {
namespace {

constexpr unsigned kOutputMask = 0x7;
constexpr unsigned kValidBit = 1U << 3;
constexpr unsigned kLocalBit = 1U << 4;
constexpr unsigned kSetLayerBit = 1U << 5;
constexpr unsigned kLayerShift = 6;

}  // namespace

RouteEntry RouteEntry::to_port(int port) {
  RouteEntry entry;
  entry.output = port;
  entry.valid = true;
  return entry;
}

RouteEntry RouteEntry::deliver() {
  RouteEntry entry;
  entry.valid = true;
  entry.local = true;
  return entry;
}

std::uint8_t RouteEntry::encode() const {
  unsigned byte = static_cast<unsigned>(output) & kOutputMask;
  if (valid) byte |= kValidBit;
  if (local) byte |= kLocalBit;
  if (set_layer) byte |= kSetLayerBit;
  byte |= (static_cast<unsigned>(layer) & (kVcLayers - 1U)) << kLayerShift;
  return static_cast<std::uint8_t>(byte);
}

RouteEntry RouteEntry::decode(std::uint8_t byte) {
  RouteEntry entry;
  entry.output = static_cast<int>(byte & kOutputMask);
  entry.valid = (byte & kValidBit) != 0;
  entry.local = (byte & kLocalBit) != 0;
  entry.set_layer = (byte & kSetLayerBit) != 0;
  entry.layer = static_cast<int>(static_cast<unsigned>(byte) >> kLayerShift);
  return entry;
}

std::string to_string(const RouteEntry& entry) {
  if (!entry.valid) return "none";
  if (entry.local) return "local";
  if (entry.set_layer) return fmt::format("{}, layer {}", port_name(entry.output), entry.layer);
  return port_name(entry.output);
}

RoutingTables::RoutingTables(int chips)
    : chips_(chips),
      entries_(static_cast<std::size_t>(chips) * kPorts * static_cast<std::size_t>(chips), 0) {}

void RoutingTables::set_injected(int chip, int destination, const RouteEntry& entry) {
  for (int lane = 0; lane < kLocalLanes; ++lane) set(chip, kLane0 + lane, destination, entry);
}

int layers_used(const RoutingTables& tables) {
  std::array<bool, 256> seen{};
  for (const std::uint8_t byte : tables.bytes()) seen[byte] = true;
  int layers = 1;
  for (std::size_t byte = 0; byte < seen.size(); ++byte) {
    const RouteEntry entry = RouteEntry::decode(static_cast<std::uint8_t>(byte));
    const bool names_layer = entry.valid && !entry.local && entry.set_layer;
    if (seen[byte] && names_layer) layers = std::max(layers, entry.layer + 1);
  }
  return layers;
}

}  // namespace podsim
