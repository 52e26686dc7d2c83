// Finds the noise of an image as a floor: noise is in every block of its brightness, texture only in some. So the calmest
// blocks of a brightness have nothing but noise if their energies differ no more than chance lets noise differ.
#include "filters/framelet/builder.h"
#include "noise/noise.h"
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

// Dispersion beyond chance that is texture's. A third of it is noise's. JPEG and noise reduction disperse what they leave, up to
// twice as much from where level 1 has `crushed` times the variance of level 0.
constexpr double texture = 0.28, crushed = 6;
// The same for luma where chroma has no noise.
constexpr double alone_noise = 0.06, alone_texture = 0.13;
// Deviation of luma: at most so often chroma's, or so many steps. Its variance is at least this part of chroma's.
constexpr double witness = 1.5, unseen = 1.2, least_luma = 0.35;
// The same as variance where chroma is white, so that channels are independent.
constexpr double as_white = 1.1;
// Variance of level 1 over level 0, at most, by plane. Where chroma has noise, luma is at most so much coarser. For level 2 over level 1
// the least bound, squared.
constexpr double jumps[] = {7, 30, 30}, as_coarse = 1.25, flattest_jump = 1.1;
constexpr double half_counts = 1; // deviation of a channel, in steps, at which half of the variance counts
// Dispersion over chance of a regular pattern, and of noise twice as much. At level 2 quarters of neighbours depend on each other.
constexpr double regular[] = {0.3, 0.3, 0.15};
constexpr double nothing_left = 0.1; // deviation of a channel, in steps, below which an image is clean
constexpr double tiny = 1e-6;

/// Per level and brightness.
using PlaneNoise = std::array<StepCurve, measured_levels>;

double floor_ratio(const std::array<NoiseFloor::Level, measured_levels>& plane, std::size_t level,
                   std::size_t bin) {
    return plane[level].variance[bin] / std::max(plane[level - 1].variance[bin], tiny);
}

/// The trust in the floor of a plane, 0 to 1, by level and bin.
struct Trust {
    std::array<BinValues, measured_levels> level{};
    BinValues
        pattern{}; ///< factor in all levels: 0 for what differs less than chance, or is bluer than white
};

/// The median over the bins of a level's variance over that of the level before.
double middle_ratio(const NoiseFloor& floor, std::size_t plane, std::size_t level) {
    BinValues values{};
    for (std::size_t b = 0; b < noise_bins; ++b) values[b] = floor_ratio(floor.planes[plane], level, b);
    return weighted_quantile(values, floor.count);
}

/// Returns how often the usual dispersion luma may have: JPEG, which crushes the finest chroma, disperses luma too.
double luma_leniency(const NoiseFloor& floor) {
    constexpr double most = 1.25;
    double rise = 0;
    for (std::size_t p = 1; p < floor.planes.size(); ++p) rise = std::max(rise, middle_ratio(floor, p, 1));
    return std::clamp(rise / crushed, 1.0, most);
}

Trust trust_of(const std::array<NoiseFloor::Level, measured_levels>& plane, double lenient,
               const WhiteLevels& white) {
    Trust trust;
    for (std::size_t b = 0; b < noise_bins; ++b) {
        const double rise = floor_ratio(plane, 1, b),
                     most = texture * std::max(lenient, std::clamp(rise / crushed, 1.0, 2.0));
        trust.pattern[b] = ramp(rise, 0.3, 0.7);
        double so_far = 1;
        for (std::size_t l = 0; l < measured_levels; ++l) {
            const double chance = white[l].dispersion, found = plane[l].dispersion[b];
            trust.pattern[b] *= ramp(found / chance, regular[l], 2 * regular[l]);
            so_far = std::min(so_far, std::pow(ramp(found - chance, most, most / 3), 2));
            trust.level[l][b] = so_far;
        }
        for (auto& level : trust.level) level[b] *= trust.pattern[b];
    }
    return trust;
}

