// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/sparse_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The smallest b with 2^b >= n.
int bits_for(std::int64_t n) {
  int bits = 0;
  while ((std::int64_t{1} << bits) < n) ++bits;
  return bits;
}

/// Large tables lie in memory a destination at a time, so the images of a few chips are made
/// together.
constexpr int kChipsAtOnce = 64;

/// The images of all ports of the chips from `first` to before `last`.
class ChipImages {
 public:
  ChipImages(const SparseScheme& scheme, int first, int last)
      : scheme_(scheme),
        first_(first),
        last_(last),
        images_(at((last - first) * kPorts), std::vector<std::uint8_t>(at(scheme.entries()), 0)) {}

  void fill(const RoutingTables& tables) {
    for_each_entry(tables.chips(), [&](int chip, int port, int to, std::uint8_t& byte) {
      byte = tables.byte(chip, port, to);
    });
  }

  void look_up(RoutingTables& seen) {
    for_each_entry(seen.chips(), [&](int chip, int port, int to, std::uint8_t& byte) {
      seen.set(chip, port, to, RouteEntry::decode(byte));
    });
  }

 private:
  template <class Visit>
  void for_each_entry(int chips, Visit visit) {
    for (int to = 0; to < chips; ++to) {
      for (int chip = first_; chip < last_; ++chip) {
        const auto index = scheme_.index(chip, to);
        if (!index) continue;
        for (int port = 0; port < kPorts; ++port) {
          visit(chip, port, to, images_[at((chip - first_) * kPorts + port)][at(*index)]);
        }
      }
    }
  }

  const SparseScheme& scheme_;
  int first_;
  int last_;
  std::vector<std::vector<std::uint8_t>> images_;
};

}  // namespace

SparseScheme::SparseScheme(const MeshShape& shape, int entries)
    : half_bits_(bits_for(entries) - 1),
      x_bits_(bits_for(shape.width)),
      group_bits_(half_bits_ - bits_for(shape.height)),
      group_mask_(0) {
  if ((std::int64_t{1} << x_bits_) != shape.width) {
    throw UserError("ROUTE-009", fmt::format("sparse tables need a width that is a power of two, "
                                             "not {}",
                                             shape.width));
  }
  if (half_bits_ < x_bits_ || group_bits_ < 0) {
    throw UserError("ROUTE-009",
                    fmt::format("tables of {} entries have no room for a row and a column of "
                                "{} x {} chips",
                                entries, shape.width, shape.height));
  }
  if (group_bits_ > x_bits_) group_bits_ = x_bits_;
  group_mask_ = ((1 << x_bits_) - 1) & ~((1 << group_bits_) - 1);
}

std::optional<int> SparseScheme::index(int chip, int destination) const {
  if (same_band(chip, destination)) return destination & ((1 << half_bits_) - 1);
  if (!same_group(chip, destination)) return std::nullopt;
  const int row = destination >> x_bits_;
  const int column = destination & ((1 << group_bits_) - 1);
  return 1 << half_bits_ | row << group_bits_ | column;
}

std::uint32_t SparseScheme::register_value() const {
  return 1U | static_cast<unsigned>(x_bits_) << 4U | static_cast<unsigned>(group_bits_) << 8U;
}

std::vector<std::uint8_t> sparse_image(const RoutingTables& tables, const SparseScheme& scheme,
                                       int chip, int input_port) {
  std::vector<std::uint8_t> image(at(scheme.entries()), 0);
  for (int to = 0; to < tables.chips(); ++to) {
    const auto index = scheme.index(chip, to);
    if (index) image[at(*index)] = tables.byte(chip, input_port, to);
  }
  return image;
}

RoutingTables looked_up(const RoutingTables& tables, const SparseScheme& scheme) {
  RoutingTables seen(tables.chips());
  for (int first = 0; first < tables.chips(); first += kChipsAtOnce) {
    ChipImages images(scheme, first, std::min(first + kChipsAtOnce, tables.chips()));
    images.fill(tables);
    images.look_up(seen);
  }
  return seen;
}

}  // namespace podsim
