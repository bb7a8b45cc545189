// SPDX-License-Identifier: Apache-2.0
#include "tests/sw/report/xml_checker.h"

#include <cctype>
#include <set>
#include <vector>

namespace podsim {
namespace {

/// Reads XML from front to back; every function gives a fault or an empty text.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  std::string read() {
    if (text_.substr(0, 5) == "<?xml") at_ = text_.find("?>") + 2;
    while (at_ < text_.size()) {
      const std::string fault = text_[at_] == '<' ? tag() : characters();
      if (!fault.empty()) return fault + " at " + std::to_string(at_);
    }
    if (!open_.empty()) return "<" + open_.back() + "> is not closed";
    return roots_ == 1 ? "" : "not one root";
  }

 private:
  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '-' || text_[at_] == ':')) {
      ++at_;
    }
    return std::string(text_.substr(start, at_ - start));
  }

  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(std::string_view piece) {
    if (text_.substr(at_, piece.size()) != piece) return false;
    at_ += piece.size();
    return true;
  }

  std::string tag() {
    if (take("</")) return end_tag();
    take("<");
    const std::string element = name();
    if (element.empty()) return "a tag without name";
    if (open_.empty()) ++roots_;
    const std::string fault = attributes();
    if (!fault.empty()) return fault;
    if (take("/>")) return "";
    if (!take(">")) return "a tag that does not end";
    open_.push_back(element);
    return "";
  }

  std::string end_tag() {
    const std::string element = name();
    if (open_.empty() || open_.back() != element) return "</" + element + "> closes nothing";
    open_.pop_back();
    return take(">") ? "" : "an end tag that does not end";
  }

  std::string attributes() {
    std::set<std::string> seen;
    while (true) {
      const std::size_t before = at_;
      blanks();
      const std::string key = name();
      if (key.empty()) return "";
      if (at_ - key.size() == before) return "no blank before " + key;
      if (!seen.insert(key).second) return key + " twice";
      if (!take("=\"")) return key + " without a quoted value";
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos) return "a value that does not end";
      const std::string fault = plain(text_.substr(at_, end - at_));
      if (!fault.empty()) return fault;
      at_ = end + 1;
    }
  }

  std::string characters() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view piece = text_.substr(at_, end - at_);
    if (open_.empty() && piece.find_first_not_of(" \n") != std::string_view::npos) {
      return "text outside the root";
    }
    at_ = end;
    return plain(piece);
  }

  static std::string plain(std::string_view piece) {
    if (piece.find('<') != std::string_view::npos) return "a bare <";
    for (std::size_t i = piece.find('&'); i != std::string_view::npos; i = piece.find('&', i + 1)) {
      const std::string_view entity = piece.substr(i, piece.find(';', i) - i + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;") {
        return "a bare &";
      }
    }
    return "";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  int roots_ = 0;
};

}  // namespace

std::string xml_fault(std::string_view text) { return XmlReader(text).read(); }

int count_of(std::string_view text, std::string_view piece) {
  int count = 0;
  for (std::size_t at = text.find(piece); at != std::string_view::npos;
       at = text.find(piece, at + piece.size())) {
    ++count;
  }
  return count;
}

}  // namespace podsim
