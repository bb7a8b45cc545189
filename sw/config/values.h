// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_VALUES_H_
#define PODSIM_SW_CONFIG_VALUES_H_

#include <string>
#include <string_view>

#include "sw/config/scenario_visitor.h"

/// Texts of places and sizes, and TOML values.
namespace podsim::config {

/// "x,y", also "(x,y)". Throws UserError CFG-009 without a place.
Coordinate parse_coordinate(std::string_view text);
std::string format_coordinate(const Coordinate& at);

/// "WxH". Throws UserError CFG-009 without a place.
Extent parse_extent(std::string_view text);
std::string format_extent(const Extent& extent);

/// "WxH@x,y". Throws UserError CFG-009 without a place.
Region parse_region(std::string_view text);

/// A TOML string with quotes and escapes.
std::string toml_quote(std::string_view text);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_VALUES_H_
