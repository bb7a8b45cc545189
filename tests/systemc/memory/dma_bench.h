// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SYSTEMC_MEMORY_DMA_BENCH_H_
#define PODSIM_TESTS_SYSTEMC_MEMORY_DMA_BENCH_H_

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/base/access_time.h"
#include "systemc/memory/dma_descriptor.h"
#include "systemc/memory/dma_engine.h"

namespace podsim::test {

inline constexpr std::size_t kRow = isa::kRowBytes;
using Bytes = std::vector<std::byte>;

/// A block of `bytes` bytes that are all `value`.
inline RowBlock block_of(std::size_t bytes, std::byte value) {
  RowBlock block;
  block.resize(static_cast<std::uint32_t>(bytes), isa::kRowBytes);
  std::fill_n(block.data(), bytes, value);
  return block;
}

/// A target memory of fixed latency and no bandwidth limit.
class PlainMemory : public sc_core::sc_module {
 public:
  PlainMemory(const sc_core::sc_module_name& name, std::size_t rows, Picoseconds access_latency)
      : sc_module(name), socket("socket"), bytes(rows * kRow), latency(access_latency) {
    socket.register_b_transport(this, &PlainMemory::b_transport);
  }

  std::byte* row(std::size_t index) { return &bytes[index * kRow]; }
  void fill_random(unsigned seed) {
    std::mt19937 random(seed);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() | 1u);  // never zero
  }

  tlm_utils::simple_target_socket<PlainMemory> socket;
  Bytes bytes;
  Picoseconds latency;
  std::vector<Picoseconds> begins;  ///< of all accesses

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::size_t address = payload.get_address();
    const std::size_t length = payload.get_data_length();
    if (address + length > bytes.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    void* const here = &bytes[address];
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, length);
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), length);
    begins.push_back(access_begin(payload, delay));
    delay += sc_core::sc_time::from_value(latency);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// Records what an engine tells its core.
class FakeClient : public DmaClient {
 public:
  struct Raise {
    int semaphore;
    std::uint32_t amount;
    Picoseconds at;
    bool operator==(const Raise& o) const {
      return semaphore == o.semaphore && amount == o.amount && at == o.at;
    }
  };
  void raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at) override {
    raises.push_back({semaphore, amount, at});
    values[static_cast<std::size_t>(semaphore)] += amount;
    if (on_raise) on_raise(semaphore);
  }
  void transfer_read(Picoseconds at) override { read_out.push_back(at); }
  void dma_fault(const std::string& id, const std::string& message, Picoseconds at) override {
    faults.push_back(id + ": " + message);
    fault_times.push_back(at);
  }

  std::vector<Raise> raises;
  std::array<std::uint64_t, isa::kSemaphores> values{};
  std::vector<Picoseconds> read_out;
  std::vector<std::string> faults;
  std::vector<Picoseconds> fault_times;
  std::function<void(int)> on_raise;
};

/// A network interface with `capacity` packets of room in each lane.
class FakePort : public RemotePort {
 public:
  struct Sent {
    int lane;
    RemoteWrite write;
    Picoseconds at;
  };
  std::uint32_t packet_bytes() const override { return packet_size; }
  RowBlock make_block(std::uint32_t bytes, std::uint32_t row_bytes) override {
    RowBlock block;
    block.resize(bytes, row_bytes);
    return block;
  }
  bool can_send(int lane) const override { return room[static_cast<std::size_t>(lane)] > 0; }
  void send(int lane, RemoteWrite write, Picoseconds at) override {
    --room[static_cast<std::size_t>(lane)];
    sent.push_back({lane, std::move(write), at});
    if (on_send) on_send(sent.back());
  }
  void set_room(int packets) { room.fill(packets); }

  std::uint32_t packet_size = 512;
  std::array<int, kDmaLanes> room{1'000'000, 1'000'000, 1'000'000, 1'000'000};
  std::deque<Sent> sent;
  std::function<void(Sent&)> on_send;
};

class EventLog : public Observer {
 public:
  void on_dma(const DmaEvent& event) override { dmas.push_back(event); }
  std::vector<DmaEvent> dmas;
};

/// Timing that tests compute with by hand, and a window that they count with, whatever the
/// defaults.
inline DmaParameters bench_parameters() {
  DmaParameters parameters;
  parameters.issue_latency = 40'000;
  parameters.burst_rows = 8;
  parameters.bursts_in_flight = 16;
  parameters.write_latency = 20'000;
  return parameters;
}

/// One core's engine with plain memories.
struct DmaCore {
  static constexpr std::size_t kHbmRowsHere = 8192;

  DmaCore(int core, EventQueue& queue, RemotePort& port,
          const DmaParameters& parameters = bench_parameters(), int total_cores = 8)
      : engine(unique("engine"), parameters, core, total_cores, queue, client, port, log),
        hbm(unique("hbm"), kHbmRowsHere, 50'000),
        vmem(unique("vmem"), isa::kVmemRows, 10'000),
        smem(unique("smem"), 32, 5'000),
        imem(unique("imem"), 2048, 7'000) {
    for (int s = 0; s < 4; ++s) engine.sockets[static_cast<std::size_t>(s)]->bind(at(s).socket);
  }
  PlainMemory& at(int space) {
    return *std::array<PlainMemory*, 4>{&hbm, &vmem, &smem, &imem}[static_cast<std::size_t>(space)];
  }
  static sc_core::sc_module_name unique(const char* name) {
    return sc_core::sc_module_name(sc_core::sc_gen_unique_name(name));
  }

  FakeClient client;
  EventLog log;
  DmaEngine engine;
  PlainMemory hbm, vmem, smem, imem;
};

/// A local copy of `rows` rows from HBM row 0 to VMEM row 0 without semaphores.
inline DmaDescriptor descriptor(int rows = 1) {
  return {-1, 0, 0, 1, 0, rows, 1, 0, 0, -1, -1, -1};
}

/// Ends elaboration, so that sockets are bound.
inline void elaborate() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

inline void run(EventQueue& events) {
  while (!events.empty()) events.run_next();
}

}  // namespace podsim::test

#endif  // PODSIM_TESTS_SYSTEMC_MEMORY_DMA_BENCH_H_