/// Returns 1 for a texture that is a Gaussian random field: it is as even as noise, but its power grows by the same factor from
/// level to level, in all planes, while noise is correlated over few pixels and becomes white.
double power_law(const NoiseFloor& floor, const WhiteLevels& white) {
    constexpr double rounding = 0.25,
                     clear = 1;  // squared steps: a plane with less has no say, with more it has
    constexpr double most = 0.3; // dispersion: all of it is texture
    double growth = 2, rise = INFINITY, most_rise = 0, dispersed = 0, variance = 0;
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
        most_rise = std::max(most_rise, first);
        growth = std::min(growth, second / std::sqrt(first) + 1 - say);
        for (std::size_t l = 0; l < measured_levels; ++l) {
            const double excess =
                weighted_quantile(floor.planes[p][l].dispersion, floor.count) - white[l].dispersion;
            dispersed = std::max(dispersed, say * std::min(most, excess - (l == 2 ? 0.04 : 0)));
        }
    }
    // Noise reduction and JPEG crush the finest level: no field has such a rise. Weak fields are not worth a mistake.
    return std::isfinite(rise) ? ramp(growth, 1.3, 1.45) * ramp(rise, 1.5, 2.5) * ramp(most_rise, 12, 9) *
                                     ramp(dispersed, 0.18, 0.1) * ramp(std::sqrt(variance), 1.5, 3)
                               : 0;
}

double weighted(const BinValues& weight, const BinValues& values) {
    double sum = 0;
    for (std::size_t b = 0; b < noise_bins; ++b) sum += weight[b] * values[b];
    return sum;
}

/// A plane's floor as curves of brightness, with the trust of the bins that set them.
struct PlaneFloor {
    PlaneNoise bound{}, trust{};
    StepCurve pattern{};
};

PlaneFloor curves_of(const std::array<NoiseFloor::Level, measured_levels>& plane, const Trust& trust) {
    PlaneFloor found;
    for (std::size_t l = 0; l < measured_levels; ++l) {
        const Envelope lower = envelope(plane[l].variance, trust.level[l]);
        found.bound[l] = lower.bound;
        for (std::size_t at = 0; at < lower.bound.size(); ++at) {
            found.trust[l][at] = weighted(lower.weight[at], trust.level[l]);
            if (l == 0) found.pattern[at] = weighted(lower.weight[at], trust.pattern);
        }
    }
    return found;
}

/// The levels of a plane at a brightness. Where a level is texture, noise is as strong there as at the level before, since it is
/// correlated over few pixels: its spectrum flattens. `least`: of level 0.
void put_levels(const PlaneFloor& floor, std::size_t at, double jump, double least, PlaneNoise& to) {
    const auto bound = [&](std::size_t l) { return floor.bound[l][at]; };
    to[0][at] = std::max(floor.trust[0][at] * bound(0), std::min(bound(0), least));
    for (std::size_t l = 1; l < measured_levels; ++l) {
        const double before = to[l - 1][at];
        if (l == 2) jump = std::sqrt(std::max(before / std::max(to[l - 2][at], tiny), flattest_jump));
        const double flat = std::min(bound(l), before);
        to[l][at] = flat + floor.trust[l][at] * std::max(0.0, std::min(bound(l), jump * before) - flat);
    }
}

/// The chroma of an image at a brightness.
struct ChromaNoise {
    double variance = 0, rise = 0; ///< of level 0, of the plane with more; level 1 over level 0
    double known = 0;              ///< 0 to 1: more than rounding
    double white = 0;              ///< 0 to 1: as strong at level 1, so channels are independent
};

