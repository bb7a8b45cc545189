// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_REPORT_XML_CHECKER_H_
#define PODSIM_TESTS_SW_REPORT_XML_CHECKER_H_

#include <string>
#include <string_view>

namespace podsim {

/// What keeps `text` from being well-formed XML, as far as an SVG without comments and CDATA goes:
/// balanced tags, one root, quoted attributes each named once, known entities. Empty if nothing.
std::string xml_fault(std::string_view text);

/// How often `piece` occurs.
int count_of(std::string_view text, std::string_view piece);

}  // namespace podsim

#endif  // PODSIM_TESTS_SW_REPORT_XML_CHECKER_H_
