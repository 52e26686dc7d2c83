// Draws lines over levels, with a legend below.
#include "lab/bench/show/chart.h"
#include "base/svg.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr double axis_left = 78, plot_top = 78, line_height = 22, right_margin = 30;
const char* const ink = "#1a1a1a";
const char* const faint = "#d9d9d9";
const char* const grey_ink = "#555555";

// Okabe and Ito's colours, distinguishable by colour-blind readers; without yellow, which is unreadable on white.
constexpr std::array colours = {"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array dashes = {"", "7 4", "2 3"};

SvgStyle style_of(std::size_t row) {
    return {"", colours[row % colours.size()], row == 0 ? 3.0 : 2.2,
            dashes[row / colours.size() % dashes.size()]};
}

/// The plot of a chart, in pixels, without its text.
struct ChartSize {
    double width = 740, height = 330;
};

/// Place and size of a chart.
struct Place {
    double left, top; ///< of the axes
    ChartSize size;
};

/// Scale from values to pixels from the top: linear from 0, or logarithmic if rows lie far apart.
struct Scale {
    double least, most, top, height;
    bool logarithmic;
    double at(double value) const {
        const double share = logarithmic ? std::log(value / least) / std::log(most / least) : value / most;
        return top + height * (1 - share);
    }
};

/// The smallest of 1, 2 or 5 times a power of ten that is at least `value`.
double nice(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0})
        if (value <= step * power * (1 + 1e-9)) return step * power;
    return 10 * power;
}

Scale scale_of(const Chart& chart, const Place& at) {
    const double top = at.top, height = at.size.height;
    if (chart.most > 0) return {0, chart.most, top, height, false};
    double least = 1e30, most = 0;
    for (const auto& row : chart.series)
        for (const double value : row.values) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    if (most <= 0) return {0, 1, top, height, false};
    if (least > 0 && most > 12 * least)
        return {nice(least) / (nice(least) > least ? 10 : 1), nice(most), top, height, true};
    const double step = nice(most / 5);
    return {0, step * std::ceil(most * 1.04 / step), top, height, false};
}

std::vector<double> ticks(const Scale& scale) {
    std::vector<double> at;
    const double step = nice(scale.most / 6);
    if (!scale.logarithmic)
        for (double value = 0; value <= scale.most * (1 + 1e-9); value += step) at.push_back(value);
    else
        for (double value = nice(scale.least); value <= scale.most * (1 + 1e-9); value = nice(value * 1.5))
            at.push_back(value);
    return at;
}

std::string tick_text(double value) {
    return fixed(value, value >= 10 || value == std::floor(value) ? 0 : value >= 0.1 ? 1 : 3);
}

double x_of(const Chart& chart, const Place& at, std::size_t level) {
    return chart.levels == 1 ? at.left + at.size.width / 2
                             : at.left + 24 + (at.size.width - 48) * double(level) / (chart.levels - 1);
}

void draw_axes(Svg& svg, const Chart& chart, const Scale& scale, const Place& at) {
    const double foot = scale.top + at.size.height;
    for (const double value : ticks(scale)) {
        svg.line(at.left, scale.at(value), at.left + at.size.width, scale.at(value), {"", faint, 1, ""});
        svg.text(at.left - 8, scale.at(value) + 4, tick_text(value), {12, SvgAnchor::end, ink});
    }
    svg.line(at.left, foot, at.left + at.size.width, foot, {"", ink, 1.2, ""});
    svg.line(at.left, scale.top, at.left, foot, {"", ink, 1.2, ""});
    for (int l = 0; l < chart.levels; ++l)
        svg.text(x_of(chart, at, std::size_t(l)), foot + 18, std::to_string(l), {12, SvgAnchor::middle, ink});
    svg.text(at.left + at.size.width / 2, foot + 38, "level l (taps 2^l pixels apart in the image)",
             {12, SvgAnchor::middle, ink});
    svg.text(at.left - 62, scale.top - 10, chart.y_axis + (scale.logarithmic ? " (logarithmic)" : ""), {12});
}

