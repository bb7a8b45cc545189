// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_MEMORY_PORT_H_
#define PODSIM_SYSTEMC_CORE_MEMORY_PORT_H_

#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <systemc>

#include "systemc/base/row_access.h"
#include "systemc/base/time.h"
#include "systemc/core/core_parameters.h"

namespace podsim {

/// The DMA side of a core's memory: a TLM-2.0 target that reads and writes bytes.
///
/// b_transport never waits; it adds `memory_port_latency` and a cycle for each started
/// `memory_port_bytes` to the delay. Errors are responses: an address range outside the memory
/// gives TLM_ADDRESS_ERROR_RESPONSE, byte enables and streaming are not supported, a command that
/// is neither read nor write gives TLM_COMMAND_ERROR_RESPONSE, rows of a scale that does not fit
/// the memory's TLM_GENERIC_ERROR_RESPONSE (RowAccess). transport_dbg does the same without delay
/// and returns the bytes moved (0 on error).
class MemoryPort : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket_optional<MemoryPort> socket;

  /// Size of the memory in bytes.
  std::uint64_t size() const { return bytes_; }

 protected:
  MemoryPort(const sc_core::sc_module_name& name, const CoreParameters& parameters,
             std::uint64_t bytes);

  /// Precondition of both: the range lies within size().
  virtual void read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) = 0;
  virtual void write_bytes(std::uint64_t address, const std::byte* source,
                           std::uint64_t length) = 0;
  /// Whether read_bytes and write_bytes can be used: all of each row is kept.
  virtual bool whole_rows() const { return true; }
  /// The same for a block that keeps only a part of its rows: that of `lane`, or nothing.
  virtual void read_block(std::uint64_t row, std::uint32_t lane, RowBlock& block);
  /// Whether it could: a memory of whole rows cannot.
  virtual bool write_block(std::uint64_t row, const RowBlock& block);
  /// Whether direct_access can succeed.
  virtual bool has_direct_access() const { return false; }
  /// Fills in the range around `address` that may be accessed directly.
  virtual void direct_access(std::uint64_t address, tlm::tlm_dmi& dmi);

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  tlm::tlm_response_status access(tlm::tlm_generic_payload& payload);
  bool access_block(const tlm::tlm_generic_payload& payload, const RowAccess& access);
  sc_core::sc_time duration(std::uint64_t length) const;

  std::uint64_t bytes_;
  Clock clock_;
  sc_core::sc_time picosecond_;
  std::uint64_t latency_cycles_;
  std::uint64_t bytes_per_cycle_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_MEMORY_PORT_H_
