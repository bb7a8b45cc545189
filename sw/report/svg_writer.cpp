// SPDX-License-Identifier: Apache-2.0
#include "sw/report/svg_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace podsim {
namespace {

const char* anchor_name(TextAnchor anchor) {
  switch (anchor) {
    case TextAnchor::kMiddle:
      return "middle";
    case TextAnchor::kEnd:
      return "end";
    default:
      return "start";
  }
}

int blend(int from, int to, double share) {
  return static_cast<int>(std::lround(from + (to - from) * share));
}

}  // namespace

std::string xml_escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string Colour::hex() const { return fmt::format("#{:02x}{:02x}{:02x}", red, green, blue); }

Colour load_colour(double share) {
  static constexpr std::array<Colour, 7> kStops = {{{199, 233, 180},
                                                    {127, 205, 187},
                                                    {65, 182, 196},
                                                    {29, 145, 192},
                                                    {34, 94, 168},
                                                    {37, 52, 148},
                                                    {8, 29, 88}}};
  const double at = std::clamp(share, 0.0, 1.0) * (kStops.size() - 1);
  const std::size_t index = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  const Colour& low = kStops[index];
  const Colour& high = kStops[index + 1];
  const double part = at - static_cast<double>(index);
  return {blend(low.red, high.red, part), blend(low.green, high.green, part),
          blend(low.blue, high.blue, part)};
}

SvgWriter::SvgWriter(double width, double height, std::string_view title) {
  out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  open("svg", fmt::format(R"(xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" )"
                          R"(viewBox="0 0 {0:.0f} {1:.0f}" role="img" )"
                          R"(font-family="'Helvetica Neue', Helvetica, Arial, sans-serif")",
                          width, height));
  out_ += fmt::format("<title>{}</title>\n", xml_escape(title));
  rectangle({0.5, 0.5}, width - 1, height - 1, 10,
            fmt::format(R"(fill="{}" stroke="{}")", palette::kGround, palette::kFrame));
}

void SvgWriter::open(std::string_view tag, std::string_view attributes) {
  out_ += fmt::format("<{}{}{}>\n", tag, attributes.empty() ? "" : " ", attributes);
  open_.emplace_back(tag);
}

void SvgWriter::close() {
  out_ += fmt::format("</{}>\n", open_.back());
  open_.pop_back();
}

void SvgWriter::element(std::string_view tag, std::string_view attributes) {
  out_ += fmt::format("<{} {}/>\n", tag, attributes);
}

void SvgWriter::line(Point from, Point to, std::string_view stroke, double width,
                     std::string_view more) {
  element("line",
          fmt::format(R"(x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" )"
                      R"(stroke-width="{:.2f}"{}{})",
                      from.x, from.y, to.x, to.y, stroke, width, more.empty() ? "" : " ", more));
}

void SvgWriter::rectangle(Point corner, double width, double height, double radius,
                          std::string_view attributes) {
  element("rect",
          fmt::format(R"(x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="{:.1f}" {})",
                      corner.x, corner.y, width, height, radius, attributes));
}

void SvgWriter::text(Point at, std::string_view content, const SvgText& style) {
  out_ += fmt::format(
      R"(<text x="{:.1f}" y="{:.1f}" font-size="{:.1f}" fill="{}" text-anchor="{}"{}>{}</text>)",
      at.x, at.y, style.size, style.fill, anchor_name(style.anchor),
      style.bold ? " font-weight=\"600\"" : "", xml_escape(content));
  out_ += '\n';
}

std::string SvgWriter::finish() {
  while (!open_.empty()) close();
  return std::move(out_);
}

}  // namespace podsim