ChromaNoise chroma_of(const std::vector<PlaneNoise>& noise, std::size_t at) {
    ChromaNoise chroma;
    for (std::size_t p = 1; p < noise.size(); ++p) {
        chroma.variance = std::max(chroma.variance, noise[p][0][at]);
        chroma.rise = std::max(chroma.rise, noise[p][1][at] / std::max(noise[p][0][at], tiny));
    }
    chroma.known = ramp(chroma.variance, 0.5, 2);
    chroma.white = chroma.known * ramp(chroma.rise, 1.8, 1.3);
    return chroma;
}

/// Luma has no more noise than chroma allows, unless nothing disperses it: `alone`.
void bound_luma(const PlaneFloor& floor, const ChromaNoise& chroma, double alone, std::size_t at,
                std::vector<PlaneNoise>& noise) {
    const double often = witness * witness + chroma.white * (as_white - witness * witness),
                 few = (1 - chroma.white) * unseen * unseen * double(noise.size()) / 3;
    double coarser = 0; // of chroma, at this level or a coarser one
    for (std::size_t l = measured_levels; l-- > 0;) {
        double here = 0;
        for (std::size_t p = 1; p < noise.size(); ++p) here = std::max(here, noise[p][l][at]);
        coarser = std::max(coarser, here);
        const double most = often * (coarser + chroma.white * (here - coarser)) + few;
        noise[0][l][at] =
            std::min(noise[0][l][at], std::max(most, alone * floor.pattern[at] * floor.bound[l][at]));
    }
}

/// The noise of all planes, in squared steps of greys, relative to white noise, and the share of the floor that it is.
struct FoundNoise {
    std::vector<PlaneNoise> planes;
    double trust = 0;
};

/// The share of the floor's variance that is trusted, over the image's brightnesses.
double mean_trust(const NoiseFloor& floor, const std::vector<PlaneFloor>& planes, const WhiteLevels& white) {
    double all = 0, trusted = 0;
    for (const PlaneFloor& plane : planes)
        for (std::size_t l = 0; l < measured_levels; ++l)
            for (std::size_t at = 0; at < floor.histogram.size(); ++at) {
                const double variance = floor.histogram[at] * plane.bound[l][at] * white[l].total;
                all += variance;
                trusted += variance * plane.trust[l][at];
            }
    return all > 0 ? trusted / all : 0;
}

/// Finds the noise of all planes. `noise_like`: trust in the image as a whole.
FoundNoise noise_of_floor(const NoiseFloor& floor, double noise_like, const WhiteLevels& white) {
    const std::size_t planes = floor.planes.size();
    std::vector<PlaneFloor> curves;
    noise_like *= 1 - power_law(floor, white);
    for (std::size_t p = 0; p < planes; ++p) {
        Trust trust = trust_of(floor.planes[p], p == 0 ? luma_leniency(floor) : 1, white);
        for (BinValues* values : {&trust.level[0], &trust.level[1], &trust.level[2], &trust.pattern})
            for (double& v : *values) v *= noise_like;
        curves.push_back(curves_of(floor.planes[p], trust));
    }
    double excess = INFINITY; // dispersion of luma beyond chance, in the picture as a whole
    for (const std::size_t l : {0U, 1U})
        excess = std::min(excess, weighted_quantile(floor.planes[0][l].dispersion, floor.count) -
                                      white[l].dispersion);
    const double alone = ramp(excess, alone_texture, alone_noise);
    std::vector<PlaneNoise> noise(planes);
    for (std::size_t at = 0; at < std::size_t(kernels::FRAMELET_CURVE); ++at) {
        for (std::size_t p = 1; p < planes; ++p) put_levels(curves[p], at, jumps[p], 0, noise[p]);
        const ChromaNoise chroma = chroma_of(noise, at);
        const double likely = std::min(jumps[0], as_coarse * chroma.rise);
        put_levels(curves[0], at, jumps[0] + chroma.known * (likely - jumps[0]), least_luma * chroma.variance,
                   noise[0]);
        bound_luma(curves[0], chroma, alone * (1 - chroma.white), at, noise);
    }
    for (PlaneNoise& plane : noise)
        for (StepCurve& level : plane) level = smoothed(level);
    return {std::move(noise), mean_trust(floor, curves, white)};
}

