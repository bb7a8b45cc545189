// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_JSON_WRITER_H_
#define PODSIM_SW_CONFIG_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace podsim::config {

/// A JSON string with quotes and escapes.
std::string json_quote(std::string_view text);

/// Writes JSON in order, with indentation. Members of an object take a key, items of a list none.
class JsonWriter {
 public:
  JsonWriter& begin_object(std::string_view key = {});
  JsonWriter& begin_list(std::string_view key = {});
  /// Ends the innermost object or list.
  JsonWriter& end();

  JsonWriter& text(std::string_view key, std::string_view value);
  JsonWriter& integer(std::string_view key, std::int64_t value);
  /// Not a number and infinities, which JSON has not, become null.
  JsonWriter& real(std::string_view key, double value);
  JsonWriter& boolean(std::string_view key, bool value);

  /// The text so far, with a line end after the outermost value.
  std::string str() const { return text_ + "\n"; }

 private:
  struct Level {
    char close;
    bool empty;
  };
  JsonWriter& begin(std::string_view key, char open, char close);
  JsonWriter& raw(std::string_view key, std::string_view value);
  void new_line();

  std::string text_;
  std::vector<Level> levels_;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_JSON_WRITER_H_
