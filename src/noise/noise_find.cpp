// Finds the noise of an image as a floor: noise is in every block of its brightness, texture only in some. So the calmest
// blocks of a brightness have nothing but noise if their energies differ no more than chance lets noise differ.
#include "filters/framelet/builder.h"
#include "noise/noise.h"
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

// Dispersion beyond chance of luma that is noise or texture where chroma has no noise.
constexpr double alone_noise = 0.06, alone_texture = 0.13;
// Deviation of luma: at most so often chroma's, or so many steps. Its variance is at least this part of chroma's.
constexpr double witness = 1.5, unseen = 1.2, least_luma = 0.35;
// The same as variance where chroma is white, so that channels are independent.
constexpr double as_white = 1.1;
// Variance of level 1 over level 0, at most, by plane. Where chroma has noise, luma is at most so much coarser. For level 2 over level 1
// the least bound, squared.
constexpr double jumps[] = {7, 30, 30}, as_coarse = 1.25, flattest_jump = 1.1;
constexpr double half_counts = 1; // deviation of a channel, in steps, at which half of the variance counts
constexpr double nothing_left =
    0.1; // deviation of a channel, in steps, after fading, below which an image is clean
constexpr double tiny = 1e-6;

/// Per level and brightness.
using PlaneNoise = std::array<StepCurve, measured_levels>;

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

/// Luma has no more noise than chroma allows, unless nothing disperses luma.
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
    constexpr double no_variance = 0.05; // a flat image has 0.01: nothing that would be texture
    return all > no_variance ? trusted / all : 1;
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
    double excess = INFINITY; // dispersion of luma beyond chance, in the whole image
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
