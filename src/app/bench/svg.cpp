// Time per level of each row as a line chart (schedule paper, figure 9). Hides scales and colours.
#include "base/svg.h"
#include "app/bench/report.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr double left = 78, top = 78, plot_width = 740, plot_height = 330, line_height = 22;
const char* const ink = "#1a1a1a";
const char* const faint = "#d9d9d9";

// Okabe and Ito's colours, which colour-blind readers tell apart; yellow left out on white.
constexpr std::array colours = {"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array dashes = {"", "7 4", "2 3"};

SvgStyle style_of(std::size_t row) {
    return {"", colours[row % colours.size()], row == 0 ? 3.0 : 2.2,
            dashes[row / colours.size() % dashes.size()]};
}

/// Milliseconds to pixels from the top: linear from 0, or logarithmic where rows lie far apart.
struct Scale {
    double least, most;
    bool logarithmic;
    double at(double ms) const {
        const double share = logarithmic ? std::log(ms / least) / std::log(most / least) : ms / most;
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

Scale scale_of(const BenchReport& report) {
    double least = 1e30, most = 0;
    for (const auto& row : report.rows)
        for (const double ms : level_ms(row)) {
            least = std::min(least, ms);
            most = std::max(most, ms);
        }
    if (most <= 0) return {0, 1, false};
    if (most > 12 * least) return {nice(least) / (nice(least) > least ? 10 : 1), nice(most), true};
    const double step = nice(most / 5);
    return {0, step * std::ceil(most * 1.04 / step), false};
}

std::vector<double> ticks(const Scale& scale) {
    std::vector<double> at;
    const double step = nice(scale.most / 6);
    if (!scale.logarithmic)
        for (double ms = 0; ms <= scale.most * (1 + 1e-9); ms += step) at.push_back(ms);
    else
        for (double ms = nice(scale.least); ms <= scale.most * (1 + 1e-9); ms = nice(ms * 1.5))
            at.push_back(ms);
    return at;
}

std::string tick_text(double ms) {
    return fixed(ms, ms >= 10 || ms == std::floor(ms) ? 0 : ms >= 0.1 ? 1 : 3);
}

double x_of(const BenchReport& report, int level) {
    return report.levels == 1 ? left + plot_width / 2
                              : left + 24 + (plot_width - 48) * level / (report.levels - 1);
}

void draw_axes(Svg& svg, const BenchReport& report, const Scale& scale) {
    for (const double ms : ticks(scale)) {
        svg.line(left, scale.at(ms), left + plot_width, scale.at(ms), {"", faint, 1, ""});
        svg.text(left - 8, scale.at(ms) + 4, tick_text(ms), {12, SvgAnchor::end, ink});
    }
    svg.line(left, top + plot_height, left + plot_width, top + plot_height, {"", ink, 1.2, ""});
    svg.line(left, top, left, top + plot_height, {"", ink, 1.2, ""});
    for (int l = 0; l < report.levels; ++l)
        svg.text(x_of(report, l), top + plot_height + 18, std::to_string(l), {12, SvgAnchor::middle, ink});
    svg.text(left + plot_width / 2, top + plot_height + 38, "level l (taps 2^l pixels apart in the image)",
             {12, SvgAnchor::middle, ink});
    svg.text(left - 62, top - 10, scale.logarithmic ? "ms per level (logarithmic)" : "ms per level", {12});
}

void draw_row(Svg& svg, const BenchReport& report, const Scale& scale, std::size_t row) {
    const auto times = level_ms(report.rows[row]);
    std::vector<std::pair<double, double>> points;
    for (std::size_t l = 0; l < times.size(); ++l)
        points.emplace_back(x_of(report, int(l)), scale.at(times[l]));
    const auto style = style_of(row);
    svg.polyline(points, style);
    for (const auto& [x, y] : points) svg.rect(x - 3, y - 3, 6, 6, {style.stroke, "#ffffff", 0.8, ""});
}

void draw_legend(Svg& svg, const BenchReport& report) {
    double y = top + plot_height + 66;
    svg.text(left + plot_width, y, "all levels + upward pass", {11, SvgAnchor::end, "#555555"});
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
        const auto& row = report.rows[i];
        if (!row.error.empty()) continue;
        y += line_height;
        const auto style = style_of(i);
        svg.line(left, y - 4, left + 34, y - 4, style);
        svg.rect(left + 14, y - 7, 6, 6, {style.stroke, "#ffffff", 0.8, ""});
        svg.text(left + 44, y, row.row.name + (i == 0 ? "  (baseline)" : ""), {12});
        const double levels = stage_ms(row, Stage::level), upward = stage_ms(row, Stage::upward);
        const std::string sum = upward > 0 ? fixed(levels, 1) + " + " + fixed(upward, 1) : fixed(levels, 1);
        svg.text(left + plot_width, y, sum + " ms", {12, SvgAnchor::end, ink});
    }
}

} // namespace

std::string bench_svg(const BenchReport& report) {
    const auto shown = std::ranges::count_if(report.rows, [](const auto& row) { return row.error.empty(); });
    const double height = top + plot_height + 66 + double(shown) * line_height + 18;
    const std::string title =
        "Time per level, " + to_string(report.size) + " pixels, on " + report.device.name;
    Svg svg(left + plot_width + 30, height, title);
    svg.text(16, 28, title, {16, SvgAnchor::start, ink, true});
    svg.text(16, 48, workload(report) + "; medians of " + std::to_string(report.repeats) + " repeats",
             {12, SvgAnchor::start, "#555555"});
    const Scale scale = scale_of(report);
    draw_axes(svg, report, scale);
    for (std::size_t row = report.rows.size(); row-- > 0;) draw_row(svg, report, scale, row);
    draw_legend(svg, report);
    return svg.text();
}

} // namespace atrous
