// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_PARAMETERS_H_
#define PODSIM_SYSTEMC_BASE_PARAMETERS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace podsim {

/// Unit of a field. A value with a dimension must be written with a unit ("940MHz", "8MiB");
/// counts and cycles are plain numbers.
enum class Unit : std::uint8_t {
  kNone,  ///< a count or a ratio
  kHertz,
  kPicoseconds,
  kBytes,
  kBytesPerSecond,
  kBitsPerSecond,
  kCoreCycles,
  kIciCycles,
};

/// What is known of one field: the TOML reader, `podsim config show|schema`, the reference page
/// and the error messages are all made from it.
struct FieldInfo {
  std::string_view name;
  Unit unit = Unit::kNone;
  double minimum = 0;
  double maximum = 0;
  std::string_view doc;  ///< one sentence, with the source of the default or "chosen"
};

/// A parameter struct `P` has defaults as member initialisers and a member
/// `void visit(FieldVisitor& visitor)` that hands over each field in order.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;
  virtual void integer(const FieldInfo& info, std::int64_t& value) = 0;
  virtual void real(const FieldInfo& info, double& value) = 0;
  virtual void boolean(const FieldInfo& info, bool& value) = 0;
  virtual void text(const FieldInfo& info, std::string& value) = 0;
  /// `value` is an index into `names`.
  virtual void choice(const FieldInfo& info, const std::vector<std::string>& names, int& value) = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_PARAMETERS_H_
