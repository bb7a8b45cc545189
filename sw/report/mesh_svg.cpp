// SPDX-License-Identifier: Apache-2.0
#include "sw/report/mesh_svg.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "sw/report/mesh_layout.h"
#include "sw/report/svg_writer.h"
#include "sw/report/units.h"

namespace podsim {
namespace {

constexpr const char* kIdle = "#cfd6de";
constexpr const char* kChipFill = "#33475b";
constexpr const char* kChipText = "#f4f7fa";
constexpr const char* kChipDetail = "#b9c7d6";
constexpr double kIdleBelow = 1e-9;

/// Into how many parts the legend cuts the scale, so that its figures are round.
int scale_parts(double scale) {
  if (scale == 0.75) return 3;
  return scale == 1 || scale == 0.2 || scale == 0.02 ? 4 : 5;
}

class MeshPainter {
 public:
  MeshPainter(const Topology& topology, const std::vector<LinkLoad>& loads,
              const MeshCaption& caption)
      : topology_(topology),
        caption_(caption),
        layout_(topology),
        loads_(topology.chips(), loads, caption.measure.cycles),
        scale_(load_scale(loads_.peak().load)),
        svg_(layout_.width, layout_.height, caption.title + ". " + caption.subtitle) {
    find_positions();
  }

  std::string paint() {
    definitions();
    heading();
    axes();
    for (int chip = 0; chip < topology_.chips(); ++chip) links_of(chip);
    if (loads_.peak().chip >= 0) mark_peak();
    circuit();
    for (int chip = 0; chip < topology_.chips(); ++chip) paint_chip(chip);
    if (loads_.peak().chip >= 0 && !layout_.labelled) ring_around_peak();
    legend();
    return svg_.finish();
  }

 private:
  struct Stroke {
    Point from;
    Point to;
  };

  void find_positions() {
    position_.assign(static_cast<std::size_t>(topology_.chips()), 0);
    int next = 1;
    for (const int chip : caption_.circuit) position_[static_cast<std::size_t>(chip)] = next++;
  }

