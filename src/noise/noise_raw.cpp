// Converts the noise of photosites to planes, levels and bands. A demosaicer fills in colours from a photosite in four
// (green: in two), and does not change slow ones: so coarse levels have four times (twice) the power that white noise
// of a photosite's variance has, fine ones less, and all of them together no more than that variance.
#include "filters/framelet/builder.h"
#include "noise/noise_blocks.h"
#include "noise/photosite_noise.h"
#include "pixel/colour.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t raw_planes = 3;
/// Noise after demosaicing is uneven within the bands, and calm blocks have less than all.
constexpr double mosaic_excess = 1.1;
constexpr double min_raw_deviation = 0.05; // steps of 8 bits
/// Blocks with many pixels below this (steps of 8 bits) are left out: the curves of RAW files include the noise that is cut
/// off at black, and such blocks lack it.
constexpr float raw_black = 0.5F;
using PlanePowers = std::array<double, raw_planes>;

/// The curves of the channels in squared steps of 8 bits.
std::vector<StepCurve> step_curves(const GreyNoise& grey) {
    std::vector<StepCurve> curves(raw_planes);
    constexpr std::size_t own[raw_planes] = {0, 3, 5}; // rr, gg, bb
    for (std::size_t c = 0; c < raw_planes; ++c)
        for (std::size_t i = 0; i < grey.size(); ++i)
            curves[c][i] = std::max(1e-6, grey[i][own[c]] * 255 * 255);
    return curves;
}

/// Returns the power of the opponents relative to independent channels with the curves' variances, at the brightnesses
/// of the histogram.
PlanePowers powers_of(const GreyNoise& noise, const GreyNoise& curves, const NoiseFloor& floor) {
    const auto m = opponents(int(raw_planes));
    PlanePowers powers{};
    for (std::size_t p = 0; p < raw_planes; ++p) {
        double has = 0, map = 0;
        for (std::size_t at = 0; at < noise.size(); ++at)
            for (std::size_t i = 0, from = 0; i < raw_planes; ++i)
                for (std::size_t j = i; j < raw_planes; ++j, ++from) {
                    const double mixed = floor.histogram[at] * double(m[3 * p + i]) * double(m[3 * p + j]);
                    has += (i == j ? 1 : 2) * mixed * noise[at][from];
                    if (i == j) map += mixed * curves[at][from];
                }
        powers[p] = map > 0 ? std::max(0.0, has / map) : 0;
    }
    return powers;
}

/// Limits the floor to the range that photosites can cause: `white` for a plane with a photosite of each
/// colour, `slow` at coarse levels.
std::array<double, measured_levels> bounded_powers(const NoiseFloor& floor, std::size_t plane, double white,
                                                   double slow, const WhiteLevels& energies) {
    std::array<double, measured_levels> power{};
    power.fill(white);
    if (floor.is_empty()) return power;
    double most = 0, has = 0;
    for (std::size_t l = 0; l < energies.size(); ++l) {
        if (l < measured_levels) power[l] = std::min(slow, mosaic_excess * floor.power(plane, l));
        most += white * energies[l].total;
        has += power[std::min(l, measured_levels - 1)] * energies[l].total;
    }
    // Coarse levels are known better than fine ones, where texture is.
    power[0] = std::clamp(power[0] - (has - most) / energies[0].total, 0.0, power[0]);
    return power;
}

/// Returns the mean slope of the curve over noise of that deviation, cut off at black. The curve bends too much near
/// black for the slope at one point.
double mean_slope(double light, double deviation) {
    constexpr int steps = 16;
    constexpr double reach = 2; // deviations
    double sum = 0, products = 0;
    for (int i = -steps; i <= steps; ++i) {
        const double off = reach * i / steps, weight = std::exp(-off * off / 2);
        const float at = float(std::clamp(light + off * deviation, 0.0, 1.0));
        sum += weight * off * double(kernels::srgb_encode(at));
        products += weight * off * off;
    }
    return deviation > 0 ? sum / products / deviation : 0;
}

} // namespace

NoiseFound find_raw_noise(const Pixels& pixels, const Mosaic& mosaic, const PhotositeNoise& photosites) {
    NoiseFound found(raw_planes);
    found.photosites = photosites;
    const GreyNoise grey = grey_noise(photosites, mosaic),
                    slow = grey_noise(photosites, mosaic, {0.25, 0.5, 0.25});
    const std::vector<StepCurve> curves = step_curves(grey);
    const NoiseFloor floor = find_floor(measure_blocks(pixels, raw_black), curves);
    const PlanePowers powers = powers_of(grey, grey, floor), slow_powers = powers_of(slow, grey, floor);
    if (std::sqrt(powers[0] * floor.map(0)) < min_raw_deviation) return found;
    const WhiteLevels& white = white_levels();
    for (std::size_t p = 0; p < raw_planes; ++p)
        put_plane(floor, p, bounded_powers(floor, p, powers[p], slow_powers[p], white), found);
    put_curves(curves, found);
    found.rule = NoiseRule::raw;
    found.measured = channel_deviation(found);
    return found;
}

GreyNoise grey_noise(const PhotositeNoise& noise, const Mosaic& mosaic,
                     const std::array<double, 3>& density) {
    GreyNoise found{};
    for (std::size_t at = 0; at < found.size(); ++at) {
        const double light = double(kernels::srgb_decode(float(at) / float(found.size() - 1)));
        std::array<double, 3> of_colour{}; // balanced, light of white being 1
        for (std::size_t c = 0; c < 3; ++c) {
            const double steps = light / mosaic.balance[c] * noise.range;
            const double unit = mosaic.balance[c] / noise.range;
            of_colour[c] = unit * unit * (noise.gain[c] * steps + noise.read[c]) / density[c];
        }
        std::array<double, 6> light_noise{};
        for (std::size_t i = 0, to = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++to)
                for (std::size_t c = 0; c < 3; ++c)
                    light_noise[to] += mosaic.matrix[i][c] * mosaic.matrix[j][c] * of_colour[c];
        constexpr std::size_t own[3] = {0, 3, 5};
        std::array<double, 3> slope{};
        for (std::size_t i = 0; i < 3; ++i) slope[i] = mean_slope(light, std::sqrt(light_noise[own[i]]));
        for (std::size_t i = 0, to = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++to) found[at][to] = slope[i] * slope[j] * light_noise[to];
    }
    return found;
}

} // namespace atrous
