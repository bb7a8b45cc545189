// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_OPTION_SET_H_
#define PODSIM_SW_CLI_OPTION_SET_H_

#include <string>
#include <vector>

namespace podsim::cli {

/// What a verb declares its options on; keeps the command-line library out of the verbs.
/// `names` is "-o,--output". Values are written when the command line is parsed, so that the
/// variables must live until then.
class OptionSet {
 public:
  virtual ~OptionSet() = default;
  virtual void flag(const std::string& names, bool& value, const std::string& help) = 0;
  /// `metavar` stands for the value in the help: "FILE".
  virtual void text(const std::string& names, std::string& value, const std::string& metavar,
                    const std::string& help) = 0;
  /// May be given more than once.
  virtual void texts(const std::string& names, std::vector<std::string>& values,
                     const std::string& metavar, const std::string& help) = 0;
  virtual void positional(const std::string& name, std::string& value, bool required,
                          const std::string& help) = 0;
  /// An option that sets a key of the configuration, over the file and -s.
  virtual void setting(const std::string& names, const std::string& path,
                       const std::string& metavar, const std::string& help) = 0;
  /// The same without a value: sets the key to true.
  virtual void setting_flag(const std::string& names, const std::string& path,
                            const std::string& help) = 0;
};

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_OPTION_SET_H_
