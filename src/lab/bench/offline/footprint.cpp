// Walks the levels back from the output pixel, along the positions in kernels/atrous/layout.h.
#include "lab/bench/offline/footprint.h"
#include "atrous/layout.h"
#include "atrous/params.h"
#include "graph/tables.h"
#include <algorithm>
#include <cstdlib>
#include <map>

namespace atrous {
namespace {

using namespace kernels;

int reflected(int q, int n) {
    while (q < 0 || q >= n) q = q < 0 ? -1 - q : 2 * n - 1 - q;
    return q;
}

/// The pixel of tap d of pixel x at level k, or -1 if it is dropped.
int tap_pixel(const FootprintCase& at, int n, int k, int x, int d) {
    if (at.order == LAYOUT_ORIGINAL) {
        const int to = x + d * (1 << k);
        if (to >= 0 && to < n) return to;
        return at.border == BORDER_DROP      ? -1
               : at.border == BORDER_CLAMP   ? std::clamp(to, 0, n - 1)
               : at.border == BORDER_REFLECT ? layout_reflected(to, n)
                                             : reflected(to, n);
    }
    const Layout layout{at.order, at.border == BORDER_MIRROR && !at.naive, n, k};
    return layout_pixel(layout, reflected(layout_position(layout, x) + d, n));
}

} // namespace

std::vector<FootprintCase> footprint_cases() {
    std::vector<FootprintCase> cases;
    for (const auto& border : borders())
        cases.push_back({std::string(border.name) + ".dilated", LAYOUT_ORIGINAL, border.code});
    for (const auto& order : orders())
        cases.push_back({std::string("mirror.") + order.name, order.layout, BORDER_MIRROR});
    for (const auto& order : orders())
        if (order.layout != LAYOUT_KALEIDOSCOPE) // always mirrored
            cases.push_back({std::string("naive.") + order.name, order.layout, BORDER_DROP, true});
    return cases;
}

std::vector<FootprintKernel> footprint_kernels() {
    std::vector<FootprintKernel> kernels;
    for (const TapWeights& row : tap_weights())
        kernels.push_back({row.name, {{row.h[0], row.h[0] + 2}, {row.h[1], row.h[1] + 3}}});
    std::ranges::reverse(kernels); // the paper's figure begins with the box
    return kernels;
}

std::vector<double> axis_footprint(const FootprintCase& at, int n, int centre, int levels,
                                   const std::vector<double>& h) {
    std::map<int, double> weights{{centre, 1.0}};
    const int radius = int(h.size()) - 1;
    for (int k = levels - 1; k >= 0; --k) {
        std::map<int, double> finer;
        for (const auto& [x, weight] : weights) {
            double norm = 0;
            for (int d = -radius; d <= radius; ++d)
                if (tap_pixel(at, n, k, x, d) >= 0) norm += h[std::size_t(std::abs(d))];
            for (int d = -radius; d <= radius; ++d)
                if (const int from = tap_pixel(at, n, k, x, d); from >= 0)
                    finer[from] += weight * h[std::size_t(std::abs(d))] / norm;
        }
        weights = std::move(finer);
    }
    std::vector<double> all(std::size_t(n), 0.0);
    for (const auto& [pixel, weight] : weights) all[std::size_t(pixel)] = weight;
    return all;
}

std::vector<double> footprint(const FootprintCase& at, Size size, int x, int y, int levels,
                              const std::vector<double>& h) {
    const auto across = axis_footprint(at, size.width, x, levels, h),
               down = axis_footprint(at, size.height, y, levels, h);
    std::vector<double> weights;
    for (const double v : down)
        for (const double u : across) weights.push_back(v * u);
    return weights;
}

} // namespace atrous
