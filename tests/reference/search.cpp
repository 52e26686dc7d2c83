// Searches edge weights by the equations: candidates, their errors over a window, the choice, its smoothing.
#include "reference/reference.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous::reference {
namespace {

// f(weight, q) for every pixel q of the window of pixel (x, y), by steps of 2^level. Reach in steps.
template <class F>
void over_window(Size size, int x, int y, int step, const Settings& s, F f) {
    for (int dy = -s.radius; dy <= s.radius; ++dy)
        for (int dx = -s.radius; dx <= s.radius; ++dx) {
            const int qx = at_border(x + dx * step, size.width, s.border);
            const int qy = at_border(y + dy * step, size.height, s.border);
            if (qx >= 0 && qy >= 0)
                f(h(dx, s) * h(dy, s), std::size_t(qy) * std::size_t(size.width) + std::size_t(qx));
        }
}

// f(x, y, i) for every pixel.
template <class F>
void over_image(Size size, F f) {
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            f(x, y, std::size_t(y) * std::size_t(size.width) + std::size_t(x));
}

double squared_distance(const std::vector<Plane>& c, std::size_t a, std::size_t b) {
    double sum = 0;
    for (const auto& plane : c) sum += (plane[a] - plane[b]) * (plane[a] - plane[b]);
    return sum;
}

std::vector<Plane> smoothed(const std::vector<Plane>& c, Size size, int step, double falloff,
                            const Settings& s) {
    auto out = c;
    over_image(size, [&](int x, int y, std::size_t i) {
        double norm = 0;
        std::array<double, 3> sum{};
        over_window(size, x, y, step, s, [&](double weight, std::size_t q) {
            const double w = weight * edge_weight(squared_distance(c, q, i), falloff, s);
            norm += w;
            for (std::size_t k = 0; k < c.size(); ++k) sum[k] += w * c[k][q];
        });
        for (std::size_t k = 0; k < c.size(); ++k) out[k][i] = sum[k] / norm;
    });
    return out;
}

// d^2 + lambda |grad|, both in units of the error.
Plane errors(const std::vector<Plane>& before, const std::vector<Plane>& after, Size size, int step,
             double unit, const Settings& s) {
    Plane out(before[0].size());
    over_image(size, [&](int x, int y, std::size_t i) {
        double d2 = 0, gradient2 = 0;
        for (std::size_t k = 0; k < before.size(); ++k)
            d2 += (before[k][i] - after[k][i]) * (before[k][i] - after[k][i]);
        const int neighbours[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (const auto& n : neighbours) {
            const int qx = at_border(x + n[0] * step, size.width, s.border);
            const int qy = at_border(y + n[1] * step, size.height, s.border);
            if (qx < 0 || qy < 0) continue;
            gradient2 +=
                squared_distance(after, std::size_t(qy) * std::size_t(size.width) + std::size_t(qx), i) / 2;
        }
        out[i] = d2 / (unit * unit) + 0.0625 * std::sqrt(gradient2) / unit;
    });
    return out;
}

} // namespace

Plane searched_falloff(const std::vector<Plane>& c, Size size, int level, const Settings& s) {
    const double own = s.sigma[0];
    const double first = (level + 1) * 324 / (2 * own * own);
    const int step = 1 << level;
    std::array<Plane, 4> error;
    for (int j = 0; j < 4; ++j)
        error[std::size_t(j)] = errors(c, smoothed(c, size, step, j * first, s), size, step, own, s);
    Plane choice(c[0].size()), out(c[0].size());
    over_image(size, [&](int x, int y, std::size_t i) {
        std::array<double, 4> sum{};
        over_window(size, x, y, step, s, [&](double, std::size_t q) {
            for (std::size_t j = 0; j < 4; ++j) sum[j] += error[j][q];
        });
        const double least = *std::ranges::min_element(sum);
        double weights = 0, weighted = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const double weight = std::max(0.0, 1.5 * least - sum[j] + 25e-30);
            weights += weight;
            weighted += weight * double(j);
        }
        choice[i] = weighted / weights;
    });
    over_image(size, [&](int x, int y, std::size_t i) {
        double weights = 0, weighted = 0;
        over_window(size, x, y, step, s, [&](double weight, std::size_t q) {
            weights += weight;
            weighted += weight * choice[q];
        });
        out[i] = first * weighted / weights;
    });
    return out;
}

} // namespace atrous::reference
