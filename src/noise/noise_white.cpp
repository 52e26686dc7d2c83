// Computes exact energies, because filters are separable, and quantiles of the mean square of a block's quarter by Wilson
// and Hilferty's approximation of chi-square (1931), with degrees of freedom from the correlations of details
// that overlap.
#include "framelet/bank.h"
#include "noise/noise_planes.h"
#include <cmath>

namespace atrous {
namespace {

using Sequence = std::vector<double>;

Sequence convolved(const Sequence& a, const TileTaps& taps, int apart) {
    Sequence out(a.size() + std::size_t(4 * apart));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < taps.size(); ++k)
            out[i + k * std::size_t(apart)] += a[i] * double(taps[k]);
    return out;
}

constexpr int white_side = noise_block / 2; // of a quarter

/// Sum over the distances of two pixels of a quarter's side of the squared correlation of a and b there.
double overlap(const Sequence& a, const Sequence& b) {
    double sum = 0;
    for (int k = 1 - white_side; k < white_side; ++k) {
        double correlation = 0;
        for (int i = std::max(0, -k); i < int(a.size()) && i + k < int(b.size()); ++i)
            correlation += a[std::size_t(i)] * b[std::size_t(i + k)];
        sum += (white_side - std::abs(k)) * correlation * correlation;
    }
    return sum;
}

/// Returns the quantile of a mean square with this many degrees of freedom, as a share of its mean. z: the
/// quantile of a normal deviate.
double share_at(double freedom, double z) {
    const double spread = 2 / (9 * freedom);
    return std::pow(1 - spread + z * std::sqrt(spread), 3);
}

WhiteLevel white_level(const std::vector<Sequence>& filters) {
    WhiteLevel white;
    const std::size_t n = filters.size();
    std::vector<double> energy(n);
    double all = 0, with_lowpass = 0, of_lowpass = 0, sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (const double h : filters[i]) energy[i] += h * h;
        sum += energy[i];
        for (std::size_t j = 0; j < n; ++j) {
            const double both = overlap(filters[i], filters[j]);
            all += both;
            if (i == 0) with_lowpass += both;
            if (i + j == 0) of_lowpass = both;
        }
    }
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = j == 0 ? 1 : 0; i < n; ++i) white.energy[j * n + i] = energy[i] * energy[j];
    white.total = sum * sum - energy[0] * energy[0];
    const double variance = all * all - 2 * with_lowpass * with_lowpass + of_lowpass * of_lowpass;
    const double pixels = white_side * white_side,
                 freedom = pixels * pixels * white.total * white.total / variance;
    constexpr double quartile = 0.67449; // of a normal deviate
    white.over_median = 1 / share_at(freedom, 0);
    white.dispersion =
        std::pow(std::log(share_at(freedom, quartile) / share_at(freedom, -quartile)) / (2 * quartile), 2);
    return white;
}

WhiteLevels computed_levels() {
    const auto taps = tile_taps();
    WhiteLevels levels;
    Sequence coarse{1};
    for (int l = 0; l < int(levels.size()); ++l) {
        std::vector<Sequence> filters;
        for (const auto& filter : taps) filters.push_back(convolved(coarse, filter, 1 << l));
        levels[std::size_t(l)] = white_level(filters);
        coarse = filters[0];
    }
    return levels;
}

} // namespace

std::vector<TileTaps> tile_taps() {
    std::vector<TileTaps> all;
    for (const auto& h : kernels::framelet_linear) all.push_back({0, h[0], h[1], h[2], 0});
    return all;
}

const WhiteLevels& white_levels() {
    static const WhiteLevels levels = computed_levels();
    return levels;
}

} // namespace atrous
