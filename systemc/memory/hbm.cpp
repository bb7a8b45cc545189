// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/hbm.h"

#include "systemc/base/access_time.h"
#include "systemc/base/row_access.h"

namespace podsim {

Hbm::Hbm(const sc_core::sc_module_name& name, const HbmParameters& parameters, std::uint64_t bytes,
         const DataScale& scale)
    : sc_module(name),
      socket("socket"),
      memory_(bytes / isa::kRowBytes, scale),
      timing_(parameters),
      hit_latency_(
          sc_core::sc_time::from_value(static_cast<std::uint64_t>(parameters.row_hit_latency))),
      picosecond_(sc_core::sc_time::from_value(1)) {
  socket.register_b_transport(this, &Hbm::b_transport);
  socket.register_transport_dbg(this, &Hbm::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &Hbm::get_direct_mem_ptr);
}

void Hbm::read_rows(std::uint64_t row, std::uint64_t rows, void* target) const {
  memory_.store().read(row * isa::kRowBytes, target, rows * isa::kRowBytes);
}

void Hbm::write_rows(std::uint64_t row, std::uint64_t rows, const void* source) {
  memory_.store().write(row * isa::kRowBytes, source, rows * isa::kRowBytes);
}

bool Hbm::inside(std::uint64_t address, std::uint64_t length) const {
  return address <= memory_.bytes() && length <= memory_.bytes() - address;
}

tlm::tlm_response_status Hbm::check(const tlm::tlm_generic_payload& payload) const {
  if (!inside(payload.get_address(), payload.get_data_length())) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_streaming_width() < payload.get_data_length()) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status Hbm::move(const tlm::tlm_generic_payload& payload) {
  if (const RowAccess* rows = partial_access(payload)) {
    return move_block(payload, *rows->block) ? tlm::TLM_OK_RESPONSE
                                             : tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  if (!memory_.scale().full()) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  SparseMemory& store = memory_.store();
  if (payload.is_read()) {
    store.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  } else if (payload.is_write()) {
    store.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  }
  return tlm::TLM_OK_RESPONSE;
}

bool Hbm::move_block(const tlm::tlm_generic_payload& payload, RowBlock& block) {
  if (block.row_bytes() != memory_.scale().row_bytes()) return false;
  const std::uint64_t row = payload.get_address() / isa::kRowBytes;
  if (payload.is_read()) {
    memory_.read(row, block);
  } else {
    memory_.write(row, block);
  }
  return true;
}

void Hbm::count(const tlm::tlm_generic_payload& payload) {
  HbmCounters& counters = timing_.counters();
  if (payload.is_read()) {
    ++counters.reads;
    counters.bytes_read += payload.get_data_length();
  } else {
    ++counters.writes;
    counters.bytes_written += payload.get_data_length();
  }
}

void Hbm::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  payload.set_response_status(check(payload));
  if (!payload.is_response_ok() || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
  const Picoseconds begin = access_begin(payload, delay);
  payload.set_response_status(move(payload));
  if (!payload.is_response_ok()) return;
  count(payload);
  const Picoseconds end = timing_.access(payload.get_address(), payload.get_data_length(), begin);
  delay += delay_of(end - begin, picosecond_);
  payload.set_dmi_allowed(memory_.scale().full());
}

unsigned Hbm::transport_dbg(tlm::tlm_generic_payload& payload) {
  if (!inside(payload.get_address(), payload.get_data_length())) return 0;
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
  return move(payload) == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0;
}

bool Hbm::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const std::uint64_t address = payload.get_address();
  dmi.init();
  if (!inside(address, 1) || !memory_.scale().full()) return false;
  const std::uint64_t page = address - address % SparseMemory::kPageBytes;
  dmi.set_start_address(page);
  dmi.set_end_address(page + SparseMemory::kPageBytes - 1);
  // The shared page of zeros would go stale at the first write, so it is not handed out.
  if (payload.is_read() && !memory_.store().written(page)) return false;
  dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(memory_.store().writable(page)));
  dmi.allow_read_write();
  dmi.set_read_latency(hit_latency_);
  dmi.set_write_latency(hit_latency_);
  return true;
}

}  // namespace podsim
