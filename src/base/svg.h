// Writes SVG images: shapes in the order in which they were added, on a white ground, for light and dark
// viewers alike. Coordinates are pixels from the top left. Also escapes text for HTML pages.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace atrous {

/// The style of a shape. Empty colours are not drawn.
struct SvgStyle {
    std::string fill{};
    std::string stroke{};
    double width = 1;   ///< of the stroke
    std::string dash{}; ///< "4 2", empty = solid
};

enum class SvgAnchor { start, middle, end };

struct SvgFont {
    double size; ///< in pixels
    SvgAnchor anchor = SvgAnchor::start;
    std::string fill = "#1a1a1a";
    bool bold = false;
};

/// One image. text() returns the file.
class Svg {
  public:
    /// Takes the width and height in pixels, and a title for screen readers and browsers.
    Svg(double width, double height, const std::string& title);
    void rect(double x, double y, double width, double height, const SvgStyle& style);
    void line(double x1, double y1, double x2, double y2, const SvgStyle& style);
    void polyline(const std::vector<std::pair<double, double>>& points, const SvgStyle& style);
    /// Draws text whose baseline is at y. Escapes all characters.
    void text(double x, double y, const std::string& words, const SvgFont& font);
    std::string text() const { return body_ + "</svg>\n"; }

  private:
    std::string body_;
};

/// "#rrggbb" of a hue (degrees), saturation and lightness (0 to 1).
std::string hsl_colour(double hue, double saturation, double lightness);
/// Escapes &, <, > and quotes for XML. Control characters become blanks.
std::string xml_escaped(const std::string& text);

/// Returns text or an attribute's value for HTML, on one line: as one_line() prints it, with &, <, > and
/// quotes escaped.
std::string html_escaped(const std::string& text);

/// "data:TYPE;base64,..." of bytes.
std::string data_uri(const char* type, const std::string& bytes);

} // namespace atrous
