// Computes preparation, slopes, features, variance from a local fit, and the whole filter.
#include "reference/svgf.h"
#include "reference/svgf_solve.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

// Replaces samples that are not finite by the mean of their finite neighbours.
int repair(Plane& plane, Size size) {
    const Plane from = plane;
    int replaced = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            if (std::isfinite(from[y * size.width + x])) continue;
            double sum = 0, count = 0;
            for (int qy = std::max(0, y - 1); qy <= std::min(size.height - 1, y + 1); ++qy)
                for (int qx = std::max(0, x - 1); qx <= std::min(size.width - 1, x + 1); ++qx)
                    if (std::isfinite(from[qy * size.width + qx])) sum += from[qy * size.width + qx], ++count;
            plane[y * size.width + x] = count > 0 ? sum / count : 0;
            ++replaced;
        }
    return replaced;
}

Planes repaired(Planes planes, Size size) {
    for (auto& plane : planes) repair(plane, size);
    return planes;
}

Planes constant(int count, double value, Size size) {
    return Planes(std::size_t(count), Plane(std::size_t(size.pixels()), value));
}

void find_sky(Prepared& p, const Frame& frame) {
    p.n = frame.normal.empty() ? constant(3, 0, p.size) : frame.normal;
    p.z = frame.depth.empty() ? Plane(std::size_t(p.size.pixels()), 1.0) : frame.depth[0];
    for (std::size_t i = 0; i < p.z.size(); ++i) {
        if (frame.normal.empty()) p.n[2][i] = 1;
        const double length2 = p.n[0][i] * p.n[0][i] + p.n[1][i] * p.n[1][i] + p.n[2][i] * p.n[2][i];
        const bool sky = !(p.z[i] > 0 && p.z[i] < 1e9) || !(length2 >= 1e-4) || !std::isfinite(length2);
        const bool glows = !frame.coverage.empty() && frame.coverage[0][i] < 0;
        if (sky || glows) p.n[0][i] = p.n[1][i] = p.n[2][i] = p.z[i] = 0;
        if (glows) p.z[i] = -1;
    }
}

// The one-sided difference of smaller size. Neighbours of another class do not count.
double slope(const Plane& z, int at, int before, int after) {
    if (z[at] <= 0) return 0;
    const bool left = before >= 0 && z[before] > 0, right = after >= 0 && z[after] > 0;
    const double l = left ? z[at] - z[before] : 0, r = right ? z[after] - z[at] : 0;
    if (!left || !right) return left ? l : r;
    return std::abs(l) < std::abs(r) ? l : r;
}

// v0 from the variance that a renderer wrote: of Y(i), with noise common to all channels.
Plane given_variance(const Prepared& frame, const Gathered& g) {
    Plane v(g.z.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
        double sigma[3];
        for (std::size_t k = 0; k < 3; ++k)
            sigma[k] = std::sqrt(frame.variance[k][i]) / std::max(frame.a[k][i], .01);
        v[i] = std::pow(luma(sigma[0], sigma[1], sigma[2]), 2) / g.count[i];
    }
    return v;
}

Planes joined(Planes first, const Planes& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

struct Filtered {
    Planes signal; // i, then lights
    Plane v;
};

Filtered run_levels(const Prepared& frame, const Gathered& g, const Settings& settings) {
    Filtered out;
    out.signal = demodulated(g.c, g.a);
    const Guides guide = guides(frame, g);
    Plane y;
    for (std::size_t i = 0; i < g.z.size(); ++i) y.push_back(luma_at(out.signal, int(i)));
    const Plane v0 =
        frame.variance.empty() ? residual_variance(y, guide, frame.size) : given_variance(frame, g);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double b = std::clamp((g.count[i] - 1.5) / 1.5, 0.0, 1.0);
        out.v.push_back(b * g.variance[i] + (1 - b) * v0[i]);
    }
    for (std::size_t k = 0; k < g.lights.size(); k += 3)
        for (auto& plane : demodulated({g.lights[k], g.lights[k + 1], g.lights[k + 2]}, g.a))
            out.signal.push_back(std::move(plane));
    levels(out.signal, out.v, guide, frame.size, settings);
    return out;
}

} // namespace

