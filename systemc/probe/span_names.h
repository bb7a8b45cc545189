// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_PROBE_SPAN_NAMES_H_
#define PODSIM_SYSTEMC_PROBE_SPAN_NAMES_H_

#include <cstdint>
#include <map>
#include <string>

namespace podsim {

/// Names of marker spans, by number, as the assembler gives them.
using SpanNames = std::map<std::uint32_t, std::string>;

/// The name of `span`, or "span N".
inline std::string span_name(const SpanNames& names, std::uint32_t span) {
  const auto found = names.find(span);
  return found != names.end() ? found->second : "span " + std::to_string(span);
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_PROBE_SPAN_NAMES_H_
