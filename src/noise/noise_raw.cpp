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

constexpr std::size_t raw_planes = 3, raw_levels = kernels::FRAMELET_LEVELS, raw_measured = 3;
constexpr std::size_t min_raw_blocks = 12;
constexpr double min_raw_deviation = 0.05; // steps of 8 bits
using PlanePowers = std::array<double, raw_planes>;
using BandEnergies = std::array<double, kernels::FRAMELET_BANDS>;

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
/// in `entries`.
PlanePowers powers_of(const GreyNoise& noise, const GreyNoise& curves,
                      const std::vector<std::size_t>& entries) {
    const auto m = opponents(int(raw_planes));
    PlanePowers powers{};
    for (std::size_t p = 0; p < raw_planes; ++p) {
        double has = 0, map = 0;
        for (const std::size_t at : entries)
            for (std::size_t i = 0, from = 0; i < raw_planes; ++i)
                for (std::size_t j = i; j < raw_planes; ++j, ++from) {
                    const double mixed = double(m[3 * p + i]) * double(m[3 * p + j]);
                    has += (i == j ? 1 : 2) * mixed * noise[at][from];
                    if (i == j) map += mixed * curves[at][from];
                }
        powers[p] = map > 0 ? std::max(0.0, has / map) : 0;
    }
    return powers;
}

/// Returns the brightness of the blocks as entries of curves, or all greys without blocks.
std::vector<std::size_t> brightness_of(const BlockStatistics* blocks) {
    std::vector<std::size_t> entries;
    if (blocks)
        for (std::size_t i = 0; i < blocks->count(); ++i) {
            float sum = 0;
            for (const auto& channel : blocks->channels) sum += channel.mean[i];
            if (blocks->is_whole(i))
                entries.push_back(std::size_t(std::clamp(sum / float(raw_planes), 0.0f, 255.0f)));
        }
    if (entries.empty())
        for (std::size_t i = 0; i < std::size_t(kernels::FRAMELET_CURVE); ++i) entries.push_back(i);
    return entries;
}

/// The tenth of the whole blocks that is flattest for its noise, at least 60 or all. Opponents are orthonormal: their maps add up
/// to the channels' curves.
std::vector<std::size_t> flat_blocks(const BlockStatistics& blocks, const BandStatistics& bands) {
    std::vector<std::pair<float, std::size_t>> order;
    for (std::size_t i = 0; i < blocks.count(); ++i) {
        float variance = 0, noise = 0;
        for (std::size_t p = 0; p < raw_planes; ++p)
            variance += blocks.channels[p].variance[i], noise += bands.map[p][i];
        if (blocks.is_whole(i)) order.emplace_back(variance / noise, i);
    }
    std::ranges::sort(order);
    order.resize(std::min(order.size(), std::max<std::size_t>(60, order.size() / 10)));
    std::vector<std::size_t> flat;
    for (const auto& [flatness, block] : order) flat.push_back(block);
    return flat;
}

double raw_sum(const BandEnergies& bands) {
    double sum = 0;
    for (const double b : bands) sum += b;
    return sum;
}

/// Makes them weaker if they have more than that in all.
void bound(BandEnergies& bands, double most) {
    const double has = raw_sum(bands);
    if (has <= most) return;
    for (double& b : bands) b *= most / has;
}

/// All levels of a plane.
using PlaneBands = std::array<BandEnergies, raw_levels>;

PlaneBands white_bands(const std::array<WhiteLevel, raw_levels>& white, double power) {
    PlaneBands bands{};
    for (std::size_t l = 0; l < raw_levels; ++l)
        std::ranges::transform(white[l].energy, bands[l].begin(), [&](double e) { return e * power; });
    return bands;
}

