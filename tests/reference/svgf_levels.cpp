// Computes the levels: B3 taps, border drop.
#include "reference/svgf.h"
#include "reference/svgf_solve.h"
#include <algorithm>
#include <cmath>
#include <thread>

namespace atrous::reference::svgf {
namespace {

struct Level {
    const Planes& signal;
    const Plane& v;
    const Guides& guide;
    Size size;
    int step;
    bool fits; // the model of first order
    const Settings& settings;
};

// Blurs the image. Neighbours beyond the border are its edge pixels.
double blurred(const Plane& v, int x, int y, Size size) {
    double sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += (dx ? .25 : .5) * (dy ? .25 : .5) *
                   v[std::size_t(std::clamp(y + dy, 0, size.height - 1) * size.width +
                                 std::clamp(x + dx, 0, size.width - 1))];
    return sum;
}

double weight(const Level& l, int p, int q, int dx, int dy, double variance) {
    if (p == q) return 1;
    const Guides& g = l.guide;
    if (!same_class(g.z[p], g.z[q])) return 0;
    const double most = l.settings.sigma_luma * l.settings.strength *
                        std::clamp(1.5 - std::log2(l.settings.samples) / 6, 1.0, 4.0 / 3);
    const double d = luma_at(l.signal, q) - luma_at(l.signal, p);
    const double of_tap = std::max(l.v[std::size_t(q)], 0.0),
                 both = variance + std::min(of_tap, 4 * variance);
    double cost = std::max(d * d - variance - std::min(variance, of_tap), 0.0) / (most * most * both + 1e-8);
    if (g.z[p] <= 0) return std::exp(-cost);
    cost += std::abs(g.z[q] - g.z[p] - g.gx[p] * dx - g.gy[p] * dy) /
            (l.settings.sigma_depth * (std::abs(g.gx[p] * dx) + std::abs(g.gy[p] * dy)) + .01 * g.z[p]);
    double dot = 0;
    for (std::size_t k = 0; k < 3; ++k) dot += g.unit[k][p] * g.unit[k][q];
    return std::exp(-cost) * std::pow(std::max(dot, 0.0), l.settings.sigma_normal);
}

struct Taps {
    std::vector<int> q;
    std::vector<double> w; // of sum 1
};

Taps taps_of(const Level& l, int x, int y) {
    const double h[3] = {3.0 / 8, 1.0 / 4, 1.0 / 16};
    const int p = y * l.size.width + x;
    const double variance = std::max(blurred(l.v, x, y, l.size), 0.0);
    Taps taps;
    double sum = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) {
            const int qx = x + i * l.step, qy = y + j * l.step;
            if (qx < 0 || qy < 0 || qx >= l.size.width || qy >= l.size.height) continue;
            taps.q.push_back(qy * l.size.width + qx);
            taps.w.push_back(h[std::abs(i)] * h[std::abs(j)] *
                             weight(l, p, taps.q.back(), i * l.step, j * l.step, variance));
            sum += taps.w.back();
        }
    for (double& w : taps.w) w /= sum;
    if (!l.fits) return taps;
    std::vector<Psi> psi;
    for (const int q : taps.q) psi.push_back(psi_of(l.guide.f, p, q));
    const auto z = solved(moments(psi, taps.w), Psi{1});
    if (!z) return taps;
    for (std::size_t t = 0; t < taps.q.size(); ++t) {
        double product = 0;
        for (std::size_t k = 0; k < order; ++k) product += psi[t][k] * (*z)[k];
        taps.w[t] *= product;
    }
    return taps;
}

void rows(const Level& l, Planes& signal, Plane& v, int first, int last) {
    for (int y = first; y < last; ++y)
        for (int x = 0; x < l.size.width; ++x) {
            const auto p = std::size_t(y * l.size.width + x);
            const Taps taps = taps_of(l, x, y);
            v[p] = 0;
            for (auto& plane : signal) plane[p] = 0;
            for (std::size_t t = 0; t < taps.q.size(); ++t) {
                const auto q = std::size_t(taps.q[t]);
                v[p] += taps.w[t] * taps.w[t] * l.v[q];
                for (std::size_t k = 0; k < signal.size(); ++k) signal[k][p] += taps.w[t] * l.signal[k][q];
            }
        }
}

} // namespace

void levels(Planes& signal, Plane& v, const Guides& guide, Size size, const Settings& settings) {
    for (int level = 0; level < settings.levels; ++level) {
        const Planes from = signal;
        const Plane variance = v;
        const Level l{from, variance, guide, size, 1 << level, settings.fit == 1 && level >= 2, settings};
        std::thread upper([&] { rows(l, signal, v, 0, size.height / 2); });
        rows(l, signal, v, size.height / 2, size.height);
        upper.join();
    }
}

} // namespace atrous::reference::svgf
