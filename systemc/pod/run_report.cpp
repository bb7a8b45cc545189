// SPDX-License-Identifier: Apache-2.0
// Text of a run that did not end well.
#include <fmt/format.h>

#include "systemc/pod/pod.h"

namespace podsim {
namespace {

std::string chip_text(const Topology& topology, int chip) {
  if (chip < 0 || chip >= topology.chips()) return fmt::format("chip {}", chip);
  return fmt::format("chip {}", to_string(topology.coordinate(chip)));
}

std::string waiting_text(const WaitingCore& waiting, const Topology& topology) {
  const std::string who =
      fmt::format("{} core {}", chip_text(topology, waiting.core / 2), waiting.core % 2);
  if (waiting.wait.semaphore < 0) {
    return fmt::format("  {} at {}: waits for its DMA transfers\n", who, to_string(waiting.place));
  }
  return fmt::format("  {} at {}: waits for semaphore {} >= {}, which is {}; expected from {}\n",
                     who, to_string(waiting.place), waiting.wait.semaphore, waiting.wait.needed,
                     waiting.wait.value, waiting.expected_sender);
}

const char* state_text(BufferStatus::State state) {
  switch (state) {
    case BufferStatus::kIdle:
      return "between packets";
    case BufferStatus::kRouting:
      return "not routed yet";
    case BufferStatus::kWaitingForVc:
      return "waiting for a virtual channel";
    case BufferStatus::kActive:
      return "waiting for credits";
  }
  return "draining";
}

std::string packet_text(const StuckPacket& packet, const Topology& topology) {
  const BufferStatus& b = packet.buffer;
  std::string text = fmt::format(
      "  packet {} from {} to {}: in the router of {}, input {} VC {}, {} flits, {}", b.sequence,
      chip_text(topology, b.source), chip_text(topology, b.destination),
      chip_text(topology, packet.chip), port_name(b.port), b.vc, b.flits, state_text(b.state));
  if (b.output_port >= 0) {
    text += fmt::format(" of output {} VC {}", port_name(b.output_port), b.output_vc);
  }
  return text + "\n";
}

std::string headline(const RunOutcome& outcome) {
  const double us = static_cast<double>(outcome.ended) * 1e-6;
  switch (outcome.status) {
    case RunStatus::kHalted:
      return {};
    case RunStatus::kFault: {
      const bool known = outcome.fault.has_value();
      return known ? fmt::format("error [{}]: {}\n", outcome.fault->id, outcome.fault->message)
                   : std::string("error: the run stopped on a fault\n");
    }
    case RunStatus::kDeadlock:
      return fmt::format("deadlock: nothing can move since {:.3f} us\n", us);
    case RunStatus::kCycleLimit:
      return fmt::format("cycle limit reached at {:.3f} us\n", us);
    case RunStatus::kInterrupted:
      return fmt::format("interrupted at {:.3f} us\n", us);
  }
  return {};
}

}  // namespace

std::string describe(const RunOutcome& outcome, const Topology& topology) {
  std::string text = headline(outcome);
  if (!outcome.waiting.empty()) {
    text += fmt::format("{} core(s) wait:\n", outcome.waiting.size());
  }
  for (const WaitingCore& waiting : outcome.waiting) text += waiting_text(waiting, topology);
  if (!outcome.packets.empty()) {
    text += fmt::format("{} packet(s) are in the network:\n", outcome.packets.size());
  }
  for (const StuckPacket& packet : outcome.packets) text += packet_text(packet, topology);
  if (!outcome.transfers.empty()) text += "DMA transfers in progress:\n";
  for (const std::string& transfer : outcome.transfers) text += "  " + transfer + "\n";
  return text;
}

}  // namespace podsim