  void definitions() {
    svg_.open("defs", "");
    svg_.open("pattern", R"(id="hole" width="7" height="7" patternUnits="userSpaceOnUse" )"
                         R"svg(patternTransform="rotate(45)")svg");
    svg_.element("rect", R"(width="7" height="7" fill="#fdece3")");
    svg_.element("rect", fmt::format(R"(width="2.4" height="7" fill="{}" fill-opacity="0.35")",
                                     palette::kRed));
    svg_.close();
    svg_.open("linearGradient", R"(id="load")");
    for (int i = 0; i <= 6; ++i) {
      svg_.element("stop", fmt::format(R"(offset="{:.4f}" stop-color="{}")", i / 6.0,
                                       load_colour(i / 6.0).hex()));
    }
    svg_.close();
    svg_.close();
  }

  void heading() {
    svg_.text({28, 40}, caption_.title, {20, palette::kInk, TextAnchor::kStart, true});
    svg_.text({28, 63}, caption_.subtitle, {13, palette::kMuted});
  }

  /// Column and row numbers at the rim; every chip carries its own in a small mesh.
  void axes() {
    if (layout_.labelled) return;
    const SvgText style{11, palette::kMuted, TextAnchor::kMiddle};
    const int step = layout_.pitch >= 60 ? 1 : 4;
    const double rim = layout_.origin.y - (layout_.origin.y - MeshLayout::kHeader) / 2;
    for (int x = 0; x < topology_.width(); x += step) {
      svg_.text({layout_.centre({x, 0}).x, rim}, std::to_string(x), style);
    }
    const double left = layout_.origin.x - (topology_.shape().wrap_x ? 0.36 : 0.1) * layout_.pitch;
    for (int y = 0; y < topology_.height(); y += step) {
      svg_.text({left - 6, layout_.centre({0, y}).y + 4}, std::to_string(y), style);
    }
  }

  /// The strokes of the two ends of a link: one if the chips are side by side; for a wrap, a stub
  /// that leaves this chip and one that comes in at the other side of the mesh.
  std::vector<Stroke> strokes(int chip, int port, int far) const {
    const Point out = direction(port);
    const Point lane = 0.062 * layout_.pitch * right_of(out);
    const double rim = layout_.chip / 2 + 0.02 * layout_.pitch;
    const Point start = layout_.centre(topology_.coordinate(chip)) + rim * out + lane;
    const Point end = layout_.centre(topology_.coordinate(far)) + -rim * out + lane;
    const double along = (end.x - start.x) * out.x + (end.y - start.y) * out.y;
    if (along > 0) return {{start, end}};
    const double stub = 0.42 * layout_.pitch;
    return {{start, start + stub * out}, {end + -stub * out, end}};
  }

  void links_of(int chip) {
    if (!topology_.alive(chip)) return;
    for (int port = 0; port < kLinkPorts; ++port) {
      const auto far = topology_.wired(chip, port);
      if (!far || !topology_.alive(*far)) continue;
      const bool live = topology_.neighbour(chip, port).has_value();
      for (const Stroke& stroke : strokes(chip, port, *far)) {
        if (live) {
          arrow(stroke, loads_.of(chip, port));
        } else {
          failed_link(stroke);
        }
      }
    }
  }

  double stroke_width(double load) const {
    return layout_.pitch * (load < kIdleBelow ? 0.016 : 0.022 + 0.034 * load / scale_);
  }

  void arrow(const Stroke& stroke, double load) {
    const std::string colour = load < kIdleBelow ? kIdle : load_colour(load / scale_).hex();
    arrow(stroke, colour, stroke_width(load));
  }

  void arrow(const Stroke& stroke, const std::string& colour, double width) {
    const double dx = stroke.to.x - stroke.from.x;
    const double dy = stroke.to.y - stroke.from.y;
    const double length = std::abs(dx) + std::abs(dy);  // one of them is zero
    const Point along{dx / length, dy / length};
    const double head = 1.1 * width + 0.05 * layout_.pitch;
    const double half = 0.75 * width + 0.012 * layout_.pitch;
    const Point neck = stroke.to + -head * along;
    const Point side = half * right_of(along);
    svg_.line(stroke.from, neck + 0.5 * along, colour, width);
    const Point a = neck + side;
    const Point b = neck + -1 * side;
    svg_.element("path", fmt::format(R"(d="M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z" fill="{}")",
                                     stroke.to.x, stroke.to.y, a.x, a.y, b.x, b.y, colour));
  }

  void failed_link(const Stroke& stroke) {
    svg_.line(stroke.from, stroke.to, palette::kRed, 0.02 * layout_.pitch,
              R"(stroke-dasharray="3 3" stroke-opacity="0.8")");
    has_failed_links_ = true;
  }

  void mark_peak() {
    const LinkUtilisation::Peak& peak = loads_.peak();
    const int far = topology_.wired(peak.chip, peak.port).value_or(peak.chip);
    for (const Stroke& stroke : strokes(peak.chip, peak.port, far)) {
      svg_.line(stroke.from, stroke.to, palette::kPurple,
                stroke_width(peak.load) + 0.06 * layout_.pitch,
                R"(stroke-linecap="round" stroke-opacity="0.45")");
      arrow(stroke, peak.load);
    }
  }

  /// In a large mesh the link itself is too thin to be found.
  void ring_around_peak() {
    const LinkUtilisation::Peak& peak = loads_.peak();
    const int far = topology_.wired(peak.chip, peak.port).value_or(peak.chip);
    const Stroke stroke = strokes(peak.chip, peak.port, far).front();
    const Point middle = 0.5 * (stroke.from + stroke.to);
    svg_.element("circle", fmt::format(R"(cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="none" )"
                                       R"(stroke="{}" stroke-width="2.5")",
                                       middle.x, middle.y, 0.42 * layout_.pitch, palette::kPurple));
  }

  void circuit() {
    const std::vector<int>& chips = caption_.circuit;
    const std::size_t hops = chips.size() < 2 ? 0 : chips.size() - (caption_.closed ? 0 : 1);
    for (std::size_t i = 0; i < hops; ++i) {
      hop(chips[i], chips[(i + 1) % chips.size()]);
    }
  }

  void hop(int from, int to) {
    const Coordinate a = topology_.coordinate(from);
    const Coordinate b = topology_.coordinate(to);
    const double width = std::max(1.2, 0.022 * layout_.pitch);
    if (std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1) {
      svg_.line(layout_.centre(a), layout_.centre(b), palette::kOrange, width);
      return;
    }
    const auto port = topology_.port_towards(from, to);
    if (!port) return;
    const Point out = 0.9 * layout_.pitch * direction(*port);
    svg_.line(layout_.centre(a), layout_.centre(a) + out, palette::kOrange, width);
    svg_.line(layout_.centre(b), layout_.centre(b) + -1 * out, palette::kOrange, width);
  }

  void paint_chip(int chip) {
    const Coordinate at = topology_.coordinate(chip);
    const Point centre = layout_.centre(at);
    const bool alive = topology_.alive(chip);
    const Point corner = centre + Point{-layout_.chip / 2, -layout_.chip / 2};
    svg_.rectangle(corner, layout_.chip, layout_.chip, 0.17 * layout_.chip,
                   alive ? fmt::format(R"(fill="{}")", kChipFill)
                         : fmt::format(R"svg(fill="url(#hole)" stroke="{}" stroke-width="1.5")svg",
                                       palette::kRed));
    if (layout_.labelled) label(at, centre, alive);
  }

  void label(Coordinate at, Point centre, bool alive) {
    const double size = 0.135 * layout_.pitch;
    const int position = position_[static_cast<std::size_t>(topology_.chip_at(at))];
    const bool second_line = !alive || position > 0;
    const double y = centre.y + (second_line ? -0.03 : 0.045) * layout_.pitch;
    svg_.text({centre.x, y}, fmt::format("{},{}", at.x, at.y),
              {size, alive ? kChipText : "#8c3d00", TextAnchor::kMiddle, true});
    if (!second_line) return;
    svg_.text({centre.x, centre.y + 0.13 * layout_.pitch},
              alive ? fmt::format("#{}", position) : std::string("failed"),
              {0.8 * size, alive ? kChipDetail : "#8c3d00", TextAnchor::kMiddle});
  }

  void legend() {
    const double left = 28;
    const double top = layout_.legend_y;
    svg_.line({left, top}, {layout_.width - 28, top}, palette::kGrid, 1);
    load_legend({left, top + 20});
    symbols({layout_.width - 250, top + 20});
  }

  void load_legend(Point at) {
    constexpr double kWidth = 300;
    if (loads_.peak().chip < 0) {
      svg_.text({at.x, at.y + 9}, "no load on any link", {12, palette::kMuted});
      return;
    }
    svg_.text({at.x, at.y + 4}, "load of a link, % of capacity", {12, palette::kInk});
    svg_.text({at.x + kWidth, at.y + 4}, "GB/s below", {12, palette::kMuted, TextAnchor::kEnd});
    svg_.rectangle({at.x, at.y + 12}, kWidth, 9, 2, R"svg(fill="url(#load)")svg");
    const int parts = scale_parts(scale_);
    for (int i = 0; i <= parts; ++i) {
      const double share = scale_ * i / parts;
      const double x = at.x + kWidth * i / parts;
      const TextAnchor anchor = i == 0       ? TextAnchor::kStart
                                : i == parts ? TextAnchor::kEnd
                                             : TextAnchor::kMiddle;
      svg_.text({x, at.y + 35}, fmt::format("{:.4g}", 100 * share), {11, palette::kInk, anchor});
      svg_.text({x, at.y + 49}, fmt::format("{:.3g}", share * caption_.measure.capacity() * 1e-9),
                {11, palette::kMuted, anchor});
    }
    svg_.text({at.x, at.y + 72}, peak_text(), {12, palette::kPurple, TextAnchor::kStart, true});
  }

  std::string peak_text() const {
    const LinkUtilisation::Peak& peak = loads_.peak();
    return fmt::format("highest: {}, {:.3f} flits/cycle, {} ({}); mean {}",
                       link_name(topology_, peak.chip, peak.port), peak.load,
                       format_rate(peak.load * caption_.measure.capacity()),
                       format_percent(peak.load), format_percent(loads_.mean()));
  }

  void symbols(Point at) {
    const SvgText style{12, palette::kInk};
    if (topology_.live_count() < topology_.chips()) {
      svg_.rectangle({at.x, at.y - 6}, 13, 13, 3,
                     fmt::format(R"svg(fill="url(#hole)" stroke="{}")svg", palette::kRed));
      svg_.text(
          {at.x + 22, at.y + 5},
          fmt::format("failed ({} of {} chips live)", topology_.live_count(), topology_.chips()),
          style);
      at.y += 22;
    }
    if (has_failed_links_) {
      svg_.line({at.x, at.y + 1}, {at.x + 14, at.y + 1}, palette::kRed, 2,
                R"(stroke-dasharray="3 3" stroke-opacity="0.8")");
      svg_.text({at.x + 22, at.y + 5}, "failed link", style);
      at.y += 22;
    }
    if (!caption_.circuit.empty()) {
      svg_.line({at.x, at.y + 1}, {at.x + 14, at.y + 1}, palette::kOrange, 2.2);
      svg_.text({at.x + 22, at.y + 5}, layout_.labelled ? "ring, #: place in it" : "ring", style);
      at.y += 22;
    }
    if (loads_.peak().chip >= 0) {
      svg_.line({at.x + 2, at.y + 1}, {at.x + 12, at.y + 1}, palette::kPurple, 8,
                R"(stroke-linecap="round" stroke-opacity="0.45")");
      svg_.text({at.x + 22, at.y + 5}, "link with the highest load", style);
    }
  }

  const Topology& topology_;
  const MeshCaption& caption_;
  MeshLayout layout_;
  LinkUtilisation loads_;
  double scale_;
  SvgWriter svg_;
  bool has_failed_links_ = false;
  std::vector<int> position_;  ///< of each chip in the circuit, from 1; 0: not in it
};

}  // namespace

double load_scale(double highest) {
  for (const double end : {0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 0.75}) {
    if (highest <= end) return end;
  }
  return 1;
}

std::string mesh_svg(const Topology& topology, const std::vector<LinkLoad>& loads,
                     const MeshCaption& caption) {
  return MeshPainter(topology, loads, caption).paint();
}

}  // namespace podsim
