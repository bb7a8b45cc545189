// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/ici_parameters.h"

#include "systemc/ici/router_model.h"

namespace podsim {

void IciParameters::visit(FieldVisitor& visitor) {
  visitor.choice({"model", Unit::kNone, 0, 0,
                  "Model of the routers. rtl: Verilated, 512-bit flits; rtl-handle: Verilated, "
                  "heads and handles of 64 bits. [[router]] chooses for some of them."},
                 router_model_names(), model);
  visitor.integer({"clock", Unit::kHertz, 1e6, 1e11,
                   "ICI clock: link rate over flit payload, 656 Gb/s / 512 bit (public rate)."},
                  clock_hz);
  visitor.integer(
      {"link_latency", Unit::kIciCycles, 1, 10'000, "Flight time of a link; chosen: 40 ns."},
      link_latency);
  visitor.integer({"nic_send_latency", Unit::kIciCycles, 1, 10'000,
                   "From a packet handed to the network interface to its first flit at the "
                   "router; chosen."},
                  nic_send_latency);
  visitor.integer({"nic_receive_latency", Unit::kIciCycles, 0, 10'000,
                   "From the last flit out of the router to the DMA engine; chosen."},
                  nic_receive_latency);
  visitor.integer({"nic_credit_latency", Unit::kIciCycles, 1, 10'000,
                   "From a packet taken by the router to its free slot in the send queue; chosen."},
                  nic_credit_latency);
  visitor.integer({"lane_packets", Unit::kNone, 1, 4096,
                   "Packets that the send queue of a local lane holds; chosen."},
                  lane_packets);
  visitor.integer({"packet_payload", Unit::kBytes, 512, 32'768,
                   "Largest payload of a packet, whole rows of 512 B; the native row is public."},
                  packet_payload_bytes);
  visitor.integer({"window", Unit::kIciCycles, 1, 10'000,
                   "Cycles that each router runs on its own before its neighbours see them; at "
                   "most the smallest of link, send and credit latency. No result depends on it."},
                  window);
  visitor.integer({"hang_limit", Unit::kIciCycles, 100, 1e9,
                   "A run in which nothing moves stops after this many cycles; chosen."},
                  hang_limit);
}

}  // namespace podsim