/// Less than a step is not worth a risk: of a channel's variance v, v^2 / (v^2 + 1) counts.
void fade_out(std::vector<PlaneNoise>& noise, const WhiteLevels& white) {
    for (std::size_t at = 0; at < std::size_t(kernels::FRAMELET_CURVE); ++at) {
        double variance = 0;
        for (const PlaneNoise& plane : noise)
            for (std::size_t l = 0; l < measured_levels; ++l)
                variance += plane[l][at] * white[l].total / double(noise.size());
        const double t = std::pow(variance / (half_counts * half_counts), 2);
        for (PlaneNoise& plane : noise)
            for (StepCurve& level : plane) level[at] *= t / (t + 1);
    }
}

/// Weakens the curves where calm blocks have less noise than the floor: there is texture. Not to nothing, since curves are of
/// channels and the noise is of greys.
void weaken_curves(const std::vector<PlaneNoise>& noise, const WhiteLevels& white, NoiseFloor& floor,
                   std::vector<StepCurve>& curves) {
    constexpr double least = 0.25;
    StepCurve all{}, kept{};
    for (std::size_t p = 0; p < noise.size(); ++p)
        for (std::size_t l = 0; l < measured_levels; ++l) {
            const StepCurve bound = envelope(floor.planes[p][l].variance).bound;
            for (std::size_t at = 0; at < all.size(); ++at) {
                all[at] += bound[at] * white[l].total;
                kept[at] += noise[p][l][at] * white[l].total;
            }
        }
    for (std::size_t at = 0; at < all.size(); ++at) {
        const double factor = least + (1 - least) * ramp(kept[at], 0, std::max(all[at], tiny));
        for (StepCurve& curve : curves) curve[at] *= factor;
        for (StepCurve& map : floor.grey) map[at] *= factor;
    }
}

/// Puts the mean of the noise over the image's brightnesses, relative to the planes' maps.
void put_noise(const NoiseFloor& floor, const std::vector<PlaneNoise>& noise, const FrameletBank& bank,
               NoiseFound& found) {
    for (std::size_t p = 0; p < noise.size(); ++p) {
        std::array<double, measured_levels> power{};
        for (std::size_t l = 0; l < measured_levels; ++l)
            for (std::size_t at = 0; at < floor.histogram.size(); ++at)
                power[l] += floor.histogram[at] * noise[p][l][at] / floor.map(p);
        put_plane(floor, p, power, bank, found);
    }
    found.rule = NoiseRule::measured;
    found.measured = channel_deviation(found, bank);
}

/// The noise of an image whose floor is known.
NoiseFound noise_in(const Pixels& pixels, const FrameletBank& bank, NoiseFloor& floor,
                    std::vector<StepCurve>& curves) {
    const WhiteLevels& white = white_levels(bank);
    NoiseFound found(floor.planes.size()), none = found;
    FoundNoise noise = noise_of_floor(floor, 1 - screen_of(pixels), white);
    fade_out(noise.planes, white);
    weaken_curves(noise.planes, white, floor, curves);
    put_curves(curves, found);
    put_noise(floor, noise.planes, bank, found);
    if (found.measured < nothing_left) found = std::move(none);
    found.trust = noise.trust;
    return found;
}

} // namespace

NoiseFound find_noise(const Pixels& pixels, const FrameletBank& bank, double given) {
    NoiseFound found(std::size_t(pixels.colours));
    const BlockEnergies blocks = measure_blocks(pixels, bank);
    std::vector<StepCurve> curves = channel_curves(blocks);
    NoiseFloor floor = find_floor(blocks, curves, bank);
    if (!floor.is_empty()) found = noise_in(pixels, bank, floor, curves);
    if (given > 0) put_given(bank, given, pixels.colours, found);
    return found;
}

} // namespace atrous
