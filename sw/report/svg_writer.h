// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_SVG_WRITER_H_
#define PODSIM_SW_REPORT_SVG_WRITER_H_

#include <string>
#include <string_view>
#include <vector>

namespace podsim {

/// `text` with the characters that XML reserves as entities; control characters become blanks.
std::string xml_escape(std::string_view text);

struct Point {
  double x = 0;
  double y = 0;
};

/// An sRGB colour.
struct Colour {
  int red = 0;
  int green = 0;
  int blue = 0;
  std::string hex() const;  ///< "#1d91c0"
};

/// The colours that all pictures share: a light ground of their own, so that they read the same on
/// a light and on a dark page; accents from the colour-blind-safe set of Okabe and Ito.
namespace palette {
inline constexpr const char* kGround = "#fbfcfe";
inline constexpr const char* kFrame = "#d5dbe3";
inline constexpr const char* kInk = "#1c2733";
inline constexpr const char* kMuted = "#5f6c7b";
inline constexpr const char* kGrid = "#e4e8ee";
inline constexpr const char* kBlue = "#0072b2";
inline constexpr const char* kOrange = "#e69f00";
inline constexpr const char* kGreen = "#009e73";
inline constexpr const char* kRed = "#d55e00";
inline constexpr const char* kPurple = "#a03b78";
}  // namespace palette

/// Colour of a load between 0 and 1: light green over blue to dark blue (YlGnBu of ColorBrewer).
/// Lightness falls all the way, so it reads in grey and by every kind of colour vision.
Colour load_colour(double share);

enum class TextAnchor { kStart, kMiddle, kEnd };

struct SvgText {
  double size = 12;
  const char* fill = palette::kInk;
  TextAnchor anchor = TextAnchor::kStart;
  bool bold = false;
};

/// Writes an SVG document: elements in order, every open element closed by finish().
class SvgWriter {
 public:
  /// Size in pixels; `title` is what a screen reader says.
  SvgWriter(double width, double height, std::string_view title);

  /// An element with content to follow, until close(). `attributes` is well-formed XML.
  void open(std::string_view tag, std::string_view attributes);
  void close();
  /// An element without content.
  void element(std::string_view tag, std::string_view attributes);

  void line(Point from, Point to, std::string_view stroke, double width,
            std::string_view more = {});
  void rectangle(Point corner, double width, double height, double radius,
                 std::string_view attributes);
  void text(Point at, std::string_view content, const SvgText& style = {});

  /// The whole document; the writer is spent.
  std::string finish();

 private:
  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_SVG_WRITER_H_
