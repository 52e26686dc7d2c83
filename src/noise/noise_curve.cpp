// Finds the calmest blocks of each brightness, and the largest curve below their energies that changes no faster than noise
// can: as noise is in every block of its brightness, none is noisier than another brightness allows.
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace atrous {
namespace {

constexpr double bin_reach = 14;             // of brightness: half the width of a bin
constexpr std::size_t min_of_bin = 16;       // blocks
constexpr double calm_share = 0.07;          // of the blocks of a bin
constexpr std::size_t min_calm = 5;          // blocks
constexpr double calm_quantile = 0.1;        // of the energies that a plane and level is measured by
constexpr double shadows = 48, lights = 208; // up to and from these brightnesses noise changes faster,
constexpr double doubling_at_ends = 24, doubling_between = 60; // its deviation may double over so many steps
constexpr double beyond = 1.4; // times the variance of the nearest bin with blocks: no more without any
constexpr double over_bound =
    1.15; // times the bound, which is lower than noise by chance: the most that near bins may give
constexpr int window = 33; // of the Hann window
constexpr double nothing = 1e-6;

/// Brightness on a scale where the deviation may double from n to n + 1.
double stretched(double b) {
    return std::min(b, shadows) / doubling_at_ends +
           std::clamp(b - shadows, 0.0, lights - shadows) / doubling_between +
           std::max(b - lights, 0.0) / doubling_at_ends;
}

/// How often a bin's variance noise has at a brightness, at most: by brightness and bin.
const std::array<BinValues, kernels::FRAMELET_CURVE>& growth() {
    static const auto table = [] {
        std::array<BinValues, kernels::FRAMELET_CURVE> made;
        for (std::size_t at = 0; at < made.size(); ++at)
            for (std::size_t b = 0; b < noise_bins; ++b)
                made[at][b] = std::exp2(2 * std::abs(stretched(double(at)) - stretched(bin_centre(b))));
        return made;
    }();
    return table;
}

double variance_at(std::size_t brightness, std::size_t bin, double variance) {
    return variance * growth()[brightness][bin] + nothing;
}

double fourth_power(double v) { return v * v * v * v; }

/// The quarters of a block that lie on each of its diagonals.
constexpr std::size_t diagonals[2][2] = {{0, 3}, {1, 2}};

double pair_of(const Quarters& quarters, std::size_t diagonal) {
    return (double(quarters[diagonals[diagonal][0]]) + double(quarters[diagonals[diagonal][1]])) / 2;
}

/// The variance of a channel in a bin, from the finest two levels, or 0, and whether it is only noise, 0 to 1.
struct ChannelNoise {
    double variance = 0, certain = 0;
};

ChannelNoise channel_noise(const BlockEnergies& blocks, std::size_t channel, std::size_t bin) {
    constexpr double texture = 0.35, noise = 0.15; // dispersion: chance has 0.06 at level 1
    const auto chosen = blocks_of_bin(blocks.mean[channel], bin);
    if (chosen.empty()) return {};
    std::vector<std::vector<Quarters>> energies;
    for (const BlockEnergies::Plane& plane : blocks.channels)
        for (std::size_t l = 0; l < channel_levels; ++l) {
            energies.emplace_back();
            for (const std::size_t i : chosen) energies.back().push_back(plane.energy[l][i]);
        }
    std::vector<float> measured;
    for (const CalmBlocks& calm : calm_blocks(energies))
        for (const std::size_t block : calm.block)
            for (const std::size_t q : calm.measured)
                measured.push_back(energies[2 * channel][block][q] + energies[2 * channel + 1][block][q]);
    const LogSpread spread = log_spread(std::move(measured));
    return {spread.median, ramp(spread.dispersion, texture, noise)};
}

/// Returns the values of bins that contain only noise, `certain` (0 to 1), as far as they are near. In a bin of texture noise is as near
/// ones have it: `bound` is only the most that is possible. `logs`: of the values.
double near_noise(const BinValues& logs, const BinValues& certain, std::size_t brightness, double bound) {
    constexpr double doubt = 0.1; // weight of the bound
    double sum = doubt * std::log(bound), weights = doubt;
    for (std::size_t b = 0; b < noise_bins; ++b) {
        const double far = growth()[brightness][b], weight = certain[b] / (far * far * far);
        sum += weight * logs[b];
        weights += weight;
    }
    return std::exp(sum / weights);
}

/// A Hann window, level beyond the ends.
StepCurve smoothed(const StepCurve& curve) {
    std::array<double, window> weight{};
    double all = 0;
    for (int k = 0; k < window; ++k)
        all += weight[std::size_t(k)] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (k + 1) / (window + 1));
    StepCurve to{};
    for (int i = 0; i < int(curve.size()); ++i)
        for (int k = 0; k < window; ++k)
            to[std::size_t(i)] +=
                weight[std::size_t(k)] / all *
                curve[std::size_t(std::clamp(i + k - window / 2, 0, int(curve.size()) - 1))];
    return to;
}

} // namespace