/// Limits the noise of flat blocks to the range that photosites can cause: `white` for a plane with a photosite of each
/// colour, `slow` at coarse levels.
PlaneBands measured_plane(const BandStatistics& bands, std::size_t plane,
                          const std::vector<std::size_t>& flat,
                          const std::array<WhiteLevel, raw_levels>& white, double power, double slow) {
    PlaneBands found{};
    // Also, blocks that are flattest by chance have less than all: of RAW files 0.1 to 0.4 dB.
    const double more = mosaic_excess(bands.energy[plane][0].size());
    for (std::size_t l = 0; l < raw_measured; ++l) {
        const auto& energy = bands.energy[plane][l];
        for (std::size_t b = 1; b < energy.size(); ++b) {
            std::vector<float> values;
            for (const std::size_t block : flat) values.push_back(energy[b][block]);
            found[l][b] = more * quantile(std::move(values), band_quantile) / white[l].quantile[b];
        }
        bound(found[l], slow * white[l].total);
    }
    for (std::size_t b = 1; b < found[3].size(); ++b)
        if (white[2].energy[b] > 0) found[3][b] = found[2][b] * white[3].energy[b] / white[2].energy[b];
    double most = 0, has = 0;
    for (std::size_t l = 0; l < raw_levels; ++l) {
        most += power * white[l].total;
        has += raw_sum(found[l]);
    }
    if (has > most) // coarse levels are known better than fine ones, where texture is
        bound(found[0], std::max(0.0, raw_sum(found[0]) - (has - most)));
    return found;
}

void put_plane(const PlaneBands& bands, const std::array<WhiteLevel, raw_levels>& white, double map,
               std::size_t plane, NoiseFound& found) {
    for (std::size_t l = 0; l < raw_levels; ++l) {
        std::ranges::transform(bands[l], found.noise.share[plane][l].begin(),
                               [](double v) { return float(v); });
        found.power[plane][l] = raw_sum(bands[l]) / white[l].total;
        found.deviation[plane][l] = std::sqrt(found.power[plane][l] * map);
    }
}

/// The mean of a plane's map over the entries, in squared steps.
double mean_map(const std::vector<StepCurve>& curves, std::size_t plane,
                const std::vector<std::size_t>& entries) {
    const auto m = opponents(int(raw_planes));
    double sum = 0;
    for (const std::size_t at : entries)
        for (std::size_t c = 0; c < raw_planes; ++c)
            sum +=
                double(m[3 * plane + c]) * double(m[3 * plane + c]) * curves[c][at] / double(entries.size());
    return sum;
}

/// Curves, and memory for the rest.
void begin_raw(const std::vector<StepCurve>& curves, NoiseFound& found) {
    found.rule = NoiseRule::raw;
    found.trust = found.amount = 1;
    for (const StepCurve& curve : curves) {
        found.noise.curves.emplace_back();
        std::ranges::transform(curve, found.noise.curves.back().begin(),
                               [](double v) { return float(v / (255.0 * 255.0)); });
    }
    found.noise.share.resize(raw_planes);
    found.deviation.resize(raw_planes);
    found.power.resize(raw_planes);
}

} // namespace

NoiseFound find_raw_noise(const Pixels& pixels, const FrameletBank& bank, const Mosaic& mosaic,
                          const PhotositeNoise& photosites) {
    NoiseFound found;
    found.photosites = photosites;
    const GreyNoise grey = grey_noise(photosites, mosaic),
                    slow = grey_noise(photosites, mosaic, {0.25, 0.5, 0.25});
    const std::vector<StepCurve> curves = step_curves(grey);
    const auto tiles = noise_tiles(pixels.size);
    BlockStatistics blocks;
    if (!tiles.empty()) blocks = block_statistics(pixels, tiles);
    const bool measured = !tiles.empty() && blocks.count() >= min_raw_blocks;
    const auto entries = brightness_of(measured ? &blocks : nullptr);
    const PlanePowers powers = powers_of(grey, grey, entries), slow_powers = powers_of(slow, grey, entries);
    const auto white = white_levels(bank);
    std::array<PlaneBands, raw_planes> planes{};
    for (std::size_t p = 0; p < raw_planes; ++p) planes[p] = white_bands(white, powers[p]);
    if (std::sqrt(powers[0] * mean_map(curves, 0, entries)) < min_raw_deviation) return found;
    if (measured) {
        const BandStatistics bands = band_statistics(pixels, tiles, curves, bank);
        const auto flat = flat_blocks(blocks, bands);
        if (flat.size() >= min_raw_blocks)
            for (std::size_t p = 0; p < raw_planes; ++p)
                planes[p] = measured_plane(bands, p, flat, white, powers[p], slow_powers[p]);
    }
    begin_raw(curves, found);
    for (std::size_t p = 0; p < raw_planes; ++p)
        put_plane(planes[p], white, mean_map(curves, p, entries), p, found);
    found.floor = found.deviation[0][0];
    return found;
}

namespace {

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
