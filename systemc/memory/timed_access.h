// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_TIMED_ACCESS_H_
#define PODSIM_SYSTEMC_MEMORY_TIMED_ACCESS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <systemc>
#include <tlm>

#include "systemc/base/access_time.h"
#include "systemc/base/time.h"

namespace podsim {

/// An initiator's reusable transaction: reads and writes a memory at a given time.
class TimedAccess {
 public:
  TimedAccess() { payload_.set_extension(time_); }  // the payload owns and frees its extension
  TimedAccess(const TimedAccess&) = delete;
  TimedAccess& operator=(const TimedAccess&) = delete;

  /// Moves `length` bytes at time `at` and gives the time at which the access is over; nullopt if
  /// the memory refused it (response_text() says why).
  std::optional<Picoseconds> read(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                                  std::byte* target, std::uint32_t length, Picoseconds at);
  std::optional<Picoseconds> write(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                                   const std::byte* source, std::uint32_t length, Picoseconds at);

  std::string response_text() const { return payload_.get_response_string(); }

 private:
  std::optional<Picoseconds> transport(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                                       std::byte* data, std::uint32_t length, Picoseconds at);

  AccessTime* time_ = new AccessTime;
  tlm::tlm_generic_payload payload_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_TIMED_ACCESS_H_
