// Solves the least squares of two halves per pixel, one loop per index.
#include "reference/svgf_halves.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

double near(const Plane& plane, Size size, int x, int y) {
    return plane[std::size_t(std::clamp(y, 0, size.height - 1) * size.width +
                             std::clamp(x, 0, size.width - 1))];
}

Plane smooth(const Plane& plane, Size size, int step) {
    constexpr double weights[] = {1, 4, 6, 4, 1};
    Plane out;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            double sum = 0;
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i)
                    sum +=
                        weights[i + 2] * weights[j + 2] / 256 * near(plane, size, x + i * step, y + j * step);
            out.push_back(sum);
        }
    return out;
}

/// The five expectations of a pixel, summed over channels.
std::array<Plane, 5> expectations(const Half& a, const Half& b, std::size_t pixels, const Plane& brightness) {
    std::array<Plane, 5> all;
    for (Plane& plane : all) plane.assign(pixels, 0);
    for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < pixels; ++i) {
            const double f = (a.filtered[c][i] + b.filtered[c][i]) / 2;
            const double scale = std::pow(1 + brightness[i], -2);
            const auto limited = [&](double v) { return std::clamp(v * scale, -100.0, 100.0); };
            const double ra = limited(a.own[c][i] - a.filtered[c][i]),
                         rb = limited(b.own[c][i] - b.filtered[c][i]);
            const double qa = limited(a.means[c][i] - a.filtered[c][i]),
                         qb = limited(b.means[c][i] - b.filtered[c][i]);
            const double r = (ra + rb) / 2, q = (qa + qb) / 2;
            const double ta = limited(a.own[c][i] - f), tb = limited(b.own[c][i] - f);
            all[0][i] += r * r;
            all[1][i] += q * q;
            all[2][i] += r * q;
            all[3][i] += (ra * tb + rb * ta) / 2;
            all[4][i] += (qa * tb + qb * ta) / 2;
        }
    return all;
}

} // namespace

Planes joined(const Half& a, const Half& b, Size size, const Settings& settings) {
    const auto pixels = std::size_t(size.pixels());
    Plane brightness(pixels);
    for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < pixels; ++i)
            brightness[i] += std::max(0.0, (a.filtered[c][i] + b.filtered[c][i]) / 2) / 3;
    brightness = smooth(smooth(brightness, size, 1), size, 2);
    std::array<Plane, 5> e = expectations(a, b, pixels, brightness);
    for (Plane& plane : e)
        for (const int step : {1, 2, 4, 8})
            if (step < 8 || settings.samples < 32) plane = smooth(plane, size, step);
    Plane of_r(pixels), of_q(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double rr = e[0][i] * 1.005 + 1e-20, qq = e[1][i] * 1.005 + 1e-20, rq = e[2][i];
        const double det = std::max(rr * qq - rq * rq, .001 * rr * qq);
        double x = (e[3][i] * qq - e[4][i] * rq) / det, y = (e[4][i] * rr - e[3][i] * rq) / det;
        const bool no_r = x < 0, no_q = !no_r && y < 0;
        if (no_r) x = 0, y = std::clamp(e[4][i] / qq, 0.0, 1.0);
        if (no_q) x = std::clamp(e[3][i] / rr, 0.0, 1.0), y = 0;
        of_r[i] = x / std::max(1.0, x + y);
        of_q[i] = y / std::max(1.0, x + y);
    }
    of_r = smooth(of_r, size, 1);
    of_q = smooth(of_q, size, 1);
    Planes out = a.filtered;
    for (std::size_t c = 0; c < out.size(); ++c)
        for (std::size_t i = 0; i < pixels; ++i) {
            const double f = (a.filtered[c][i] + b.filtered[c][i]) / 2, n = (a.own[c][i] + b.own[c][i]) / 2,
                         m = (a.means[c][i] + b.means[c][i]) / 2;
            const double mixed = f + of_r[i] * (n - f) + of_q[i] * (m - f);
            out[c][i] = n + settings.strength * (mixed - n);
        }
    return out;
}

} // namespace atrous::reference::svgf