// Result without a window: the frame itself.
Gathered alone(const Prepared& p) {
    const Plane one(p.z.size(), 1.0), none(p.z.size(), 0.0);
    return {p.c, p.a, p.n, p.e, p.lights, p.z, one, none};
}

bool same_class(double a, double b) { return (a > 0) == (b > 0) && (a < 0) == (b < 0); }
double luma(double r, double g, double b) { return .2126 * r + .7152 * g + .0722 * b; }
double luma_at(const Planes& rgb, int at) { return luma(rgb[0][at], rgb[1][at], rgb[2][at]); }

Planes demodulated(const Planes& c, const Planes& a) {
    Planes i = c;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t at = 0; at < c[k].size(); ++at) i[k][at] /= std::max(a[k][at], .01);
    return i;
}

Guides guides(const Prepared& frame, const Gathered& g) {
    Guides out{g.n, frame.z, frame.z, frame.z, {}};
    const Size size = frame.size;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const int at = y * size.width + x;
            out.gx[at] = slope(frame.z, at, x > 0 ? at - 1 : -1, x + 1 < size.width ? at + 1 : -1);
            out.gy[at] =
                slope(frame.z, at, y > 0 ? at - size.width : -1, y + 1 < size.height ? at + size.width : -1);
            const double length =
                std::sqrt(g.n[0][at] * g.n[0][at] + g.n[1][at] * g.n[1][at] + g.n[2][at] * g.n[2][at]);
            for (std::size_t k = 0; k < 3; ++k) out.unit[k][at] = length > 0 ? g.n[k][at] / length : 0;
        }
    for (std::size_t k = 0; k < 3; ++k) out.f.push_back(g.n[k]);
    for (std::size_t k = 0; k < 3; ++k) {
        out.f.push_back(g.a[k]);
        for (double& value : out.f.back()) value = 2 * std::min(value, 2.0);
    }
    out.f.push_back(g.z);
    for (double& value : out.f.back()) value = 2 * std::log(std::max(value, .001));
    return out;
}

Plane residual_variance(const Plane& y, const Guides& guide, Size size) {
    Plane v(y.size());
    for (int py = 0; py < size.height; ++py)
        for (int px = 0; px < size.width; ++px) {
            const int p = py * size.width + px;
            std::vector<Psi> psi;
            std::vector<double> values, ones;
            for (int qy = std::max(0, py - 3); qy <= std::min(size.height - 1, py + 3); ++qy)
                for (int qx = std::max(0, px - 3); qx <= std::min(size.width - 1, px + 3); ++qx) {
                    const int q = qy * size.width + qx;
                    if (!same_class(guide.z[p], guide.z[q])) continue;
                    psi.push_back(psi_of(guide.f, p, q));
                    values.push_back(y[q] - y[p]);
                    ones.push_back(1);
                }
            const std::vector<double> b = fitted(psi, ones, values);
            double squares = 0;
            for (std::size_t t = 0; t < psi.size(); ++t) {
                double fit = 0;
                for (int k = 0; k < order; ++k) fit += psi[t][k] * b[k];
                squares += (values[t] - fit) * (values[t] - fit);
            }
            v[p] = squares / std::max(1.0, double(psi.size()) - order);
        }
    return v;
}

