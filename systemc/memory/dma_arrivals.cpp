// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/dma_arrivals.h"

#include <fmt/format.h>

#include <utility>

namespace podsim {
namespace {

std::string place(const RemoteWrite& write) {
  return fmt::format("arriving write of {} bytes to {} row {}", write.data.bytes(),
                     space_name(write.space), write.row);
}

}  // namespace

std::optional<std::string> DmaArrivals::check(const RemoteWrite& write) const {
  if (write.target_core != context_.core) {
    return fmt::format("arriving write for core {} at core {}", write.target_core, context_.core);
  }
  if (write.space > isa::Space::kImem) {
    return fmt::format("arriving write: space {} is outside 0..3", static_cast<int>(write.space));
  }
  if (write.data.bytes() % isa::kRowBytes != 0) {
    return place(write) + ": not whole rows of 512 bytes";
  }
  const std::uint64_t end = write.row + std::uint64_t{write.data.bytes()} / isa::kRowBytes;
  const auto rows = static_cast<std::uint64_t>(space_rows(write.space));
  if (!write.data.empty() && end > rows) {
    return fmt::format("{}: rows {}..{} are outside {} rows 0..{}", place(write), write.row,
                       end - 1, space_name(write.space), rows - 1);
  }
  if (write.semaphore < -1 || write.semaphore >= isa::kSemaphores) {
    return fmt::format("{}: semaphore {} is outside -1..{}", place(write), write.semaphore,
                       isa::kSemaphores - 1);
  }
  return std::nullopt;
}

void DmaArrivals::deliver(RemoteWrite&& write, Picoseconds at) {
  if (const auto fault = check(write)) {
    context_.client.dma_fault("DMA-008", *fault, at);
    return;
  }
  const std::uint32_t index = arrivals_.take();
  arrivals_[index] = {std::move(write), true};
  const Picoseconds store_at = at + static_cast<Picoseconds>(context_.parameters.write_latency);
  context_.schedule(store_at, DmaMoment::kArrived, index);
}

void DmaArrivals::store(std::uint32_t index, Picoseconds now) {
  RemoteWrite& write = arrivals_[index].write;
  if (write.data.empty()) {
    finish(index, now);
  } else if (const auto end = context_.write(write.space, write.row, write.data, now)) {
    context_.schedule(*end, DmaMoment::kStored, index);
  } else {
    release(index);
  }
}

void DmaArrivals::finish(std::uint32_t index, Picoseconds now) {
  const RemoteWrite& write = arrivals_[index].write;
  const int semaphore = write.semaphore;
  const std::uint32_t amount = write.amount;
  context_.counters.bytes_written += write.data.bytes();
  release(index);
  context_.raise(semaphore, amount, now);
}

void DmaArrivals::release(std::uint32_t index) {
  Arrival& arrival = arrivals_[index];
  arrival.active = false;
  arrival.write.data.release();
  arrivals_.release(index);
}

void DmaArrivals::describe(std::vector<std::string>& lines) const {
  for (const Arrival& arrival : arrivals_.slots()) {
    if (!arrival.active) continue;
    lines.push_back(fmt::format("core {}: {}", context_.core, place(arrival.write)));
  }
}

}  // namespace podsim
