// Computes the edge-avoiding filter of Dammertz et al. 2010 with Gaussians of light, albedo, normal and depth, border drop.
#include "reference/svgf.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

double square(double x) { return x * x; }

double distance2(const Planes& of, int p, int q) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += square(of[k][q] - of[k][p]);
    return sum;
}

struct Still {
    Planes light, albedo; ///< albedo: as a feature, at most 2
    Guides guide;
    Size size;
};

/// (dx, dy): in pixels.
double weight(const Still& s, const Settings& settings, int level, int p, int q, int dx, int dy) {
    const Guides& g = s.guide;
    if (!same_class(g.z[p], g.z[q])) return 0;
    const double sigma = settings.sigma_color * settings.strength / (1 << level);
    double cost = distance2(s.light, p, q) / (2 * square(sigma)) +
                  distance2(s.albedo, p, q) / (2 * square(settings.sigma_albedo));
    if (g.z[p] > 0) {
        const double apart = g.z[q] - g.z[p] - g.gx[p] * dx - g.gy[p] * dy;
        const double deviation =
            settings.sigma_depth * (std::abs(g.gx[p] * dx) + std::abs(g.gy[p] * dy)) + .01 * g.z[p];
        cost += square(apart / deviation) / 2 + settings.sigma_normal * distance2(g.unit, p, q) / 2;
    }
    return std::exp(-cost);
}

void run_level(Planes& out, const Still& s, const Settings& settings, int level) {
    const double h[3] = {3.0 / 8, 1.0 / 4, 1.0 / 16};
    for (int y = 0; y < s.size.height; ++y)
        for (int x = 0; x < s.size.width; ++x) {
            const int p = y * s.size.width + x;
            double sum = 0;
            std::vector<double> sums(out.size(), 0.0);
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i) {
                    const int dx = i << level, dy = j << level;
                    if (x + dx < 0 || y + dy < 0 || x + dx >= s.size.width || y + dy >= s.size.height)
                        continue;
                    const int q = p + dy * s.size.width + dx;
                    const double of_edges = p == q ? 1 : weight(s, settings, level, p, q, dx, dy);
                    const double w = h[std::abs(i)] * h[std::abs(j)] * of_edges;
                    sum += w;
                    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += w * s.light[k][q];
                }
            for (std::size_t k = 0; k < sums.size(); ++k) out[k][p] = sums[k] / sum;
        }
}

} // namespace

Result gaussian(const Frame& frame, const Settings& settings) {
    const Prepared p = entered(frame);
    const Gathered g = alone(p);
    Still s{demodulated(p.c, p.a), p.a, guides(p, g), p.size};
    for (auto& plane : s.albedo)
        for (double& value : plane) value = std::min(value, 2.0);
    for (std::size_t k = 0; k < p.lights.size(); k += 3)
        for (auto& plane : demodulated({p.lights[k], p.lights[k + 1], p.lights[k + 2]}, p.a))
            s.light.push_back(std::move(plane));
    for (int level = 0; level < settings.levels; ++level) {
        Planes out = s.light;
        run_level(out, s, settings, level);
        s.light = std::move(out);
    }
    Result result{s.light, {}, p.e, g.count};
    const double share = std::min(settings.strength, 1.0);
    for (std::size_t k = 0; k < result.image.size(); ++k)
        for (std::size_t i = 0; i < result.image[k].size(); ++i) {
            const double input = k < 3 ? p.c[k][i] : p.lights[k - 3][i];
            const double filtered = result.image[k][i] * std::max(p.a[k % 3][i], .01);
            result.image[k][i] = input + share * (filtered - input) + (k < 3 && !p.e.empty() ? p.e[k][i] : 0);
        }
    result.lights.assign(result.image.begin() + 3, result.image.end());
    result.image.resize(3);
    return result;
}

} // namespace atrous::reference::svgf
