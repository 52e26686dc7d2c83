// Computes exact energies, because filters are separable, and quantiles of a block's mean square by Wilson
// and Hilferty's approximation of chi-square (1931), with degrees of freedom from the correlations of details
// that overlap. Within 1 % of simulations.
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

/// Sum over the distances of two pixels of a block's side of the squared correlation of a and b there.
double overlap(const Sequence& a, const Sequence& b) {
    double sum = 0;
    for (int k = 1 - noise_block; k < noise_block; ++k) {
        double correlation = 0;
        for (int i = std::max(0, -k); i < int(a.size()) && i + k < int(b.size()); ++i)
            correlation += a[std::size_t(i)] * b[std::size_t(i + k)];
        sum += (noise_block - std::abs(k)) * correlation * correlation;
    }
    return sum;
}

/// Returns the quantile of a mean square with this many degrees of freedom, as a share of its mean. z: the
/// quantile of a normal deviate.
double share_at(double freedom, double z) {
    const double spread = 2 / (9 * freedom);
    return std::pow(1 - spread + z * std::sqrt(spread), 3);
}

constexpr double z_band = -0.38532, z_total = -1.64485; // of band_quantile and total_share

WhiteLevel white_level(const std::vector<Sequence>& filters) {
    WhiteLevel white;
    const std::size_t n = filters.size();
    const double pixels = block_pixels * block_pixels;
    std::vector<double> energy(n), overlaps(n * n);
    double all = 0, with_lowpass = 0, sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (const double h : filters[i]) energy[i] += h * h;
        sum += energy[i];
        for (std::size_t j = 0; j < n; ++j) {
            all += overlaps[i * n + j] = overlap(filters[i], filters[j]);
            if (i == 0) with_lowpass += overlaps[j];
        }
    }
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) {
            if (i + j == 0) continue;
            const double e = energy[i] * energy[j];
            white.energy[j * n + i] = e;
            white.quantile[j * n + i] =
                share_at(pixels * e * e / (overlaps[i * n + i] * overlaps[j * n + j]), z_band);
        }
    white.total = sum * sum - energy[0] * energy[0];
    const double variance = all * all - 2 * with_lowpass * with_lowpass + overlaps[0] * overlaps[0];
    white.total_quantile = share_at(pixels * white.total * white.total / variance, z_total);
    return white;
}

} // namespace

std::vector<TileTaps> taps_of(const FrameletBank& bank) {
    std::vector<TileTaps> all;
    if (bank.taps == 5)
        for (const auto& h : kernels::framelet_cubic) all.push_back({h[0], h[1], h[2], h[3], h[4]});
    else
        for (const auto& h : kernels::framelet_linear) all.push_back({0, h[0], h[1], h[2], 0});
    return all;
}

std::array<WhiteLevel, kernels::FRAMELET_LEVELS> white_levels(const FrameletBank& bank) {
    const auto taps = taps_of(bank);
    std::array<WhiteLevel, kernels::FRAMELET_LEVELS> levels;
    Sequence coarse{1};
    for (int l = 0; l < int(levels.size()); ++l) {
        std::vector<Sequence> filters;
        for (const auto& filter : taps) filters.push_back(convolved(coarse, filter, 1 << l));
        levels[std::size_t(l)] = white_level(filters);
        coarse = filters[0];
    }
    return levels;
}

} // namespace atrous
