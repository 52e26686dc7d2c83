// Writes SVG 1.1 elements. Hides number formats and escaping.
#include "base/svg.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace atrous {
namespace {

/// At most two digits after the point, none that are not needed.
std::string number(double value) { return exact(std::round(value * 100) / 100 + 0.0); }

std::string attribute(const std::string& name, const std::string& value) {
    std::string text = " ";
    text += name;
    text += "=\"";
    text += xml_escaped(value);
    text += '"';
    return text;
}
std::string attribute(const std::string& name, double value) { return attribute(name, number(value)); }

std::string attributes(const SvgStyle& style) {
    std::string text = attribute("fill", style.fill.empty() ? "none" : style.fill);
    if (style.stroke.empty()) return text;
    text += attribute("stroke", style.stroke) + attribute("stroke-width", style.width);
    return style.dash.empty() ? text : text + attribute("stroke-dasharray", style.dash);
}

} // namespace

std::string xml_escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
}

std::string hsl_colour(double hue, double saturation, double lightness) {
    const double strength = saturation * std::min(lightness, 1 - lightness);
    std::string colour = "#";
    for (const double offset : {0.0, 8.0, 4.0}) { // red, green, blue
        const double k = std::fmod(offset + hue / 30 + 24, 12);
        const double value = lightness - strength * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", unsigned(std::lround(value * 255)) & 255u);
        colour += digits.data();
    }
    return colour;
}

Svg::Svg(double width, double height, const std::string& title) {
    body_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
            attribute("height", height) +
            attribute("viewBox", std::string("0 0 ") + number(width) + " " + number(height)) +
            " font-family=\"DejaVu Sans, Verdana, Helvetica, sans-serif\">\n<title>" + xml_escaped(title) +
            "</title>\n";
    rect(0, 0, width, height, {"#ffffff", "", 0, ""});
}

void Svg::rect(double x, double y, double width, double height, const SvgStyle& style) {
    body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
             attribute("height", height) + attributes(style) + "/>\n";
}

void Svg::line(double x1, double y1, double x2, double y2, const SvgStyle& style) {
    body_ += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) +
             attributes(style) + "/>\n";
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points, const SvgStyle& style) {
    std::string list;
    for (const auto& [x, y] : points) {
        list += number(x);
        list += ',';
        list += number(y);
        list += ' ';
    }
    body_ += "<polyline" + attribute("points", list) + attributes(style) + "/>\n";
}

void Svg::text(double x, double y, const std::string& words, const SvgFont& font) {
    constexpr const char* anchors[] = {"start", "middle", "end"};
    body_ += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", font.size) +
             attribute("text-anchor", anchors[int(font.anchor)]) + attribute("fill", font.fill) +
             (font.bold ? " font-weight=\"bold\"" : "") + ">" + xml_escaped(words) + "</text>\n";
}

std::string html_escaped(const std::string& text) {
    std::string out = xml_escaped(one_line(text));
    for (std::size_t at = 0; (at = out.find('\'', at)) != std::string::npos;) out.replace(at, 1, "&#39;");
    return out;
}

std::string data_uri(const char* type, const std::string& bytes) {
    constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out = "data:" + std::string(type) + ";base64,";
    out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

} // namespace atrous
