// SPDX-License-Identifier: Apache-2.0
#include "sw/report/mesh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sw/report/mesh_svg.h"
#include "sw/report/units.h"

namespace podsim {
namespace {

constexpr int kWideColumns = 12;
constexpr std::array<const char*, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
/// Of the 256-colour set: pale green to blue, readable on a dark and on a light ground.
constexpr std::array<int, 5> kColours = {108, 73, 38, 32, 27};

class MeshPrinter {
 public:
  MeshPrinter(const Topology& topology, const std::vector<LinkLoad>& loads,
              const LinkMeasure& measure, const TextStyle& style)
      : topology_(topology),
        measure_(measure),
        style_(style),
        loads_(topology.chips(), loads, measure.cycles),
        scale_(load_scale(loads_.peak().load)),
        wide_(topology.width() <= kWideColumns) {}

  std::string print() const {
    std::string out = column_numbers();
    for (int y = 0; y < topology_.height(); ++y) {
      out += chip_row(y);
      if (y + 1 < topology_.height()) out += link_row(y);
    }
    return out + legend();
  }

 private:
  std::string column_numbers() const {
    std::string line(kMargin, ' ');
    const int step = wide_ ? 1 : 5;
    const int pitch = wide_ ? 6 : 2;
    for (int x = 0; x < topology_.width(); x += step) {
      line += fmt::format("{:<{}}", x, pitch * step);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::string chip_row(int y) const {
    std::string line = fmt::format("{:>{}}  ", y, kMargin - 2);
    for (int x = 0; x < topology_.width(); ++x) {
      const int chip = topology_.chip_at({x, y});
      line += chip_sign(topology_.alive(chip));
      if (x + 1 < topology_.width()) {
        line += wide_ ? " " + link(chip, kEast) + " " : link(chip, kEast);
      }
    }
    return line + "\n";
  }

  std::string link_row(int y) const {
    std::string line(kMargin, ' ');
    for (int x = 0; x < topology_.width(); ++x) {
      line += link(topology_.chip_at({x, y}), kSouth);
      if (x + 1 < topology_.width()) line += wide_ ? "    " : " ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::string chip_sign(bool alive) const {
    const std::string sign = alive ? (style_.unicode ? "■" : "#") : (style_.unicode ? "╳" : "X");
    const std::string cell = wide_ ? sign + sign : sign;
    return alive || !style_.colour ? cell : "\x1b[31m" + cell + "\x1b[0m";
  }

  /// Both directions of the link at `port` of `chip`; blanks if there is no live link.
  std::string link(int chip, int port) const {
    const auto far = topology_.neighbour(chip, port);
    if (!far) return wide_ ? "  " : " ";
    const double forth = loads_.of(chip, port);
    const double back = loads_.of(*far, opposite(port));
    if (wide_) return level(forth) + level(back);
    return level(std::max(forth, back));
  }

  std::string level(double load) const {
    const double share = std::min(load / scale_, 1.0);
    const std::string sign = level_sign(load, share);
    if (!style_.colour || load <= 0) return sign;
    const auto step =
        std::min(static_cast<std::size_t>(share * kColours.size()), kColours.size() - 1);
    return fmt::format("\x1b[38;5;{}m{}\x1b[0m", kColours[step], sign);
  }

  std::string level_sign(double load, double share) const {
    if (load <= 0) return style_.unicode ? "·" : ".";
    if (style_.unicode) {
      return kBlocks[std::min(static_cast<std::size_t>(share * kBlocks.size()),
                              kBlocks.size() - 1)];
    }
    return std::to_string(std::min(static_cast<int>(share * 10), 9));
  }

  std::string legend() const {
    std::string out;
    const LinkUtilisation::Peak& peak = loads_.peak();
    if (peak.chip >= 0) {
      const std::string low = style_.unicode ? kBlocks.front() : "0";
      const std::string high = style_.unicode ? kBlocks.back() : "9";
      out += fmt::format("link load {} to {}: up to {:.3g} % of {}{}\n", low, high, 100 * scale_,
                         format_rate(measure_.capacity()),
                         wide_ ? "; east west, south north" : "; the busier direction");
      out +=
          fmt::format("highest {}: {} ({}); mean {}\n", link_name(topology_, peak.chip, peak.port),
                      format_percent(peak.load), format_rate(peak.load * measure_.capacity()),
                      format_percent(loads_.mean()));
    }
    if (topology_.live_count() < topology_.chips()) {
      out += fmt::format("{} failed: {} of {} chips live\n", chip_sign(false),
                         topology_.live_count(), topology_.chips());
    }
    return out;
  }

  static constexpr int kMargin = 5;
  const Topology& topology_;
  const LinkMeasure& measure_;
  const TextStyle& style_;
  LinkUtilisation loads_;
  double scale_;
  bool wide_;
};

}  // namespace

std::string mesh_text(const Topology& topology, const std::vector<LinkLoad>& loads,
                      const LinkMeasure& measure, const TextStyle& style) {
  return MeshPrinter(topology, loads, measure, style).print();
}

}  // namespace podsim
