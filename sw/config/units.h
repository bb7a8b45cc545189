// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_UNITS_H_
#define PODSIM_SW_CONFIG_UNITS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "systemc/base/parameters.h"

/// Sizes, rates, times and frequencies as people write them: "8MiB", "656Gb/s", "40ns".
namespace podsim::config {

/// Whether a value of this unit must be written with a unit.
bool has_dimension(Unit unit);

/// The units that a field takes, for messages and the reference page: "Hz, kHz, MHz, GHz".
/// Empty for plain numbers.
std::string accepted_units(Unit unit);

/// The value in the base unit (Hz, ps, bytes, bytes/s, bits/s), exactly. A rate may be written in
/// bits or bytes. Throws UserError, without a place: CFG-005 when there is no unit, CFG-006 when
/// the number or the unit cannot be read or the value is not whole in the base unit.
std::int64_t parse_quantity(std::string_view text, Unit unit);

/// The same for fields that need not be whole.
double parse_real_quantity(std::string_view text, Unit unit);

/// The shortest exact text in the largest fitting unit; parse_quantity reads it back the same.
std::string format_quantity(std::int64_t value, Unit unit);

/// The same for fields that need not be whole.
std::string format_real_quantity(double value, Unit unit);

/// Shortest text that reads back to the same double and looks like a TOML float ("1.0").
std::string format_real(double value);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_UNITS_H_