std::vector<std::size_t> blocks_of_bin(std::span<const float> brightness, std::size_t bin) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < brightness.size(); ++i)
        if (std::abs(double(brightness[i]) - bin_centre(bin)) <= bin_reach) found.push_back(i);
    if (found.size() < min_of_bin) found.clear();
    return found;
}

std::array<CalmBlocks, 2> calm_blocks(std::span<const std::vector<Quarters>> energies) {
    const std::size_t n = energies[0].size(), count = std::max(min_calm, std::size_t(calm_share * double(n)));
    std::array<CalmBlocks, 2> found;
    for (const std::size_t by : {0U, 1U}) {
        std::vector<float> sum(n), one(n);
        for (const auto& energy : energies) {
            std::ranges::transform(energy, one.begin(),
                                   [&](const Quarters& q) { return float(pair_of(q, by)); });
            const float unit = 1 / float(quantile(one, calm_quantile) + 0.01);
            for (std::size_t i = 0; i < n; ++i) sum[i] += one[i] * unit;
        }
        auto& block = found[by].block;
        block.resize(n);
        std::iota(block.begin(), block.end(), 0);
        std::ranges::nth_element(
            block, block.begin() + std::ptrdiff_t(count - 1),
            [&](std::size_t a, std::size_t b) { return std::pair(sum[a], a) < std::pair(sum[b], b); });
        block.resize(count);
        found[by].measured = {diagonals[1 - by][0], diagonals[1 - by][1]};
    }
    return found;
}

Envelope envelope(const BinValues& values, BinValues certain) {
    const BinValues part = part_of_envelope(values);
    BinValues logs{};
    for (std::size_t b = 0; b < noise_bins; ++b) {
        logs[b] = std::log(values[b] + nothing);
        if (values[b] <= 0) certain[b] = 0;
    }
    Envelope found;
    for (std::size_t at = 0; at < found.bound.size(); ++at) {
        double least = INFINITY, nearest = INFINITY, limit = 0, sum = 0;
        for (std::size_t b = 0; b < noise_bins; ++b) {
            if (values[b] <= 0) continue;
            least = std::min(least, variance_at(at, b, values[b]));
            const double far = std::abs(double(at) - bin_centre(b));
            if (far < nearest) nearest = far, limit = beyond * part[b] * values[b];
        }
        double& bound = found.bound[at];
        auto& weight = found.weight[at];
        bound = std::min(least, limit);
        for (std::size_t b = 0; b < noise_bins; ++b)
            if (values[b] > 0) sum += weight[b] = fourth_power(bound / variance_at(at, b, values[b]));
        for (double& w : weight) w = sum > 0 ? w / sum : 0;
        if (bound > 0) bound = std::min(over_bound * bound, near_noise(logs, certain, at, bound));
    }
    return found;
}

LogSpread log_spread(std::vector<float> energies) {
    constexpr double quartiles_apart = 1.349; // of a normal deviate
    constexpr float min_energy = 0.003f;      // squared steps, so that logarithms stay finite
    for (float& v : energies) v = std::log(v + min_energy);
    const double low = quantile(energies, 0.25), high = quantile(energies, 0.75);
    return {std::exp(quantile(std::move(energies), 0.5)), std::pow((high - low) / quartiles_apart, 2)};
}

BinValues part_of_envelope(const BinValues& values) {
    BinValues part{};
    for (std::size_t b = 0; b < noise_bins; ++b) {
        if (values[b] <= 0) continue;
        double least = values[b];
        for (std::size_t other = 0; other < noise_bins; ++other)
            if (values[other] > 0)
                least = std::min(least, variance_at(std::size_t(bin_centre(b)), other, values[other]));
        part[b] = least / values[b];
    }
    return part;
}

double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    double sum = 0;
    const double wanted = share * std::reduce(weights.begin(), weights.end());
    for (const std::size_t i : order)
        if ((sum += weights[i]) >= wanted && weights[i] > 0) return values[i];
    return 0;
}

std::vector<StepCurve> channel_curves(const BlockEnergies& blocks) {
    constexpr double least = 1e-3; // so that maps have no zero
    const std::size_t channels = blocks.channels.size();
    std::vector<BinValues> values(channels), certain(channels);
    for_parts(channels * noise_bins, [&] {
        return [&](std::size_t part) {
            const std::size_t c = part / noise_bins, b = part % noise_bins;
            const ChannelNoise noise = channel_noise(blocks, c, b);
            values[c][b] = noise.variance, certain[c][b] = noise.certain;
        };
    });
    std::vector<StepCurve> curves;
    for (std::size_t c = 0; c < channels; ++c) {
        curves.push_back(smoothed(envelope(values[c], certain[c]).bound));
        for (double& v : curves.back()) v += least;
    }
    return curves;
}

} // namespace atrous
