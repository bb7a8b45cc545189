// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/vcd_file.h"

#include <algorithm>
#include <stdexcept>

namespace podsim::test {
namespace {

/// The words up to "$end", without blanks between them.
std::string until_end(std::istream& in) {
  std::string text;
  for (std::string word; in >> word && word != "$end";) text += word;
  return text;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ".") + part;
  return text;
}

}  // namespace

VcdFile::VcdFile(std::istream& in, const std::vector<std::string>& watched) {
  read_header(in);
  for (const std::string& path : watched) {
    if (find(path) == nullptr) throw std::runtime_error("no signal " + path);
    changes_[find(path)->id];
  }
  read_changes(in);
}

void VcdFile::read_header(std::istream& in) {
  for (std::string word; in >> word && word != "$enddefinitions";) {
    if (word == "$timescale") {
      timescale_ = until_end(in);
    } else if (word == "$scope") {
      std::string kind;
      std::string name;
      in >> kind >> name;
      scope_.push_back(name);
      ++scopes_[joined(scope_)];
    } else if (word == "$upscope") {
      scope_.pop_back();
    } else if (word == "$var") {
      read_variable(in);
    }
  }
}

void VcdFile::read_variable(std::istream& in) {
  std::string kind;
  std::string name;
  Signal signal;
  in >> kind >> signal.width >> signal.id >> name;
  signals_[joined(scope_) + "." + name] = signal;
}

void VcdFile::read_changes(std::istream& in) {
  std::uint64_t time = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    if (line[0] == '#') {
      time = std::stoull(line.substr(1));
      first_time_ = std::min(first_time_, time);
      last_time_ = std::max(last_time_, time);
      continue;
    }
    const bool vector = line[0] == 'b';
    const std::size_t blank = line.rfind(' ');
    if (vector && blank == std::string::npos) continue;
    const auto changes = changes_.find(line.substr(vector ? blank + 1 : 1));
    if (changes == changes_.end()) continue;
    changes->second.push_back({time, vector ? line.substr(1, blank - 1) : line.substr(0, 1)});
  }
}

const VcdFile::Signal* VcdFile::find(const std::string& path) const {
  const auto found = signals_.find(path);
  return found == signals_.end() ? nullptr : &found->second;
}

const std::vector<VcdFile::Change>& VcdFile::changes(const std::string& path) const {
  return changes_.at(find(path)->id);
}

}  // namespace podsim::test