Prepared entered(const Frame& frame) {
    Prepared p;
    p.size = frame.size;
    p.c = frame.beauty;
    for (auto& plane : p.c) p.replaced += repair(plane, p.size);
    p.has_albedo = !frame.albedo.empty();
    p.a = frame.albedo.empty() ? constant(3, 1, p.size) : repaired(frame.albedo, p.size);
    p.e = repaired(frame.emission, p.size);
    p.lights = repaired(frame.lights, p.size);
    for (std::size_t k = 0; k < p.e.size(); ++k)
        for (std::size_t i = 0; i < p.c[k].size(); ++i) p.c[k][i] -= p.e[k][i];
    find_sky(p, frame);
    p.pilot = frame.pilot;
    for (std::size_t i = 0; !p.pilot.empty() && i < p.z.size(); ++i) {
        bool known = true;
        for (const Plane& plane : frame.pilot) known = known && std::isfinite(plane[i]);
        for (std::size_t k = 0; k < 3; ++k)
            p.pilot[k][i] = known ? p.pilot[k][i] - (p.e.empty() ? 0 : p.e[k][i]) : no_pilot;
    }
    p.previous = frame.previous;
    p.next = frame.next;
    p.variance = frame.variance;
    for (auto& plane : p.variance)
        for (double& value : plane) value = std::isfinite(value) && value > 0 ? value : 0;
    return p;
}

Prepared prepare(const Frame& frame, const Settings& settings) {
    Prepared p = with_filtered_guides(entered(frame), settings);
    const Filtered still = run_levels(p, alone(p), settings);
    for (std::size_t i = 0; i < p.z.size(); ++i) p.luma.push_back(luma_at(still.signal, int(i)));
    p.luma_variance = still.v;
    return p;
}

Result filter(const std::vector<const Prepared*>& window, const Settings& settings) {
    const Prepared& frame = *window[window.size() / 2];
    const Gathered g = gather(window, settings);
    const Filtered filtered = run_levels(frame, g, settings);
    const std::size_t middle = window.size() / 2;
    const bool both_sides = middle > 0 && window[middle - 1] && window[middle + 1];
    const double noisy = settings.prefilters[0] ? settings.prefilter_share : 0;
    const double most = std::max(1 - .75 * noisy, settings.own_albedo);
    const double own = std::clamp((settings.samples - 8) / (both_sides ? 16 : 8), settings.own_albedo, most),
                 share = std::min(settings.strength, 1.0);
    Result out{filtered.signal, {}, g.e, g.count};
    for (std::size_t k = 0; k < out.image.size(); ++k)
        for (std::size_t i = 0; i < g.z.size(); ++i)
            out.image[k][i] *= std::max((1 - own) * g.a[k % 3][i] + own * frame.a[k % 3][i], .01);
    const Planes input = joined(frame.c, frame.lights);
    Residual inputs{input, joined(g.c, g.lights), g.count, frame.has_albedo};
    for (std::size_t i = 0; i < g.z.size(); ++i) {
        const double kept = std::min(1.2 * std::sqrt(filtered.v[i] / (g.variance[i] + 1e-8)), 1.0);
        inputs.kept.push_back(.2 + std::clamp((g.count[i] - 1.5) / 1.5, 0.0, 1.0) * (kept - .2));
    }
    give_back(out.image, inputs, frame.size, settings);
    if (!frame.pilot.empty()) mix_pilot(out.image, frame, gather_pilots(window, settings), settings.unlit);
    for (std::size_t k = 0; k < out.image.size(); ++k)
        for (std::size_t i = 0; i < g.z.size(); ++i)
            out.image[k][i] = input[k][i] + share * (out.image[k][i] - input[k][i]);
    for (std::size_t k = 0; k < g.e.size(); ++k)
        for (std::size_t i = 0; i < g.e[k].size(); ++i) {
            const double mixed = (1 - own) * g.e[k][i] + own * frame.e[k][i];
            out.emission[k][i] = frame.e[k][i] + share * (mixed - frame.e[k][i]);
            out.image[k][i] += out.emission[k][i];
        }
    out.lights.assign(out.image.begin() + 3, out.image.end());
    out.image.resize(3);
    return out;
}

} // namespace atrous::reference::svgf
