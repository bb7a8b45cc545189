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
#include "systemc/base/row_access.h"
#include "systemc/base/time.h"

namespace podsim {

/// An initiator's reusable transaction: reads and writes rows of a memory at a given time.
class TimedAccess {
 public:
  /// `lane`: that of sampled rows. The payload owns and frees its extensions.
  explicit TimedAccess(std::uint32_t lane = 0) {
    payload_.set_extension(time_);
    payload_.set_extension(rows_);
    rows_->lane = lane;
  }
  TimedAccess(const TimedAccess&) = delete;
  TimedAccess& operator=(const TimedAccess&) = delete;

  /// Moves a block at time `at` and gives the time at which the access is over; nullopt if the
  /// memory refused it (response_text() says why). `address` is in bytes.
  std::optional<Picoseconds> read(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                                  RowBlock& block, Picoseconds at);
  /// The block stays as it is.
  std::optional<Picoseconds> write(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                                   RowBlock& block, Picoseconds at);

  std::string response_text() const { return payload_.get_response_string(); }

 private:
  std::optional<Picoseconds> transport(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                                       RowBlock& block, Picoseconds at);

  AccessTime* time_ = new AccessTime;
  RowAccess* rows_ = new RowAccess;
  tlm::tlm_generic_payload payload_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_TIMED_ACCESS_H_
