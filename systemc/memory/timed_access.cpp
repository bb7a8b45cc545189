// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/timed_access.h"

namespace podsim {

std::optional<Picoseconds> TimedAccess::read(tlm::tlm_fw_transport_if<>& memory,
                                             std::uint64_t address, RowBlock& block,
                                             Picoseconds at) {
  payload_.set_read();
  return transport(memory, address, block, at);
}

std::optional<Picoseconds> TimedAccess::write(tlm::tlm_fw_transport_if<>& memory,
                                              std::uint64_t address, RowBlock& block,
                                              Picoseconds at) {
  payload_.set_write();
  return transport(memory, address, block, at);
}

std::optional<Picoseconds> TimedAccess::transport(tlm::tlm_fw_transport_if<>& memory,
                                                  std::uint64_t address, RowBlock& block,
                                                  Picoseconds at) {
  time_->at = at;
  rows_->block = &block;
  payload_.set_address(address);
  payload_.set_data_ptr(reinterpret_cast<unsigned char*>(block.data()));
  payload_.set_data_length(block.bytes());
  payload_.set_streaming_width(block.bytes());
  payload_.set_byte_enable_ptr(nullptr);
  payload_.set_dmi_allowed(false);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay;
  memory.b_transport(payload_, delay);
  if (!payload_.is_response_ok()) return std::nullopt;
  return at + delay.value();
}

}  // namespace podsim
