// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/ici_parameters.h"

#include "systemc/ici/router_model.h"

namespace podsim {

namespace {

void visit_link(LinkSettings& link, FieldVisitor& visitor) {
  visitor.integer({"link_retry_timeout", Unit::kIciCycles, 1, 65'535,
                   "Link layer: unacknowledged flits go again after this; more than a round trip."},
                  link.retry_timeout);
  visitor.integer({"link_max_retries", Unit::kNone, 0, 255,
                   "Link layer: goes without progress after which a link is down; chosen."},
                  link.max_retries);
  visitor.integer({"link_keep_alive", Unit::kIciCycles, 1, 65'535,
                   "Link layer: a busy sender is not silent for longer; chosen."},
                  link.keep_alive);
  visitor.integer({"link_silence_limit", Unit::kIciCycles, 1, 65'535,
                   "Link layer: a receiver that waits takes a longer silence for a dead link."},
                  link.silence_limit);
  visitor.boolean({"link_auto_retrain", Unit::kNone, 0, 0,
                   "Link layer: a link that is down trains again by itself."},
                  link.auto_retrain);
  visitor.integer({"link_retrain_pause", Unit::kIciCycles, 8, 65'535,
                   "Link layer: silence before that, longer than a flight; chosen."},
                  link.retrain_pause);
  visitor.integer({"link_train_limit", Unit::kIciCycles, 16, 65'535,
                   "Link layer: a training that takes longer has failed; chosen."},
                  link.train_limit);
  visitor.integer(
      {"link_max_trainings", Unit::kNone, 0, 255,
       "Link layer: trainings that may fail in a row before a link stays down; chosen."},
      link.max_trainings);
}

}  // namespace

void IciParameters::visit(FieldVisitor& visitor) {
  visitor.choice(
      {"model", Unit::kNone, 0, 0,
       "Model of the routers. rtl: Verilated, 512-bit flits; rtl-handle: Verilated, "
       "heads and handles of 64 bits; cycle: the C++ twin, the same cycles; lockstep: "
       "rtl and cycle side by side, compared; tlm: packets, nearly the same times. [[router]] "
       "chooses for some of them."},
      router_model_names(), model);
  visitor.boolean({"link_layer", Unit::kNone, 0, 0,
                   "CRC, sequence numbers and replay on every link; faults during a run need it."},
                  link_layer);
  visit_link(link, visitor);
  visitor.integer({"clock", Unit::kHertz, 1e6, 1e11,
                   "ICI clock: link rate over flit payload, 656 Gb/s / 512 bit (public rate)."},
                  clock_hz);
  visitor.integer(
      {"link_latency", Unit::kIciCycles, 1, 10'000, "Flight time of a link; chosen: 40 ns."},
      link_latency);
  visitor.integer(
      {"nic_send_latency", Unit::kIciCycles, 1, 10'000,
       "From a packet handed to the network interface to its first flit at the "
       "router; chosen: a step to a neighbour chip then takes about 1 us, as published."},
      nic_send_latency);
  visitor.integer(
      {"nic_receive_latency", Unit::kIciCycles, 0, 10'000,
       "From the last flit out of the router to the DMA engine; chosen as nic_send_latency."},
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
  visitor.integer({"window", Unit::kIciCycles, 0, 10'000,
                   "Cycles that each router runs on its own before its neighbours see them; at "
                   "most the smallest of link, send and credit latency, which 0 stands for. No "
                   "result depends on it."},
                  window);
  visitor.integer({"hang_limit", Unit::kIciCycles, 100, 1e9,
                   "A run in which nothing moves stops after this many cycles; chosen."},
                  hang_limit);
}

}  // namespace podsim
