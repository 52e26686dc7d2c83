// Draws figure 8: the weights of the pixels that contribute to one pixel near the border, and their difference from the
// baseline's.
#include "base/error.h"
#include "base/svg.h"
#include "base/text.h"
#include "lab/bench/offline/footprint.h"
#include "lab/figures/figure.h"
#include "lab/messages.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace atrous {
namespace {

constexpr int max_extent = 64; // a rectangle per pixel is drawn
constexpr int border_rows = 4; // with a stated weight
constexpr double panel = 160, gap = 14, panel_top = 96;

/// The columns of the figure: cases of footprint.h.
constexpr const char* columns[] = {"drop.dilated", "naive.ascending", "naive.subdivision", "mirror.ascending",
                                   "mirror.subdivision"};

struct Footprints {
    Size size;
    int x, y, levels, radius;
    std::vector<FootprintCase> cases;
    std::vector<FootprintKernel> kernels;

    const std::vector<double>& h(const FootprintKernel& kernel) const {
        return kernel.h[std::size_t(radius - 1)];
    }
    std::vector<double> weights(const FootprintCase& at, const FootprintKernel& kernel) const {
        return footprint(at, size, x, y, levels, h(kernel));
    }
    /// Weights of whole rows.
    std::vector<double> rows(const FootprintCase& at, const FootprintKernel& kernel) const {
        return axis_footprint(at, size.height, y, levels, h(kernel));
    }
};

/// Returns the output pixel given by --centre. Throws a usage error for a pixel outside the image.
std::pair<int, int> footprint_centre(const CommandLine& line, Size size) {
    const std::string centre = line.value("centre", "16,30");
    int x = 0, y = 0;
    char comma = 0, rest = 0;
    if (std::sscanf(centre.c_str(), "%d%c%d%c", &x, &comma, &y, &rest) != 3 || comma != ',')
        throw usage_error(messages::figure_centre, centre);
    if (x < 0 || x >= size.width || y < 0 || y >= size.height)
        throw usage_error(messages::figure_outside, centre, to_string(size));
    return {x, y};
}

Footprints footprints_of(const FigureInput& input) {
    const BenchOptions& o = input.options;
    if (std::max(o.size.width, o.size.height) > max_extent)
        throw usage_error(messages::figure_size, to_string(o.size), max_extent, max_extent);
    const auto [x, y] = footprint_centre(input.line, o.size);
    Footprints f{o.size, x, y, o.settings.levels, o.settings.radius, {}, {}};
    const auto cases = footprint_cases();
    for (const char* column : columns)
        f.cases.push_back(*std::ranges::find(cases, std::string(column), &FootprintCase::name));
    const std::string only = input.line.value("kernel", "");
    for (const auto& kernel : footprint_kernels())
        if (only.empty() || only == kernel.name) f.kernels.push_back(kernel);
    return f;
}

std::string grey(double value) {
    char text[8];
    const auto level = unsigned(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    std::snprintf(text, sizeof text, "#%02x%02x%02x", level, level, level);
    return text;
}

/// Draws cells in the grey of value(pixel), on a ground of the grey of `ground`. Runs of one grey are one rectangle.
template <class Value>
void draw_panel(Svg& svg, Size size, double x0, double y0, double ground, const Value& value) {
    const double cell =
        std::max(1, 160 / std::max(size.width, size.height)); // whole pixels: no seams between
    svg.rect(x0, y0, cell * size.width, cell * size.height, {grey(ground), "#8a8a8a", 1, ""});
    for (int y = 0; y < size.height; ++y)
        for (int x = 0, end = 0; x < size.width; x = end) {
            const auto at = [&](int column) {
                return grey(value(std::size_t(y) * std::size_t(size.width) + std::size_t(column)));
            };
            const std::string colour = at(x);
            for (end = x + 1; end < size.width && at(end) == colour;) ++end;
            if (colour != grey(ground))
                svg.rect(x0 + cell * x, y0 + cell * y, cell * (end - x), cell, {colour, "", 1, ""});
        }
}

void draw_kernel(Svg& svg, const Footprints& f, const FootprintKernel& kernel, double top) {
    svg.text(16, top + panel / 2, kernel.name, {13, SvgAnchor::start, "#1a1a1a", true});
    const auto baseline = f.weights(f.cases[0], kernel);
    const double most = *std::ranges::max_element(baseline);
    double left = 60;
    for (const auto& at : f.cases) {
        const auto weights = f.weights(at, kernel);
        // Square roots, so that the small weights around the peak are visible.
        draw_panel(svg, f.size, left, top, 1,
                   [&](std::size_t i) { return 1 - std::sqrt(weights[i] / most); });
        draw_panel(svg, f.size, left, top + panel + gap, 0.5, [&](std::size_t i) {
            const double more = (weights[i] - baseline[i]) / most;
            return 0.5 - 0.5 * std::copysign(std::sqrt(std::abs(more)), more);
        });
        left += panel + gap;
    }
}

std::string svg_of(const Footprints& f) {
    const double width = 60 + (panel + gap) * double(f.cases.size()) + 10,
                 height = panel_top + double(f.kernels.size()) * 2 * (panel + gap) + 10;
    const std::string title = "Weights of the pixels that (" + std::to_string(f.x) + ", " +
                              std::to_string(f.y) + ") of " + to_string(f.size) + " is made of, " +
                              std::to_string(f.levels) + " levels";
    Svg svg(width, height, title);
    svg.text(16, 28, title, {16, SvgAnchor::start, "#1a1a1a", true});
    svg.text(16, 48,
             "square roots of weights, black = the baseline's largest; below, differences from the baseline: "
             "darker than grey is more",
             {12, SvgAnchor::start, "#555555"});
    double left = 60;
    for (const auto& at : f.cases) {
        svg.text(left + panel / 2, panel_top - 10, at.name, {12, SvgAnchor::middle});
        left += panel + gap;
    }
    double top = panel_top;
    for (const auto& kernel : f.kernels) {
        draw_kernel(svg, f, kernel, top);
        top += 2 * (panel + gap);
    }
    return svg.text();
}

/// The weight of rows from..end-1, for every kernel.
std::vector<std::string> weight_of(const Footprints& f, const FootprintCase& at, int from, int end) {
    std::vector<std::string> cells;
    for (const auto& kernel : f.kernels) {
        double sum = 0;
        const auto rows = f.rows(at, kernel);
        for (int y = std::max(0, from); y < std::min(f.size.height, end); ++y) sum += rows[std::size_t(y)];
        cells.push_back(fixed(sum, 3));
    }
    return cells;
}

std::vector<PaperClaim> claims_of(const Footprints& f) {
    const int reach = f.radius * ((1 << f.levels) - 1), tile = 1 << (f.levels - 1);
    // The support, extended to whole tiles that have a pixel of every subimage.
    const int first = std::max(0, f.y - reach) / tile * tile;
    std::vector<PaperClaim> claims;
    for (const auto& at : f.cases) {
        const bool naive = at.naive, mirror = at.name.starts_with("mirror");
        claims.push_back({at.name + ": weight from beyond the support", naive ? "some: light leaks" : "none",
                          weight_of(f, at, 0, first)});
        if (!naive)
            claims.push_back({at.name + ": weight of the last " + std::to_string(border_rows) + " rows",
                              mirror ? "increased" : "low",
                              weight_of(f, at, f.size.height - border_rows, f.size.height)});
    }
    return claims;
}

Json data_of(const Footprints& f) {
    Json::Array list;
    for (const auto& kernel : f.kernels)
        for (const auto& at : f.cases)
            list.push_back(
                Json::Object{{"kernel", kernel.name}, {"case", at.name}, {"weights", f.weights(at, kernel)}});
    return list;
}

} // namespace

FigureResult footprints_figure(const FigureInput& input) {
    const Footprints f = footprints_of(input);
    FigureResult figure{"", data_of(f), svg_of(f), {}, claims_of(f)};
    for (const auto& kernel : f.kernels) figure.columns.emplace_back(kernel.name);
    figure.text =
        "Columns: the baseline with zero weights outside (permuted schedules give the same), the permuted "
        "layout\nwithout any check (naive), and with mirroring.\n";
    return figure;
}

} // namespace atrous
