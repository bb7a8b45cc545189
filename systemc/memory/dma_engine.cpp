// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_engine.h"

#include <utility>

#include "systemc/memory/dma_arrivals.h"
#include "systemc/memory/dma_transfers.h"

namespace podsim {
namespace {

DmaSockets make_sockets() {
  using Socket = tlm_utils::simple_initiator_socket<DmaEngine>;
  return {std::make_unique<Socket>("hbm_socket"), std::make_unique<Socket>("vmem_socket"),
          std::make_unique<Socket>("smem_socket"), std::make_unique<Socket>("imem_socket")};
}

}  // namespace

class DmaEngine::State {
 public:
  State(DmaEngine& engine, const DmaParameters& parameters, int core, int total_cores,
        EventQueue& events, DmaClient& client, RemotePort& remote, Observer& observer,
        const DataScale& scale)
      : context{parameters, core,   total_cores, events,         engine,
                client,     remote, observer,    engine.sockets, scale} {}

  DmaContext context;
  DmaTransfers transfers{context};
  DmaArrivals arrivals{context};
};

DmaEngine::DmaEngine(const sc_core::sc_module_name& name, const DmaParameters& parameters,
                     int global_core, int total_cores, EventQueue& events, DmaClient& client,
                     RemotePort& remote, Observer& observer, const DataScale& scale)
    : sc_module(name),
      EventHandler(1 + global_core % 2),
      sockets(make_sockets()),
      state_(std::make_unique<State>(*this, parameters, global_core, total_cores, events, client,
                                     remote, observer, scale)) {}

DmaEngine::~DmaEngine() = default;

void DmaEngine::start(const DmaDescriptor& descriptor, Picoseconds at) {
  state_->transfers.start(descriptor, at);
}

void DmaEngine::lane_ready(int lane, Picoseconds at) { state_->transfers.pump(lane, at); }

void DmaEngine::deliver(RemoteWrite&& write, Picoseconds at) {
  state_->arrivals.deliver(std::move(write), at);
}

int DmaEngine::unread_transfers() const { return state_->transfers.unread(); }

bool DmaEngine::idle() const { return state_->transfers.empty() && state_->arrivals.empty(); }

const DmaCounters& DmaEngine::counters() const { return state_->context.counters; }

std::vector<std::string> DmaEngine::describe() const {
  std::vector<std::string> lines;
  state_->transfers.describe(lines);
  state_->arrivals.describe(lines);
  return lines;
}

void DmaEngine::handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) {
  const auto index = static_cast<std::uint32_t>(argument);
  switch (static_cast<DmaMoment>(kind)) {
    case DmaMoment::kBegin:
      return state_->transfers.begin(index, now);
    case DmaMoment::kRead:
      return state_->transfers.piece_read(index, now);
    case DmaMoment::kWritten:
      return state_->transfers.piece_written(index, now);
    case DmaMoment::kArrived:
      return state_->arrivals.store(index, now);
    case DmaMoment::kStored:
      return state_->arrivals.finish(index, now);
  }
}

}  // namespace podsim
