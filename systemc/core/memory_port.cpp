// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/memory_port.h"

#include "systemc/base/access_time.h"

namespace podsim {

MemoryPort::MemoryPort(const sc_core::sc_module_name& name, const CoreParameters& parameters,
                       std::uint64_t bytes)
    : sc_core::sc_module(name),
      socket("socket"),
      bytes_(bytes),
      clock_(static_cast<std::uint64_t>(parameters.clock_hz)),
      picosecond_(sc_core::sc_time::from_value(1)),
      latency_cycles_(static_cast<std::uint64_t>(parameters.memory_port_latency)),
      bytes_per_cycle_(static_cast<std::uint64_t>(parameters.memory_port_bytes)) {
  socket.register_b_transport(this, &MemoryPort::b_transport);
  socket.register_transport_dbg(this, &MemoryPort::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &MemoryPort::get_direct_mem_ptr);
}

void MemoryPort::direct_access(std::uint64_t, tlm::tlm_dmi&) {}

sc_core::sc_time MemoryPort::duration(std::uint64_t length) const {
  const Cycle cycles = latency_cycles_ + (length + bytes_per_cycle_ - 1) / bytes_per_cycle_;
  return delay_of(clock_.time_of(cycles), picosecond_);
}

tlm::tlm_response_status MemoryPort::access(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t length = payload.get_data_length();
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (address > bytes_ || length > bytes_ - address) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (const RowAccess* rows = partial_access(payload)) {
    return access_block(payload, *rows) ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  if (!whole_rows()) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  auto* data = reinterpret_cast<std::byte*>(payload.get_data_ptr());
  if (payload.is_read()) {
    read_bytes(address, data, length);
  } else {
    write_bytes(address, data, length);
  }
  return tlm::TLM_OK_RESPONSE;
}

bool MemoryPort::access_block(const tlm::tlm_generic_payload& payload, const RowAccess& access) {
  const std::uint64_t row = payload.get_address() / isa::kRowBytes;
  if (payload.is_write()) return write_block(row, *access.block);
  read_block(row, access.lane, *access.block);
  return true;
}

void MemoryPort::read_block(std::uint64_t row, std::uint32_t lane, RowBlock& block) {
  const std::uint32_t kept = block.row_bytes();
  for (std::uint32_t i = 0; i < block.rows() && kept != 0; ++i) {
    read_bytes((row + i) * isa::kRowBytes + lane * sizeof(std::uint32_t), block.data() + i * kept,
               kept);
  }
}

bool MemoryPort::write_block(std::uint64_t, const RowBlock&) { return false; }

void MemoryPort::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const tlm::tlm_response_status status = access(payload);
  payload.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE) return;
  delay += duration(payload.get_data_length());
  payload.set_dmi_allowed(has_direct_access());
}

unsigned MemoryPort::transport_dbg(tlm::tlm_generic_payload& payload) {
  const tlm::tlm_response_status status = access(payload);
  payload.set_response_status(status);
  return status == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0;
}

bool MemoryPort::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  if (payload.get_address() >= bytes_ || !has_direct_access()) return false;
  direct_access(payload.get_address(), dmi);
  const sc_core::sc_time latency = duration(1);
  dmi.set_read_latency(latency);
  dmi.set_write_latency(latency);
  return true;
}

}  // namespace podsim
