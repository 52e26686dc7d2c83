// Filters noisy guides: means weighted by the differences of albedo and normal beyond their noise.
#include "reference/svgf.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

/// Planes with their nearest samples beyond the edges.
struct Image {
    Size size;
    Planes planes;
    double at(std::size_t plane, int x, int y) const {
        x = std::clamp(x, 0, size.width - 1);
        y = std::clamp(y, 0, size.height - 1);
        return planes[plane][std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
    }
};

/// Squared second differences along both axes, of unit gain for white noise.
Image energy_of(const Image& image) {
    constexpr double k[] = {1, -2, 1};
    Image energy{image.size, {{}}};
    for (int y = 0; y < image.size.height; ++y)
        for (int x = 0; x < image.size.width; ++x) {
            double sum = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                double d = 0;
                for (int j = -1; j <= 1; ++j)
                    for (int i = -1; i <= 1; ++i) d += k[i + 1] * k[j + 1] / 6 * image.at(c, x + i, y + j);
                sum += d * d / 3;
            }
            energy.planes[0].push_back(sum);
        }
    return energy;
}

/// The energy beyond the edges comes from the differences there, so it is computed with a margin.
Image variance_of(const Image& image) {
    constexpr double binomial[] = {1, 4, 6, 4, 1};
    constexpr int margin = 2;
    const Size size = image.size, wide{size.width + 2 * margin, size.height + 2 * margin};
    Image around{wide, Planes(3)}, variance{size, {{}}};
    for (std::size_t c = 0; c < 3; ++c)
        for (int y = -margin; y < size.height + margin; ++y)
            for (int x = -margin; x < size.width + margin; ++x) around.planes[c].push_back(image.at(c, x, y));
    const Image energy = energy_of(around);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            double sum = 0;
            for (int v = -2; v <= 2; ++v)
                for (int u = -2; u <= 2; ++u)
                    sum += binomial[u + 2] * binomial[v + 2] / 256 *
                           energy.at(0, x + u + margin, y + v + margin);
            variance.planes[0].push_back(sum);
        }
    return variance;
}

struct Group {
    Image image, variance;
    double cost(int x, int y, int u, int v) const {
        double squares = 0;
        for (std::size_t c = 0; c < 3; ++c)
            squares += std::pow(image.at(c, x, y) - image.at(c, x + u, y + v), 2) / 3;
        const double here = variance.at(0, x, y), there = variance.at(0, x + u, y + v);
        return (squares - here - std::min(here, there)) / (.5 * (here + there) + 1e-6);
    }
};

/// Weight of the tap (u, v) away.
double weight_of(const Group& a, const Group& n, int x, int y, int u, int v) {
    double cost = 0;
    for (int j = y - 1; j <= y + 1; ++j)
        for (int i = x - 1; i <= x + 1; ++i) cost += std::max(a.cost(i, j, u, v), n.cost(i, j, u, v)) / 9;
    return std::exp(-std::max(cost, 0.0));
}

} // namespace

Prepared with_filtered_guides(const Prepared& frame, const Settings& settings) {
    const bool *const filters = settings.prefilters, any = filters[0] || filters[1] || filters[2];
    if (!any) return frame;
    const Size size = frame.size;
    const double part = settings.prefilter_share;
    const auto mix = [&](double& guide, double filtered) { guide += part * (filtered - guide); };
    const Image albedo{size, frame.a}, normal{size, frame.n}, depth{size, {frame.z}};
    const Group a{albedo, variance_of(albedo)}, n{normal, variance_of(normal)};
    Prepared result = frame;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const auto at = std::size_t(y) * std::size_t(size.width) + std::size_t(x);
            double sum = 0, sums[2][3] = {}, surface = 0, near = 0;
            for (int v = std::max(-4, -y); v <= std::min(4, size.height - 1 - y); ++v)
                for (int u = std::max(-4, -x); u <= std::min(4, size.width - 1 - x); ++u) {
                    const double w = weight_of(a, n, x, y, u, v), z = depth.at(0, x + u, y + v);
                    sum += w;
                    for (std::size_t c = 0; c < 3; ++c) {
                        sums[0][c] += w * albedo.at(c, x + u, y + v);
                        sums[1][c] += w * normal.at(c, x + u, y + v);
                    }
                    surface += z > 0 ? w : 0;
                    near += z > 0 ? w / std::max(z, 1e-3) : 0;
                }
            if (frame.z[at] < 0) continue; // a glow
            const bool sky = frame.z[at] == 0,
                       solid = filters[2] && surface > .2 * sum && (!sky || part >= .5);
            for (std::size_t c = 0; c < 3; ++c) {
                if (filters[0] && (settings.samples > 8 || !settings.film_alpha || frame.z[at] > 0))
                    mix(result.a[c][at], sums[0][c] / sum);
                if (filters[1] || (solid && sky)) mix(result.n[c][at], sums[1][c] / sum);
            }
            if (solid && sky) result.z[at] = surface / near;
            if (solid && !sky) mix(result.z[at], surface / near);
        }
    return result;
}

} // namespace atrous::reference::svgf
