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
constexpr double luma_noise = 0.06, luma_texture = 0.13;
// Deviation of luma: at most so many times chroma's, or so many steps.
constexpr double max_over_chroma = 1.5, max_without_chroma = 2;
// Variance of level 1 over level 0, at most, by plane. For level 2 over level 1 the lowest bound, squared.
constexpr double jumps[] = {7, 30, 30}, min_jump = 1.1;
// Deviations of a channel, in steps, at which half of the variance counts: of all noise, and of luma that chroma does not
// confirm.
constexpr double half_counts = 1.4, half_luma_counts = 2.8;
// Share of the floor's variance that is trusted: below the first the image is texture, above the second all of its noise counts.
constexpr double texture_trust = 0.15, noise_trust = 0.35;
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
};

PlaneFloor curves_of(const std::array<NoiseFloor::Level, measured_levels>& plane, const Trust& trust) {
    PlaneFloor found;
    for (std::size_t l = 0; l < measured_levels; ++l) {
        const Envelope lower = envelope(plane[l].variance, trust[l]);
        found.bound[l] = lower.bound;
        for (std::size_t at = 0; at < lower.bound.size(); ++at)
            found.trust[l][at] = weighted(lower.weight[at], trust[l]);
    }
    return found;
}

/// The levels of a plane at a brightness. Where a level is texture, noise is as strong there as at the level before, since it is
/// correlated over few pixels: its spectrum flattens.
void put_levels(const PlaneFloor& floor, std::size_t at, double jump, PlaneNoise& to) {
    const auto bound = [&](std::size_t l) { return floor.bound[l][at]; };
    to[0][at] = floor.trust[0][at] * bound(0);
    for (std::size_t l = 1; l < measured_levels; ++l) {
        const double before = to[l - 1][at];
        if (l == 2) jump = std::sqrt(std::max(before / std::max(to[l - 2][at], tiny), min_jump));
        const double flat = std::min(bound(l), before);
        to[l][at] = flat + floor.trust[l][at] * std::max(0.0, std::min(bound(l), jump * before) - flat);
    }
}

/// The share of a variance that counts: half of it at the variance `half`, nearly nothing below, nearly all above.
double counted_share(double variance, double half) {
    const double t = std::pow(variance / half, 2);
    return t / (t + 1);
}

/// Luma has no more noise than chroma allows, unless nothing disperses luma: `grey_trust`, 0 to 1. Weak noise of luma without
/// chroma may be texture.
void bound_luma(const PlaneFloor& floor, double grey_trust, std::size_t at, const WhiteLevels& white,
                std::vector<PlaneNoise>& noise) {
    const double channels = double(noise.size()), over_chroma = max_over_chroma * max_over_chroma,
                 without_chroma = max_without_chroma * max_without_chroma * channels / 3;
    double trusted = 0; // variance of a channel
    for (std::size_t l = 0; l < measured_levels; ++l)
        trusted += floor.trust[l][at] * floor.bound[l][at] * white[l].total / channels;
    grey_trust *= counted_share(trusted, half_luma_counts * half_luma_counts);
    double chroma = 0; // variance at this level or a coarser one
    for (std::size_t l = measured_levels; l-- > 0;) {
        for (std::size_t p = 1; p < noise.size(); ++p) chroma = std::max(chroma, noise[p][l][at]);
        const double allowed = over_chroma * chroma + without_chroma;
        noise[0][l][at] = std::min(noise[0][l][at], std::max(allowed, grey_trust * floor.bound[l][at]));
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
        for (BinValues& level : trust)
            for (double& v : level) v *= noise_like;
        curves.push_back(curves_of(floor.planes[p], trust));
    }
    double excess = INFINITY; // dispersion of luma beyond chance, in the whole image
    for (const std::size_t l : {0U, 1U})
        excess = std::min(excess, weighted_quantile(floor.planes[0][l].dispersion, floor.count) -
                                      white[l].dispersion);
    const double grey_trust = noise_like * ramp(excess, luma_texture, luma_noise);
    std::vector<PlaneNoise> noise(planes);
    for (std::size_t at = 0; at < std::size_t(kernels::FRAMELET_CURVE); ++at) {
        for (std::size_t p = 0; p < planes; ++p) put_levels(curves[p], at, jumps[p], noise[p]);
        bound_luma(curves[0], grey_trust, at, white, noise);
    }
    return {std::move(noise), mean_trust(floor, curves, white)};
}

/// Weak noise is not worth a risk, and noise in an image of texture even less.
void fade_out(FoundNoise& noise, const WhiteLevels& white) {
    const double image = ramp(noise.trust, texture_trust, noise_trust);
    for (std::size_t at = 0; at < std::size_t(kernels::FRAMELET_CURVE); ++at) {
        double variance = 0;
        for (const PlaneNoise& plane : noise.planes)
            for (std::size_t l = 0; l < measured_levels; ++l)
                variance += plane[l][at] * white[l].total / double(noise.planes.size());
        const double share = image * counted_share(variance, half_counts * half_counts);
        for (PlaneNoise& plane : noise.planes)
            for (StepCurve& level : plane) level[at] *= share;
    }
}

/// Puts the mean of the noise over the image's brightnesses, relative to the planes' maps.
void put_noise(const NoiseFloor& floor, const std::vector<PlaneNoise>& noise, NoiseFound& found) {
    for (std::size_t p = 0; p < noise.size(); ++p) {
        std::array<double, measured_levels> power{};
        for (std::size_t l = 0; l < measured_levels; ++l)
            for (std::size_t at = 0; at < floor.histogram.size(); ++at)
                power[l] += floor.histogram[at] * noise[p][l][at] / floor.map(p);
        put_plane(floor, p, power, found);
    }
    found.rule = NoiseRule::measured;
    found.measured = channel_deviation(found);
}

/// The noise of an image whose floor is known.
NoiseFound noise_in(const Pixels& pixels, std::span<const NoiseTile> tiles, const NoiseFloor& floor,
                    const std::vector<StepCurve>& curves) {
    const WhiteLevels& white = white_levels();
    NoiseFound found(floor.planes.size()), none = found;
    FoundNoise noise = noise_of_floor(floor, 1 - screen_of(pixels, tiles), white);
    fade_out(noise, white);
    put_curves(curves, found);
    put_noise(floor, noise.planes, found);
    if (found.measured < nothing_left) found = std::move(none);
    found.trust = noise.trust;
    return found;
}

} // namespace

NoiseFound find_noise(const Pixels& pixels, double given) {
    NoiseFound found(std::size_t(pixels.colours));
    const BlockEnergies blocks = measure_blocks(pixels);
    const std::vector<StepCurve> curves = channel_curves(blocks);
    const NoiseFloor floor = find_floor(blocks, curves);
    if (!floor.is_empty()) found = noise_in(pixels, blocks.tiles, floor, curves);
    if (given > 0) put_given(given, pixels.colours, found);
    return found;
}

} // namespace atrous
