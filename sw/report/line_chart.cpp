// SPDX-License-Identifier: Apache-2.0
#include "sw/report/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace podsim {
namespace {

constexpr double kWidth = 720;
constexpr double kLeft = 64;
constexpr double kRight = 28;
constexpr double kHeader = 84;
constexpr double kPanel = 170;
constexpr double kGap = 44;
constexpr double kFooter = 30;
constexpr std::array<const char*, 4> kColours = {palette::kBlue, palette::kRed, palette::kGreen,
                                                 palette::kPurple};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Something to draw on, even without data.
  void make_usable() {
    if (low > high) low = 0, high = 1;
    if (low == high) high = low + 1;
  }
};

class ChartPainter {
 public:
  explicit ChartPainter(const Chart& chart)
      : chart_(chart),
        svg_(kWidth,
             kHeader + static_cast<double>(chart.panels.size()) * (kPanel + kGap) + kFooter - 8,
             chart.title) {}

  std::string paint() {
    svg_.text({28, 40}, chart_.title, {20, palette::kInk, TextAnchor::kStart, true});
    svg_.text({28, 63}, chart_.subtitle, {13, palette::kMuted});
    find_x_ticks();
    double top = kHeader + 20;
    std::size_t colour = 0;
    for (const ChartPanel& panel : chart_.panels) {
      paint_panel(panel, top, colour);
      colour += panel.series.size();
      top += kPanel + kGap;
    }
    svg_.text({(kLeft + kWidth - kRight) / 2, top - kGap + 36}, chart_.x_label,
              {12, palette::kMuted, TextAnchor::kMiddle});
    return svg_.finish();
  }

 private:
  void find_x_ticks() {
    Range range;
    for (const ChartPanel& panel : chart_.panels) {
      for (const ChartSeries& series : panel.series) {
        for (const Point& point : series.points) range.include(point.x);
      }
    }
    range.make_usable();
    x_ticks_ = axis_ticks(range.low, range.high, 8);
    x_ = range;
  }

  static std::vector<double> y_ticks(const ChartPanel& panel) {
    Range range;
    for (const ChartSeries& series : panel.series) {
      for (const Point& point : series.points) range.include(point.y);
    }
    if (panel.minimum) range.low = *panel.minimum;
    if (panel.maximum) range.high = *panel.maximum;
    range.make_usable();
    return axis_ticks(range.low, range.high, 4);
  }

  double to_x(double value) const {
    return kLeft + (value - x_.low) / (x_.high - x_.low) * (kWidth - kLeft - kRight);
  }

  void paint_panel(const ChartPanel& panel, double top, std::size_t colour) {
    const std::vector<double> ticks = y_ticks(panel);
    const double bottom = top + kPanel;
    const auto to_y = [&ticks, bottom](double value) {
      return bottom - (value - ticks.front()) / (ticks.back() - ticks.front()) * kPanel;
    };
    svg_.text({kLeft, top - 9}, panel.label, {12, palette::kMuted});
    for (const double tick : ticks) {
      svg_.line({kLeft, to_y(tick)}, {kWidth - kRight, to_y(tick)}, palette::kGrid, 1);
      svg_.text({kLeft - 8, to_y(tick) + 4}, fmt::format("{:.6g}", tick),
                {11, palette::kMuted, TextAnchor::kEnd});
    }
    for (const double tick : x_ticks_) {
      if (tick < x_.low || tick > x_.high) continue;
      svg_.line({to_x(tick), bottom}, {to_x(tick), bottom + 4}, palette::kFrame, 1);
      svg_.text({to_x(tick), bottom + 18}, fmt::format("{:.6g}", tick),
                {11, palette::kMuted, TextAnchor::kMiddle});
    }
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const char* stroke = kColours[(colour + i) % kColours.size()];
      curve(panel.series[i], stroke, to_y);
      if (panel.series.size() > 1) series_name(panel.series[i].name, stroke, i, top);
    }
  }

  template <typename ToY>
  void curve(const ChartSeries& series, const char* stroke, const ToY& to_y) {
    std::string points;
    Point last;
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      points += fmt::format("{:.1f},{:.1f} ", to_x(point.x), to_y(point.y));
      last = point;
    }
    if (points.empty()) return;
    points.pop_back();
    svg_.element("polyline", fmt::format(R"(points="{}" fill="none" stroke="{}" stroke-width="2" )"
                                         R"(stroke-linejoin="round" stroke-linecap="round")",
                                         points, stroke));
    for (const Point& point : series.points) {
      if (series.dots && std::isfinite(point.y)) dot({to_x(point.x), to_y(point.y)}, stroke);
    }
    dot({to_x(last.x), to_y(last.y)}, stroke);
    svg_.text({to_x(last.x) - 8, to_y(last.y) - 9}, fmt::format("{:.4g}", last.y),
              {12, stroke, TextAnchor::kEnd, true});
  }

  void dot(Point at, const char* fill) {
    svg_.element("circle", fmt::format(R"(cx="{:.1f}" cy="{:.1f}" r="3" fill="{}" stroke="{}")",
                                       at.x, at.y, fill, palette::kGround));
  }

  void series_name(const std::string& name, const char* stroke, std::size_t index, double top) {
    const double x = kWidth - kRight - 120;
    const double y = top + 12 + 16 * static_cast<double>(index);
    svg_.line({x, y}, {x + 16, y}, stroke, 2);
    svg_.text({x + 22, y + 4}, name, {11, palette::kInk});
  }

  const Chart& chart_;
  SvgWriter svg_;
  Range x_;
  std::vector<double> x_ticks_;
};

}  // namespace

std::vector<double> axis_ticks(double low, double high, int count) {
  const double raw = (high - low) / std::max(count, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double ratio = raw / power;
  const double step = power * (ratio <= 1.0001   ? 1
                               : ratio <= 2.0001 ? 2
                               : ratio <= 5.0001 ? 5
                                                 : 10);
  const auto first = static_cast<long>(std::floor(low / step + 1e-9));
  const auto last = static_cast<long>(std::ceil(high / step - 1e-9));
  std::vector<double> ticks;
  for (long i = first; i <= last; ++i) ticks.push_back(static_cast<double>(i) * step);
  return ticks;
}

std::string line_chart_svg(const Chart& chart) { return ChartPainter(chart).paint(); }

}  // namespace podsim
