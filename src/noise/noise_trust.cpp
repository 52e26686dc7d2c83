// Tells noise from texture: noise differs from block to block as chance lets it, and becomes white.
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

// Dispersion beyond chance that is texture's. A third of it is noise's. JPEG and noise reduction disperse the rest, up to
// twice as much from where level 1 has `crushed` times the variance of level 0.
constexpr double texture = 0.28, crushed = 6;
constexpr double min_variance = 1e-6;

double floor_ratio(const std::array<NoiseFloor::Level, measured_levels>& plane, std::size_t level,
                   std::size_t bin) {
    return plane[level].variance[bin] / std::max(plane[level - 1].variance[bin], min_variance);
}

/// The median over the bins of the ratio of a level's variance to the previous level's.
double middle_ratio(const NoiseFloor& floor, std::size_t plane, std::size_t level) {
    BinValues values{};
    for (std::size_t b = 0; b < noise_bins; ++b) values[b] = floor_ratio(floor.planes[plane], level, b);
    return weighted_quantile(values, floor.count);
}

} // namespace

/// Returns the factor of the usual dispersion that luma may have: JPEG, which crushes the finest chroma, disperses luma too.
double luma_leniency(const NoiseFloor& floor) {
    constexpr double max_leniency = 1.25;
    double rise = 0;
    for (std::size_t p = 1; p < floor.planes.size(); ++p) rise = std::max(rise, middle_ratio(floor, p, 1));
    return std::clamp(rise / crushed, 1.0, max_leniency);
}

Trust trust_of(const std::array<NoiseFloor::Level, measured_levels>& plane, double lenient,
               const WhiteLevels& white) {
    Trust trust;
    for (std::size_t b = 0; b < noise_bins; ++b) {
        const double limit =
            texture * std::max(lenient, std::clamp(floor_ratio(plane, 1, b) / crushed, 1.0, 2.0));
        // Rounding and regular patterns differ less than chance.
        double finer = ramp(plane[0].dispersion[b] / white[0].dispersion, 0.3, 0.6);
        for (std::size_t l = 0; l < measured_levels; ++l) {
            const double excess = plane[l].dispersion[b] - white[l].dispersion;
            finer = std::min(finer, std::pow(ramp(excess, limit, limit / 3), 2));
            trust[l][b] = finer;
        }
    }
    return trust;
}

/// Returns 1 for a texture that is a Gaussian random field: it is as even as noise, but its power grows by the same factor from
/// level to level, in all planes, while noise is correlated over few pixels and becomes white.
double power_law(const NoiseFloor& floor, const WhiteLevels& white) {
    constexpr double rounding = 0.25,
                     clear = 1;  // squared steps: planes with less do not count, planes with more count
    constexpr double most = 0.3; // dispersion: all of it is texture
    double growth = 2, rise = INFINITY, max_rise = 0, dispersed = 0, variance = 0;
    for (std::size_t p = 0; p < floor.planes.size(); ++p) {
        std::array<double, measured_levels> middle{};
        for (std::size_t l = 0; l < measured_levels; ++l) {
            middle[l] = weighted_quantile(floor.planes[p][l].variance, floor.count);
            variance += middle[l] * white[l].total / double(floor.planes.size());
        }
        const double say = ramp(middle[1], rounding, clear), first = middle_ratio(floor, p, 1),
                     second = middle_ratio(floor, p, 2);
        if (say == 0) continue;
        rise = std::min(rise, first);
        max_rise = std::max(max_rise, first);
        growth = std::min(growth, second / std::sqrt(first) + 1 - say);
        for (std::size_t l = 0; l < measured_levels; ++l) {
            const double excess =
                weighted_quantile(floor.planes[p][l].dispersion, floor.count) - white[l].dispersion;
            dispersed = std::max(dispersed, say * std::min(most, excess - (l == 2 ? 0.04 : 0)));
        }
    }
    // Noise reduction and JPEG crush the finest level: no field has such a rise. Weak fields are not worth a mistake.
    return std::isfinite(rise) ? ramp(growth, 1.3, 1.45) * ramp(rise, 1.5, 2.5) * ramp(max_rise, 12, 9) *
                                     ramp(dispersed, 0.18, 0.1) * ramp(std::sqrt(variance), 1.5, 3)
                               : 0;
}

} // namespace atrous
