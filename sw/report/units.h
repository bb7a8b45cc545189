// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_UNITS_H_
#define PODSIM_SW_REPORT_UNITS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "systemc/base/time.h"

namespace podsim {

/// A memory size in binary units, three significant digits, whole numbers whole: "512 B",
/// "16 KiB", "1.5 MiB".
std::string format_bytes(std::uint64_t bytes);

/// A value with the SI prefix that leaves 1 to 999 before the point: format_si(82e9, "B/s") is
/// "82.0 GB/s". `digits` significant digits; n, u, m, none, k, M, G, T, P.
std::string format_si(double value, std::string_view unit, int digits = 3);

/// A rate in bytes per second: "82.0 GB/s".
std::string format_rate(double bytes_per_second);

/// A time of the modelled machine, four significant digits: "850 ps", "12.35 us", "1.204 ms".
std::string format_time(Picoseconds time);
/// Host time in seconds: "4.2 s", "3 min 20 s", "2 h 5 min".
std::string format_duration(double seconds);

/// "1,234,567"
std::string format_count(std::uint64_t value);
/// A share of 1 as "41.3 %".
std::string format_percent(double share);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_UNITS_H_
