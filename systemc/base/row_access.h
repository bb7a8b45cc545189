// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_ROW_ACCESS_H_
#define PODSIM_SYSTEMC_BASE_ROW_ACCESS_H_

#include <tlm>

#include "systemc/base/row_block.h"

namespace podsim {

/// A transaction whose data are a block of rows: its data pointer is the block's, its length in
/// bytes is the machine's. A memory that does not keep whole rows answers others with
/// TLM_GENERIC_ERROR_RESPONSE.
struct RowAccess final : tlm::tlm_extension<RowAccess> {
  RowBlock* block = nullptr;
  std::uint32_t lane = 0;  ///< that a block of sampled rows wants of a memory that keeps all

  tlm_extension_base* clone() const override { return new RowAccess(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const RowAccess&>(other);
  }
};

/// The extension of a transaction whose block keeps only a part of its rows; null otherwise.
inline const RowAccess* partial_access(const tlm::tlm_generic_payload& payload) {
  const RowAccess* access = nullptr;
  payload.get_extension(access);
  return access == nullptr || access->block == nullptr || access->block->full() ? nullptr : access;
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_ROW_ACCESS_H_