void draw_series(Svg& svg, const Chart& chart, const Scale& scale, const Place& at, std::size_t row) {
    std::vector<std::pair<double, double>> points;
    const auto& values = chart.series[row].values;
    for (std::size_t l = 0; l < values.size(); ++l)
        points.emplace_back(x_of(chart, at, l), scale.at(values[l]));
    const auto style = style_of(row);
    svg.polyline(points, style);
    for (const auto& [x, y] : points) svg.rect(x - 3, y - 3, 6, 6, {style.stroke, "#ffffff", 0.8, ""});
}

/// Lower bounds of the levels, in grey, named at their ends.
void draw_floors(Svg& svg, const Chart& chart, const Scale& scale, const Place& at) {
    for (const ChartSeries& floor : chart.floors) {
        std::vector<std::pair<double, double>> points;
        for (std::size_t l = 0; l < floor.values.size(); ++l)
            points.emplace_back(x_of(chart, at, l), scale.at(floor.values[l]));
        if (points.empty() || (scale.logarithmic && std::ranges::min(floor.values) < scale.least)) continue;
        svg.polyline(points, {"", "#8a8a8a", 1.2, "5 4"});
        // Bounds often lie close together: the first is named at the right, the others at the left.
        const bool first = &floor == chart.floors.data();
        const auto& [x, y] = first ? points.back() : points.front();
        svg.text(x, y - 5, floor.name, {11, first ? SvgAnchor::end : SvgAnchor::start, grey_ink});
    }
}

void draw_legend(Svg& svg, const Chart& chart, const Place& at) {
    double y = at.top + at.size.height + 66;
    svg.text(at.left + at.size.width, y, chart.note_head, {11, SvgAnchor::end, grey_ink});
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        y += line_height;
        const auto style = style_of(i);
        svg.line(at.left, y - 4, at.left + 34, y - 4, style);
        svg.rect(at.left + 14, y - 7, 6, 6, {style.stroke, "#ffffff", 0.8, ""});
        svg.text(at.left + 44, y, chart.series[i].name, {12});
        svg.text(at.left + at.size.width, y, chart.series[i].note, {12, SvgAnchor::end, ink});
    }
}

double chart_height(const Chart& chart, ChartSize size) {
    return plot_top + size.height + 66 + double(chart.series.size()) * line_height + 18;
}

void draw_chart(Svg& svg, const Chart& chart, double left, double top, ChartSize size) {
    svg.text(left + 16, top + 28, chart.title, {16, SvgAnchor::start, ink, true});
    svg.text(left + 16, top + 48, chart.subtitle, {12, SvgAnchor::start, grey_ink});
    const Place at{left + axis_left, top + plot_top, size};
    const Scale scale = scale_of(chart, at);
    draw_axes(svg, chart, scale, at);
    draw_floors(svg, chart, scale, at);
    for (std::size_t row = chart.series.size(); row-- > 0;) draw_series(svg, chart, scale, at, row);
    draw_legend(svg, chart, at);
}

} // namespace

std::string charts_svg(const std::string& title, const std::vector<Chart>& charts, std::size_t columns) {
    const ChartSize size = columns == 1 ? ChartSize{} : ChartSize{440, 240};
    const double wide = axis_left + size.width + right_margin;
    std::vector<double> tops{0}; // of rows of charts
    for (std::size_t i = 0; i < charts.size(); i += columns) {
        double height = 0;
        for (std::size_t j = i; j < std::min(i + columns, charts.size()); ++j)
            height = std::max(height, chart_height(charts[j], size));
        tops.push_back(tops.back() + height);
    }
    Svg svg(wide * double(std::min(columns, charts.size())), tops.back(), title);
    for (std::size_t i = 0; i < charts.size(); ++i)
        draw_chart(svg, charts[i], wide * double(i % columns), tops[i / columns], size);
    return svg.text();
}

} // namespace atrous
