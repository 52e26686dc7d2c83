// Takes a small step in each channel through the profile's curve and the space, and sums the changes of the planes.
#include "engine/check/checked_pixels.h"
#include "engine/enhance/eaw_filter.h"
#include "filters/eaw/levels.h"
#include "filters/pixel/passes.h"
#include "pixel/colour.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atrous {
namespace {

using kernels::GUARD_LEVELS;

/// From samples, as noise is measured in (0 to 1, light as sRGB encodes it, PQ and HLG as they are), to planes.
struct Entry {
    const Space& space;
    const Pixels& pixels;

    /// Light of samples, if the space needs it. Tables count as sRGB.
    Triple decoded(Triple v) const {
        if (space.uses_light && (pixels.transfer == Transfer::formula || is_hdr(pixels.transfer)))
            return through_curves(pixels, v, true);
        if (space.uses_light || pixels.transfer == Transfer::linear)
            for (float& one : v) one = kernels::srgb_decode(one);
        return v;
    }
    Triple planes(Triple v) const { return through_space(space, pixels.colours, decoded(v), true); }
    /// Luma of a grey.
    double luma(double v) const {
        const Triple at = planes({float(v), float(v), float(v)});
        double sum = 0;
        const int count = luma_planes(pixels, space);
        for (int i = 0; i < count; ++i) sum += double(at[std::size_t(i)]);
        return sum / count;
    }
    /// The grey of a luma.
    double grey(double wanted) const {
        double low = 0, high = 1;
        for (int i = 0; i < 24; ++i) (luma((low + high) / 2) < wanted ? low : high) = (low + high) / 2;
        return (low + high) / 2;
    }
};

/// Change of the planes per change of a channel, at a grey: [channel][plane].
std::array<Triple, 3> slopes_at(const Entry& entry, double grey) {
    constexpr float step = 1.0f / 64; // as wide as noise that is clearly seen
    std::array<Triple, 3> slopes{};
    for (std::size_t c = 0; c < std::size_t(entry.pixels.colours); ++c) {
        Triple up{float(grey), float(grey), float(grey)}, down = up;
        up[c] += step;
        down[c] -= step;
        const Triple above = entry.planes(up), below = entry.planes(down);
        for (std::size_t i = 0; i < 3; ++i) slopes[c][i] = (above[i] - below[i]) / (2 * step);
    }
    return slopes;
}

/// Power of noise at a level of this filter relative to white noise's, of a plane that is so mixed from channels. The B3-spline
/// smooths as much as the framelets' 1 2 1 between two of its levels.
double power_at(const NoiseFound& found, const Triple& mix, double grey, std::size_t level, int radius) {
    const double here = mixed_variance(found, mix, grey, level);
    if (radius == 1 || level == 0 || level + 1 == std::size_t(kernels::FRAMELET_LEVELS)) return here;
    return std::sqrt(here * mixed_variance(found, mix, grey, level + 1));
}

/// Variances of white noise at the levels of this filter: in their details, and in the taps in addition to that. The latter is twice
/// the covariance of a detail and the next coarse image, so it is noise between this level and the next.
struct WhiteNoise {
    std::vector<double> details{}, more{};
};

WhiteNoise white_noise(const TapWeights& kernel, int radius, int levels) {
    WhiteNoise white{noise_of_levels(kernel, radius, levels), tap_noise_of_levels(kernel, radius, levels)};
    for (std::size_t l = 0; l < white.more.size(); ++l) {
        white.details[l] *= white.details[l];
        white.more[l] -= white.details[l];
    }
    return white;
}

/// Adds the noise of all levels at a point.
void add_point(GuardedNoise& noise, std::size_t at, const NoiseFound& found, const EawResolved& settings,
               const Entry& entry, const WhiteNoise& white) {
    const double grey = entry.grey(noise.luma_at(at));
    const auto slopes = slopes_at(entry, grey);
    const std::size_t planes = std::size_t(plane_count(entry.pixels, settings.space)),
                      luma_count = std::size_t(luma_planes(entry.pixels, settings.space));
    for (std::size_t i = 0; i < planes; ++i) {
        const Triple mix{slopes[0][i], slopes[1][i], slopes[2][i]};
        double power = power_at(found, mix, grey, 0, settings.radius);
        for (std::size_t l = 0; l < noise.levels.size(); ++l) {
            const double next =
                power_at(found, mix, grey, std::min<std::size_t>(l + 1, kernels::FRAMELET_LEVELS - 1),
                         settings.radius);
            noise.levels[l][i < luma_count ? 0 : 1].variance[at] +=
                white.details[l] * power + white.more[l] * std::sqrt(power * next);
            power = next;
        }
    }
    const double slope = double(slopes[0][0] + slopes[1][0] + slopes[2][0]); // of luma by grey
    for (auto& level : noise.levels)
        for (GuardedNoise::Group& group : level)
            group.most = std::max(group.most, 255 * std::sqrt(group.variance[at]) / slope);
}

double sum_of(const std::array<GuardedNoise::Group, 2>& level) {
    double sum = 0;
    for (const GuardedNoise::Group& group : level)
        sum = std::reduce(group.variance.begin(), group.variance.end(), sum);
    return sum;
}

/// The noise that was found, in the taps of the finest levels as far as it matters there. Colours are taken for greys of their
/// luma, and profiles with tables for sRGB. `pixels`: type, channels and profile.
GuardedNoise guarded_noise(const NoiseFound& found, const EawResolved& settings, const Pixels& pixels) {
    constexpr double least = 0.005; // of all levels' variance: of white noise levels 0, 1 and 2 have more
    const Entry entry{settings.space, pixels};
    GuardedNoise noise{settings.space.black, entry.luma(1), {}};
    noise.levels.resize(GUARD_LEVELS);
    const WhiteNoise white = white_noise(settings.kernel, settings.radius, GUARD_LEVELS);
    for (std::size_t at = 0; at < noise.points; ++at) add_point(noise, at, found, settings, entry, white);
    double all = 0;
    for (const auto& level : noise.levels) all += sum_of(level);
    while (noise.levels.size() > 1 && sum_of(noise.levels.back()) < least * all) noise.levels.pop_back();
    return noise;
}

} // namespace

EawResolved guarded(const EawResolved& settings, const std::optional<NoiseFound>& noise, const Pixels& pixels,
                    const DeviceTraits& traits) {
    if (!guards_noise(settings.asked) || !noise || noise->is_clean()) return settings;
    return with_noise(settings, guarded_noise(*noise, settings, pixels), pixels, traits);
}

GuardedNoise max_noise() {
    constexpr double white = 255; // steps
    return {0, 1, {GUARD_LEVELS, {GuardedNoise::Group{{}, white}, GuardedNoise::Group{{}, white}}}};
}

} // namespace atrous
