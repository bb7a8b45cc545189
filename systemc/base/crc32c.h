// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_CRC32C_H_
#define PODSIM_SYSTEMC_BASE_CRC32C_H_

#include <cstddef>
#include <cstdint>

namespace podsim {

/// CRC-32C (Castagnoli, as in iSCSI, RFC 3720) over `count` words, each with its low byte first. By
/// the processor's instruction where there is one, else by a table: one result.
std::uint32_t crc32c(const std::uint64_t* words, std::size_t count);

/// The same without the instruction.
std::uint32_t crc32c_by_table(const std::uint64_t* words, std::size_t count);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_CRC32C_H_
