// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_HBM_H_
#define PODSIM_SYSTEMC_MEMORY_HBM_H_

#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <systemc>

#include "firmware/isa/machine.h"
#include "systemc/base/row_memory.h"
#include "systemc/base/time.h"
#include "systemc/memory/hbm_timing.h"
#include "systemc/memory/memory_parameters.h"

namespace podsim {

/// One half of a chip's HBM: a byte-addressed TLM-2.0 memory, local to a core.
///
/// b_transport moves the data at the call and adds the access's latency to the delay; it never
/// waits (the rule is in systemc/base/access_time.h). Addresses outside the memory are answered
/// with TLM_ADDRESS_ERROR_RESPONSE, byte enables and streaming with their own errors. Direct
/// memory access covers one 64 KiB page; a page never written is granted for writes only.
///
/// Of each row it keeps what the data's scale says; unless that is all, accesses must be of whole
/// rows in that scale (RowAccess), and direct ones are refused.
class Hbm : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kDefaultBytes =
      static_cast<std::uint64_t>(isa::kHbmRows) * isa::kRowBytes;

  /// `bytes` is a multiple of SparseMemory::kPageBytes (InternalError otherwise). Throws UserError
  /// HBM-001 for parameters that do not fit together.
  Hbm(const sc_core::sc_module_name& name, const HbmParameters& parameters,
      std::uint64_t bytes = kDefaultBytes, const DataScale& scale = {});

  tlm_utils::simple_target_socket<Hbm> socket;

  /// The host's back door: whole rows of 512 bytes, no time, no counters; full data only.
  /// InternalError for rows outside the memory.
  void read_rows(std::uint64_t row, std::uint64_t rows, void* target) const;
  void write_rows(std::uint64_t row, std::uint64_t rows, const void* source);

  RowMemory& memory() { return memory_; }
  const RowMemory& memory() const { return memory_; }
  /// Of full data: the bytes.
  SparseMemory& store() { return memory_.store(); }
  const SparseMemory& store() const { return memory_.store(); }
  const HbmCounters& counters() const { return timing_.counters(); }
  /// Hash of the contents.
  std::uint64_t digest() const { return memory_.digest(); }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  bool inside(std::uint64_t address, std::uint64_t length) const;
  tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) const;
  tlm::tlm_response_status move(const tlm::tlm_generic_payload& payload);
  bool move_block(const tlm::tlm_generic_payload& payload, RowBlock& block);
  void count(const tlm::tlm_generic_payload& payload);

  RowMemory memory_;
  HbmTiming timing_;
  sc_core::sc_time hit_latency_;
  sc_core::sc_time picosecond_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_HBM_H_
