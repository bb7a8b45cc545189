// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/junit.h"

#include <fmt/format.h>

#include <string_view>

namespace podsim::cli {
namespace {

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    if (control) continue;  // XML 1.0 has no way to write them
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string failure_element(const JunitCase& test) {
  if (test.failure.empty()) return {};
  const std::string first = test.failure.substr(0, test.failure.find('\n'));
  return fmt::format("      <{0} message=\"{1}\">{2}</{0}>\n", test.is_error ? "error" : "failure",
                     escape(first), escape(test.failure));
}

}  // namespace

std::string junit_xml(const JunitCase& test) {
  const bool failed = !test.failure.empty();
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"podsim\" tests=\"1\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n"
      "    <testcase classname=\"podsim.{}\" name=\"{}\" time=\"{:.3f}\">\n"
      "{}"
      "    </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n",
      failed && !test.is_error ? 1 : 0, failed && test.is_error ? 1 : 0, test.seconds,
      escape(test.verb), escape(test.name), test.seconds, failure_element(test));
}

}  // namespace podsim::cli
