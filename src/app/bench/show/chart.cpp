// Draws lines over levels, with a legend below. Hides scales and colours.
#include "app/bench/show/chart.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr double axis_left = 78, plot_top = 78, plot_width = 740, plot_height = 330, line_height = 22;
const char* const ink = "#1a1a1a";
const char* const faint = "#d9d9d9";
const char* const grey_ink = "#555555";

// Okabe and Ito's colours, which colour-blind readers tell apart; yellow left out on white.
constexpr std::array colours = {"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array dashes = {"", "7 4", "2 3"};

SvgStyle style_of(std::size_t row) {
    return {"", colours[row % colours.size()], row == 0 ? 3.0 : 2.2,
            dashes[row / colours.size() % dashes.size()]};
}

/// Values to pixels from the top: linear from 0, or logarithmic where rows lie far apart.
struct Scale {
    double least, most, top;
    bool logarithmic;
    double at(double value) const {
        const double share = logarithmic ? std::log(value / least) / std::log(most / least) : value / most;
        return top + plot_height * (1 - share);
    }
};

/// 1, 2 or 5 times a power of ten, at least `value`.
double nice(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0})
        if (value <= step * power * (1 + 1e-9)) return step * power;
    return 10 * power;
}

Scale scale_of(const Chart& chart, double top) {
    if (chart.most > 0) return {0, chart.most, top, false};
    double least = 1e30, most = 0;
    for (const auto& row : chart.series)
        for (const double value : row.values) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    if (most <= 0) return {0, 1, top, false};
    if (least > 0 && most > 12 * least)
        return {nice(least) / (nice(least) > least ? 10 : 1), nice(most), top, true};
    const double step = nice(most / 5);
    return {0, step * std::ceil(most * 1.04 / step), top, false};
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

double x_of(const Chart& chart, std::size_t level) {
    return chart.levels == 1 ? axis_left + plot_width / 2
                             : axis_left + 24 + (plot_width - 48) * double(level) / (chart.levels - 1);
}

void draw_axes(Svg& svg, const Chart& chart, const Scale& scale) {
    const double foot = scale.top + plot_height;
    for (const double value : ticks(scale)) {
        svg.line(axis_left, scale.at(value), axis_left + plot_width, scale.at(value), {"", faint, 1, ""});
        svg.text(axis_left - 8, scale.at(value) + 4, tick_text(value), {12, SvgAnchor::end, ink});
    }
    svg.line(axis_left, foot, axis_left + plot_width, foot, {"", ink, 1.2, ""});
    svg.line(axis_left, scale.top, axis_left, foot, {"", ink, 1.2, ""});
    for (int l = 0; l < chart.levels; ++l)
        svg.text(x_of(chart, std::size_t(l)), foot + 18, std::to_string(l), {12, SvgAnchor::middle, ink});
    svg.text(axis_left + plot_width / 2, foot + 38, "level l (taps 2^l pixels apart in the image)",
             {12, SvgAnchor::middle, ink});
    svg.text(axis_left - 62, scale.top - 10, chart.y_axis + (scale.logarithmic ? " (logarithmic)" : ""),
             {12});
}

void draw_series(Svg& svg, const Chart& chart, const Scale& scale, std::size_t row) {
    std::vector<std::pair<double, double>> points;
    const auto& values = chart.series[row].values;
    for (std::size_t l = 0; l < values.size(); ++l) points.emplace_back(x_of(chart, l), scale.at(values[l]));
    const auto style = style_of(row);
    svg.polyline(points, style);
    for (const auto& [x, y] : points) svg.rect(x - 3, y - 3, 6, 6, {style.stroke, "#ffffff", 0.8, ""});
}

void draw_legend(Svg& svg, const Chart& chart, double y) {
    svg.text(axis_left + plot_width, y, chart.note_head, {11, SvgAnchor::end, grey_ink});
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        y += line_height;
        const auto style = style_of(i);
        svg.line(axis_left, y - 4, axis_left + 34, y - 4, style);
        svg.rect(axis_left + 14, y - 7, 6, 6, {style.stroke, "#ffffff", 0.8, ""});
        svg.text(axis_left + 44, y, chart.series[i].name, {12});
        svg.text(axis_left + plot_width, y, chart.series[i].note, {12, SvgAnchor::end, ink});
    }
}

} // namespace

double chart_height(const Chart& chart) {
    return plot_top + plot_height + 66 + double(chart.series.size()) * line_height + 18;
}

void draw_chart(Svg& svg, const Chart& chart, double top) {
    svg.text(16, top + 28, chart.title, {16, SvgAnchor::start, ink, true});
    svg.text(16, top + 48, chart.subtitle, {12, SvgAnchor::start, grey_ink});
    const Scale scale = scale_of(chart, top + plot_top);
    draw_axes(svg, chart, scale);
    for (std::size_t row = chart.series.size(); row-- > 0;) draw_series(svg, chart, scale, row);
    draw_legend(svg, chart, scale.top + plot_height + 66);
}

std::string charts_svg(const std::string& title, const std::vector<Chart>& charts) {
    double height = 0;
    for (const Chart& chart : charts) height += chart_height(chart);
    Svg svg(axis_left + plot_width + 30, height, title);
    double top = 0;
    for (const Chart& chart : charts) {
        draw_chart(svg, chart, top);
        top += chart_height(chart);
    }
    return svg.text();
}

} // namespace atrous
