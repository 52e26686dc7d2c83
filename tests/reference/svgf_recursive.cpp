// Computes SVGF with a history, as published (Schied 2017, sections 4.1 and 4.2), in double precision.
#include "reference/svgf.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace atrous::reference::svgf {
namespace {

constexpr double alpha = .2;

bool same_surface(const Prepared& now, int p, const Prepared& before, int q) {
    double of_a = 0, of_n = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        of_a += std::pow(now.a[k][p] - before.a[k][q], 2);
        of_n += std::pow(now.n[k][p] - before.n[k][q], 2);
    }
    return std::sqrt(of_a) <= .2 && std::sqrt(of_n) <= .4 &&
           std::abs(now.z[p] - before.z[q]) <= .1 * now.z[p];
}

struct Tap {
    int q;
    double w;
};

/// Taps with weights of sum 1, or none if the pixel has no past.
std::vector<Tap> taps_of(const Prepared& now, int x, int y, const Prepared& before) {
    const Size size = now.size;
    const int p = y * size.width + x;
    if (before.z.empty() || now.previous.empty()) return {};
    const double qx = x + now.previous[0][p], qy = y + now.previous[1][p];
    if (!(qx >= -.5 && qy >= -.5 && qx <= size.width - .5 && qy <= size.height - .5)) return {};
    std::vector<Tap> taps;
    double sum = 0;
    const auto add = [&](int tx, int ty, double w) {
        if (tx < 0 || ty < 0 || tx >= size.width || ty >= size.height) return;
        const int q = ty * size.width + tx;
        if (w > 0 && same_surface(now, p, before, q)) taps.push_back({q, w}), sum += w;
    };
    const int ix = int(std::floor(qx)), iy = int(std::floor(qy));
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i)
            add(ix + i, iy + j, (1 - std::abs(qx - ix - i)) * (1 - std::abs(qy - iy - j)));
    if (sum < .01) {
        taps.clear();
        sum = 0;
        for (int j = -1; j <= 1; ++j)
            for (int i = -1; i <= 1; ++i) add(int(std::floor(qx + .5)) + i, int(std::floor(qy + .5)) + j, 1);
    }
    for (Tap& tap : taps) tap.w /= sum;
    return taps;
}

double mean(const std::vector<Tap>& taps, const Plane& plane) {
    double sum = 0;
    for (const Tap& tap : taps) sum += tap.w * plane[std::size_t(tap.q)];
    return sum;
}

/// Mixes `light` in place with its past, and stores the new moments and counts in `next`.
void accumulate(const Prepared& now, const History& history, Planes& light, History& next) {
    next.first = next.second = next.count = Plane(now.z.size());
    for (int y = 0; y < now.size.height; ++y)
        for (int x = 0; x < now.size.width; ++x) {
            const int p = y * now.size.width + x;
            const auto taps = taps_of(now, x, y, history.before);
            const bool found = !taps.empty();
            const double count = found ? std::min(mean(taps, history.count) + 1, 32.0) : 1;
            const double share = std::max(1 / count, alpha), luma = luma_at(light, p);
            const auto with_past = [&](double value, const Plane& past) {
                return found ? share * value + (1 - share) * mean(taps, past) : value;
            };
            next.count[p] = count;
            next.first[p] = with_past(luma, history.first);
            next.second[p] = with_past(luma * luma, history.second);
            for (std::size_t k = 0; k < light.size(); ++k)
                light[k][p] = with_past(light[k][p], found ? history.light[k] : light[k]);
        }
}

Plane variance_of(const History& next, const Planes& light, const Guides& guide, Size size) {
    Plane y(next.count.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = luma_at(light, int(i));
    Plane v = residual_variance(y, guide, size);
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double count = next.count[i];
        if (count < 3.5)
            v[i] *= 4 / std::min(count, 4.0);
        else
            v[i] = std::max(next.second[i] - next.first[i] * next.first[i], 0.0) / std::min(count, 9.0);
    }
    return v;
}

} // namespace

Result recursive(const Frame& frame, History& history, const Settings& settings) {
    History next{entered(frame), {}, {}, {}, {}};
    const Prepared& now = next.before;
    Planes light = demodulated(now.c, now.a);
    for (std::size_t k = 0; k < now.lights.size(); k += 3)
        for (auto& plane : demodulated({now.lights[k], now.lights[k + 1], now.lights[k + 2]}, now.a))
            light.push_back(std::move(plane));
    accumulate(now, history, light, next);
    const Guides guide = guides(now, alone(now));
    const Plane variance = variance_of(next, light, guide, now.size);
    Settings first = settings;
    first.levels = 1;
    next.light = light;
    Plane v = variance;
    levels(next.light, v, guide, now.size, first);
    v = variance;
    Residual inputs{now.c, light, next.count, false, 5};
    inputs.own.insert(inputs.own.end(), now.lights.begin(), now.lights.end());
    levels(light, v, guide, now.size, settings);
    Result out{light, {}, now.e, next.count};
    for (std::size_t k = 0; k < light.size(); ++k)
        for (std::size_t i = 0; i < light[k].size(); ++i) {
            out.image[k][i] *= std::max(now.a[k % 3][i], .01);
            inputs.means[k][i] *= std::max(now.a[k % 3][i], .01);
        }
    give_back(out.image, inputs, now.size, settings);
    for (std::size_t k = 0; k < now.e.size(); ++k)
        for (std::size_t i = 0; i < now.e[k].size(); ++i) out.image[k][i] += now.e[k][i];
    out.lights.assign(out.image.begin() + 3, out.image.end());
    out.image.resize(3);
    history = std::move(next);
    return out;
}

} // namespace atrous::reference::svgf
