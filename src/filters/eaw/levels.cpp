// Implements the 20 % rule and computes noise by convolving the filters of one axis.
#include "filters/eaw/levels.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace atrous {
namespace {

/// i0: octaves from the finest details to details of 20 % of the longer side, or to the reach of 8 levels.
double octaves(Size size) {
    const double support = std::min(513.0, 0.2 * std::max(size.width, size.height));
    return std::log2(std::max(support - 1, 2.0) / 2);
}

using Filter = std::vector<double>; // odd length, centred

Filter taps_of(const TapWeights& kernel, int radius) {
    Filter taps;
    for (int d = -radius; d <= radius; ++d) taps.push_back(kernel.at(radius, d));
    return taps;
}

Filter convolved(const Filter& a, const Filter& taps, int dilation) {
    Filter out(a.size() + (taps.size() - 1) * std::size_t(dilation));
    for (std::size_t t = 0; t < taps.size(); ++t)
        for (std::size_t i = 0; i < a.size(); ++i) out[i + t * std::size_t(dilation)] += taps[t] * a[i];
    return out;
}

double inner_product(const Filter& shorter, const Filter& longer) {
    const std::size_t offset = (longer.size() - shorter.size()) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < shorter.size(); ++i) sum += shorter[i] * longer[i + offset];
    return sum;
}

double squared(double x) { return x * x; }

/// Calls work(A_l, A_{l+1}) for each level.
template <class Work>
std::vector<double> of_levels(const TapWeights& kernel, int radius, int levels, Work work) {
    std::vector<double> values;
    Filter coarse = {1};
    for (int l = 0; l < levels; ++l) {
        Filter next = convolved(coarse, taps_of(kernel, radius), 1 << l);
        values.push_back(work(coarse, next));
        coarse = std::move(next);
    }
    return values;
}

double angle_of(std::size_t point) {
    return std::numbers::pi * (double(point) + 0.5) / double(GuardedNoise::points);
}

} // namespace

int auto_levels(Size size) {
    constexpr int most = 8;
    const int by_support = int(std::floor(octaves(size) - 0.5)) + 1;
    const int by_short_side = int(std::bit_width(unsigned(std::min(size.width, size.height)))) - 1 - 2;
    return std::clamp(std::min(by_support, by_short_side), 1, most);
}

double relative_scale(int level, Size size) {
    return std::clamp(1 - (level + 0.5) / std::max(octaves(size), 0.5), 0.0, 1.0);
}

std::vector<double> noise_of_levels(const TapWeights& kernel, int radius, int levels) {
    return of_levels(kernel, radius, levels, [](const Filter& coarse, const Filter& next) {
        const double variance = squared(inner_product(coarse, coarse)) -
                                2 * squared(inner_product(coarse, next)) + squared(inner_product(next, next));
        return std::sqrt(std::max(variance, 0.0));
    });
}

std::vector<double> tap_noise_of_levels(const TapWeights& kernel, int radius, int levels) {
    return of_levels(kernel, radius, levels, [](const Filter& coarse, const Filter& next) {
        return squared(inner_product(coarse, coarse)) - squared(inner_product(next, next));
    });
}

double GuardedNoise::luma_at(std::size_t point) const {
    return black + (white - black) * (1 + std::cos(angle_of(point))) / 2;
}

std::array<float, kernels::GUARD_TERMS> log2_polynomial(const GuardedNoise::Group& noise) {
    constexpr std::size_t terms = kernels::GUARD_TERMS, points = GuardedNoise::points;
    // Noise below 1/64 of the largest variance is invisible, but its logarithm would bend the polynomial.
    const double least = std::max(1e-12, 0x1p-6 * std::ranges::max(noise.variance));
    std::array<double, terms> sum{}, before{}, chebyshev{1}; // T_{k-1} and T_k, by powers of t
    for (std::size_t k = 0; k < terms; ++k) {
        const double factor = k == 0 ? 1 : 2;
        double share = 0;
        for (std::size_t i = 0; i < points; ++i)
            share += std::log2(std::max(noise.variance[i], least)) * std::cos(double(k) * angle_of(i));
        std::array<double, terms> next{};
        for (std::size_t i = 0; i < terms; ++i) {
            sum[i] += factor * share / double(points) * chebyshev[i];
            next[i] = (i > 0 ? factor * chebyshev[i - 1] : 0) - before[i];
        }
        before = std::exchange(chebyshev, next);
    }
    std::array<float, terms> found{};
    std::ranges::transform(sum, found.begin(), [](double v) { return float(v); });
    return found;
}

} // namespace atrous
