// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_SPARSE_TABLES_H_
#define PODSIM_SW_ROUTING_SPARSE_TABLES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "sw/routing/reach.h"
#include "sw/routing/routing_tables.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Route tables of routers with fewer entries than the pod has chips.
///
/// Half of a table is for the destinations in the chip's own band of rows, the other half for
/// those in its own group of columns: bands and groups are aligned, and as high and wide as fits.
/// 128 x 32 chips with 1024 entries: bands of 4 rows, groups of 16 columns. A chip so reaches its
/// row, its column, and everything near it; a packet for any other chip is refused at its source.
/// With the width a power of two the router finds the entry from the bits of the two node numbers
/// (docs/developer/routing.md).
class SparseScheme : public Reach {
 public:
  static constexpr int kEntries = 1024;  ///< of a table of the router as it is built

  /// Throws UserError ROUTE-009 when the width is not a power of two or the table is too small for
  /// the columns of the pod; `entries` is a power of two.
  explicit SparseScheme(const MeshShape& shape, int entries = kEntries);

  bool serves(int chip, int destination) const override {
    return same_band(chip, destination) || same_group(chip, destination);
  }
  /// Where the router of `chip` keeps its entry for `destination`; nullopt: nowhere.
  std::optional<int> index(int chip, int destination) const;

  int entries() const { return 2 << half_bits_; }
  int rows_of_band() const { return 1 << (half_bits_ - x_bits_); }
  int columns_of_group() const { return 1 << group_bits_; }
  /// The value of the register TABLE_SCHEME that is proposed for the router: [0] sparse, [7:4]
  /// bits of a column number, [11:8] bits of a column number within its group.
  std::uint32_t register_value() const;

 private:
  bool same_band(int chip, int destination) const {
    return (chip ^ destination) >> half_bits_ == 0;
  }
  bool same_group(int chip, int destination) const {
    return ((chip ^ destination) & group_mask_) == 0;
  }

  int half_bits_;   ///< log2 of half a table
  int x_bits_;      ///< log2 of the width
  int group_bits_;  ///< log2 of the columns of a group
  int group_mask_;  ///< bits of a node number that tell the group
};

/// The table of one input port as the router keeps it.
std::vector<std::uint8_t> sparse_image(const RoutingTables& tables, const SparseScheme& scheme,
                                       int chip, int input_port);

/// What all routers do under the scheme: their images, looked up for every destination, with no
/// entry where the router refuses it.
RoutingTables looked_up(const RoutingTables& tables, const SparseScheme& scheme);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_SPARSE_TABLES_H_
