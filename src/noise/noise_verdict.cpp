// Computes the covariance of the channels' two finest details in the flattest blocks, and applies three rules whose
// numbers separate photographs with noise from textures without. If none holds, nothing is trusted.
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace atrous {
namespace {

/// Symmetric: rr rg rb gg gb bb.
using Covariance = std::array<double, 6>;

/// The least eigenvalue (Smith 1961: trigonometric solution of the characteristic equation).
double min_eigenvalue(const Covariance& m) {
    const auto& [a, d, e, b, f, c] = m;
    const double mean = (a + b + c) / 3, off = d * d + e * e + f * f;
    const double p = std::sqrt(
        ((a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean) + 2 * off) / 6);
    if (!(p > 0)) return mean;
    const double x = (a - mean) / p, y = (b - mean) / p, z = (c - mean) / p, u = d / p, v = e / p, w = f / p;
    const double half_det = (x * (y * z - w * w) - u * (u * z - w * v) + v * (u * w - y * v)) / 2;
    const double angle = std::acos(std::clamp(half_det, -1.0, 1.0)) / 3;
    return mean + 2 * p * std::cos(angle + 2 * std::numbers::pi / 3);
}

Covariance correlations(const Covariance& c) {
    const double r = std::sqrt(std::max(1e-9, c[0])), g = std::sqrt(std::max(1e-9, c[3])),
                 b = std::sqrt(std::max(1e-9, c[5]));
    return {1, c[1] / (r * g), c[2] / (r * b), 1, c[4] / (g * b), 1};
}

/// The flattest 3 % of the usable blocks, at least 40.
std::vector<std::size_t> flattest(const std::vector<float>& relative, const std::vector<bool>& usable) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < relative.size(); ++i)
        if (usable[i]) order.push_back(i);
    const auto count = std::min(order.size(), std::max<std::size_t>(41, order.size() * 3 / 100 + 1));
    std::ranges::partial_sort(order, order.begin() + std::ptrdiff_t(count), {},
                              [&](std::size_t i) { return relative[i]; });
    order.resize(count);
    return order;
}

struct Evidence {
    std::array<Covariance, 2> correlation;
    double least; ///< eigenvalue of the finest detail's correlations: 1 if channels are independent
    /// Factor by which the least eigenvalue falls less to the next detail than white noise does
    double decay;
    double mean(std::size_t level) const {
        return (correlation[level][1] + correlation[level][2] + correlation[level][4]) / 3;
    }
    double red_blue() const { return correlation[0][2]; }
    double with_green() const { return (correlation[0][1] + correlation[0][4]) / 2; }
};

Evidence evidence_of(const BlockStatistics& blocks, const std::vector<std::size_t>& chosen) {
    Evidence found{};
    std::array<double, 2> least{};
    for (std::size_t l = 0; l < 2; ++l) {
        Covariance mean{};
        for (std::size_t i = 0; i < 6; ++i) {
            for (const std::size_t block : chosen) mean[i] += double(blocks.products[l][i][block]);
            mean[i] /= double(chosen.size());
        }
        least[l] = std::max(1e-9, min_eigenvalue(mean));
        found.correlation[l] = correlations(mean);
    }
    found.decay = std::sqrt(least[1] / least[0]);
    found.least = std::max(0.0, min_eigenvalue(found.correlation[0]));
    return found;
}

/// Independent channels. Texture through a mosaic is aliased and looks independent as well, but of its red and blue, which
/// lie on opposite phases, the correlation falls below the other two.
double trust_independent(const Evidence& e) {
    return std::pow(std::min(1.0, e.least / 0.9), 4.7) *
           ramp((0.11 - (e.with_green() - e.red_blue())) / 0.05);
}

/// Noise that is white in the component least shared by the channels, on top of texture.
double trust_white(const Evidence& e) {
    const double coloured = e.with_green() > 0.12 ? ramp((e.red_blue() / e.with_green() - 0.4) / 0.2) : 1;
    return ramp((1.65 - e.decay) / 0.25) * coloured;
}

/// JPEG with crushed chroma: only luma at the finest detail, like texture, but chroma has its own noise at the next.
double trust_jpeg(const Evidence& e, double floor) {
    if (e.mean(0) <= 0.7) return 0;
    return ramp((0.89 - e.mean(0)) / 0.02) * ramp((e.mean(0) - e.mean(1) - 0.03) / 0.03) *
           ramp((e.decay - 3.35) / 0.3) * ramp((floor - 1.05) / 0.05);
}

/// Blocks of noise differ by chance. Blocks of a screen, a weave or a checkerboard do not.
double trust_irregular(double spread) { return ramp((spread - 1.004) / 0.006); }

} // namespace

NoiseVerdict judge_noise(const BlockStatistics& blocks, const std::vector<float>& relative,
                         const std::vector<bool>& usable, double spread, double floor) {
    const double irregular = trust_irregular(spread);
    if (blocks.is_grey) return {irregular, floor, 0};
    const Evidence e = evidence_of(blocks, flattest(relative, usable));
    const double independent = trust_independent(e), white = trust_white(e), jpeg = trust_jpeg(e, floor);
    NoiseVerdict verdict{irregular * std::max({independent, white, jpeg}), floor, 0};
    if (e.mean(0) > 0.1 && white >= std::max(independent, jpeg)) verdict.luma_cap = 1.05;
    // So that a clean image lies below the floor and comes back as it was.
    if (e.mean(0) >= 0.1 && jpeg == 0)
        verdict.floor *= std::sqrt(white >= independent ? e.least : verdict.trust);
    if (e.decay > 1.65 && independent > jpeg) verdict.trust *= std::clamp(1 - 4 * (spread - 1.05), 0.4, 1.0);
    return verdict;
}

} // namespace atrous
