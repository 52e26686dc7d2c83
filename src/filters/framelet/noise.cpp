// From blocks to the noise of every plane, level and band: low quantiles of the flattest blocks, what levels may differ by,
// what luma may have beside chroma, the gate below which a picture is clean, and the guard against texture.
#include "filters/framelet/noise.h"
#include "filters/framelet/noise_texture.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr int levels = kernels::FRAMELET_LEVELS, measured_levels = 3;
constexpr std::size_t least_blocks = 12;
constexpr double least_floor = 0.95; // below, a picture is clean
constexpr double of_floor = 0.85;    // what is taken of the variance of flat blocks that may be texture

using WhiteLevels = std::array<WhiteLevel, levels>;
using Bands = std::array<double, kernels::FRAMELET_BANDS>;

double sum_of(const Bands& bands) {
    double sum = 0;
    for (const double b : bands) sum += b;
    return sum;
}

void scale(Bands& bands, double factor) {
    for (double& b : bands) b *= factor;
}

/// What all steps share.
struct Search {
    BlockStatistics blocks;
    RelativeStatistics relative;
    BandStatistics bands;
    WhiteLevels white;
    std::vector<float> flatness; ///< variance of blocks relative to the curves, all channels
    std::vector<bool> whole, flat;
    std::size_t whole_count = 0;
    std::vector<std::array<Bands, levels>> share;

    std::size_t planes() const { return share.size(); }
    double power(std::size_t plane, std::size_t level) const {
        return sum_of(share[plane][level]) / white[level].total;
    }
};

std::vector<float> chosen(const std::vector<float>& values, const std::vector<bool>& where) {
    std::vector<float> out;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (where[i]) out.push_back(values[i]);
    return out;
}

/// The blocks that are not clipped.
void find_whole(Search& s) {
    for (std::size_t i = 0; i < s.blocks.count(); ++i) {
        s.whole.push_back(s.blocks.is_whole(i));
        s.whole_count += s.whole.back();
    }
}

/// The tenth of the blocks that is flattest, at least 60.
void find_flat(Search& s) {
    const std::size_t n = s.blocks.count();
    s.flatness.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t c = 0; c < s.blocks.channels.size(); ++c)
            s.flatness[i] += s.blocks.channels[c].variance[i] / s.relative.curve[c][i];
    if (s.whole_count > 100) {
        const float largest = std::ranges::max(s.flatness);
        for (std::size_t i = 0; i < n; ++i)
            if (!s.whole[i]) s.flatness[i] = largest + 1;
    }
    std::vector<float> sorted = s.flatness;
    std::ranges::sort(sorted);
    const float most = sorted[std::min(std::max<std::size_t>(60, n / 10), n - 1)];
    s.flat.resize(n);
    for (std::size_t i = 0; i < n; ++i) s.flat[i] = s.flatness[i] <= most;
}

/// The bands of a level from the flat blocks, but no more than the flattest blocks of that level have in all.
Bands measured_bands(const Search& s, std::size_t plane, std::size_t level) {
    const auto& energy = s.bands.energy[plane][level];
    const WhiteLevel& white = s.white[level];
    Bands bands{};
    std::vector<float> total(s.blocks.count());
    for (std::size_t b = 1; b < energy.size(); ++b) {
        bands[b] = quantile(chosen(energy[b], s.flat), band_quantile) / white.quantile[b];
        for (std::size_t i = 0; i < total.size(); ++i) total[i] += energy[b][i];
    }
    if (s.whole_count > 100) {
        const double most = quantile(chosen(total, s.whole), total_share) / white.total_quantile;
        scale(bands, std::min(1.0, most / std::max(1e-12, sum_of(bands))));
    }
    return bands;
}

/// From level 0 to 1 noise that is nearly white is white, since texture adds there; more is bounded.
double next_power(double ratio, bool is_luma) {
    if (ratio < 2.2) return 1.05;
    if (ratio < 4) return 1.05 + (ratio - 2.2) / 1.8 * (4 - 1.05);
    return ratio < 12 || is_luma ? std::min(ratio, 7.0) : ratio;
}

/// The levels of a plane, each bounded by the one before.
void find_levels(Search& s, std::size_t plane) {
    const auto most = [&](std::size_t level, double power) {
        scale(s.share[plane][level], std::min(1.0, power / std::max(1e-12, s.power(plane, level))));
    };
    auto& share = s.share[plane];
    for (std::size_t l = 0; l < measured_levels; ++l) share[l] = measured_bands(s, plane, l);
    const double finest = std::max(1e-9, s.power(plane, 0));
    most(1, finest * next_power(s.power(plane, 1) / finest, plane == 0));
    const double ratio = s.power(plane, 1) / finest;
    most(2, s.power(plane, 1) * std::clamp(std::sqrt(ratio), 1.15, ratio < 12 || plane == 0 ? 1.7 : 3.0));
    for (std::size_t b = 1; b < share[3].size(); ++b)
        if (s.white[2].energy[b] > 0) share[3][b] = share[2][b] * s.white[3].energy[b] / s.white[2].energy[b];
}

/// What chroma's unit of power is in luma's.
double luma_units(const Search& s) { return mean_of(s.bands.map[1]) / mean_of(s.bands.map[0]); }

/// Luma's power at a level is at most this, in units of chroma's map.
void cap_luma(Search& s, std::size_t level, double power) {
    const double units = luma_units(s);
    scale(s.share[0][level], std::min(1.0, power * units / std::max(1e-12, s.power(0, level))));
}

double chroma_power(const Search& s, std::size_t level) {
    return std::max(s.power(1, level), s.power(2, level));
}

/// JPEG or a camera's noise reduction took the finest chroma.
bool has_crushed_chroma(const Search& s) { return chroma_power(s, 1) > 12 * chroma_power(s, 0); }

/// Channels are independent, so luma has no more noise than chroma; where JPEG crushed fine chroma, the next level counts.
void bound_luma(Search& s) {
    if (s.planes() == 1 || chroma_power(s, 0) <= 1e-3) return;
    const bool crushed = has_crushed_chroma(s);
    for (std::size_t l = 0; l < levels; ++l)
        cap_luma(s, l,
                 crushed ? 2.2 * chroma_power(s, std::min<std::size_t>(l + 1, levels - 1))
                         : 1.25 * chroma_power(s, l));
}

/// Deviation of the flattest blocks, of the channel that has least.
double least_deviation(const BlockStatistics& blocks, const std::vector<bool>& usable) {
    constexpr double of_white = 0.83; // deviation of white noise's finest detail in the flattest blocks
    double least = INFINITY;
    for (const auto& channel : blocks.channels)
        least = std::min(least, std::sqrt(quantile(chosen(channel.finest, usable), 0.02)) / of_white);
    return least;
}

/// Floor and spread of the flattest blocks, of which `least` is known.
void find_floor(const Search& s, const std::vector<bool>& usable, double least, NoiseFound& found) {
    std::vector<float> finest = chosen(s.relative.finest, usable);
    for (float& v : finest) v = std::sqrt(v);
    found.spread = quantile(finest, 0.1) / std::max(1e-9, quantile(finest, 0.02));
    found.floor = least / std::pow(std::max(1.0, found.spread / 1.1), 4);
}

void scale_all(Search& s, double factor) {
    for (auto& plane : s.share)
        for (Bands& bands : plane) scale(bands, factor);
}

/// Steps of 8 bits become samples of 0 to 1.
void put_curves(const std::vector<StepCurve>& curves, NoiseFound& found) {
    for (const StepCurve& curve : curves) {
        found.noise.curves.emplace_back();
        std::ranges::transform(curve, found.noise.curves.back().begin(),
                               [](double v) { return float(v / (255.0 * 255.0)); });
    }
    found.noise.share.resize(curves.size());
    found.deviation.resize(curves.size());
    found.power.resize(curves.size());
}

void put_noise(const Search& s, NoiseFound& found) {
    for (std::size_t p = 0; p < s.planes(); ++p)
        for (std::size_t l = 0; l < levels; ++l) {
            std::ranges::transform(s.share[p][l], found.noise.share[p][l].begin(),
                                   [](double v) { return float(v); });
            found.power[p][l] = s.power(p, l);
            found.deviation[p][l] = std::sqrt(found.power[p][l] * mean_of(s.bands.map[p]));
        }
}

/// Luma that looks like texture has at least what cameras' matrices leave it beside chroma, and of more than that so much.
void bound_textured_luma(Search& s, double even) {
    constexpr std::array<double, levels> least{0.5, 0.3, 0.3, 0.3}; // of the greater chroma's power
    const double units = luma_units(s);
    for (std::size_t l = 0; l < levels; ++l) {
        const double low = least[l] * chroma_power(s, l), power = s.power(0, l) / units;
        if (power > low) cap_luma(s, l, low + even * (power - low));
    }
}

/// How the noise of all planes lies in levels and bands, of a picture that has some.
void find_shares(Search& s, double luma_cap, double luma_even, NoiseFound& found) {
    for (std::size_t plane = 0; plane < s.planes(); ++plane) find_levels(s, plane);
    if (found.rule != NoiseRule::floor) {                 // which may be texture
        if (found.rule != NoiseRule::luma) bound_luma(s); // chroma has none left to bound it
        scale_all(s, 1 / std::pow(std::max(1.0, found.spread / 1.12), 2));
    }
    if (luma_cap > 0)
        for (std::size_t l = 0; l < levels; ++l) cap_luma(s, l, luma_cap * chroma_power(s, l));
    if (found.rule == NoiseRule::chroma) {
        bound_textured_luma(s, luma_even);
        // Flat blocks that differ are texture below the noise, but where finest chroma is crushed that of blotches.
        if (!has_crushed_chroma(s))
            found.trust = found.amount *= std::clamp(1 - 4 * (found.spread - 1.05), 0.4, 1.0);
    }
    if (found.rule == NoiseRule::luma)
        for (const std::size_t chroma : {1U, 2U})
            for (Bands& bands : s.share[chroma]) scale(bands, 0);
    scale_all(s, found.amount);
    put_noise(s, found);
}

/// Noise behind a mosaic is uneven within the wide bands of the bank of three taps, so a tenth more of it is taken (measured on
/// photographs through six cameras' matrices: .1 to .2 dB of strong noise).
void widen(const FrameletBank& bank, NoiseFound& found) {
    constexpr float more = 1.1f;
    if (found.rule != NoiseRule::chroma || bank.taps != 3) return;
    for (auto& plane : found.noise.share)
        for (auto& level : plane)
            for (float& band : level) band *= more;
}

/// Takes the rule that trusts most; where that is too little and noise is `wished` for, all that flat blocks have.
void decide(const NoiseVerdict& channels, const QuarterVerdict& quarters, bool wished, NoiseFound& found) {
    const double gate = std::clamp((channels.floor - least_floor) / 0.13, 0.0, 1.0);
    const double by_channels = gate * channels.trust;
    if (quarters.chroma > by_channels) {
        found.rule = NoiseRule::chroma;
        found.trust = found.amount = quarters.chroma;
    } else if (by_channels <= 0.02 && quarters.luma > 0) {
        found.rule = NoiseRule::luma;
        found.trust = found.amount = quarters.luma;
    } else {
        found.rule = by_channels > 0 ? NoiseRule::channels : NoiseRule::none;
        found.floor = channels.floor;
        found.trust = channels.trust;
        found.amount = by_channels;
    }
    if (wished && (found.amount < 0.95 || found.rule == NoiseRule::luma)) {
        found.rule = NoiseRule::floor;
        found.amount = of_floor;
    }
}

/// All but what is given.
NoiseFound search_noise(const Pixels& pixels, const FrameletBank& bank, bool wished) {
    NoiseFound found;
    const auto tiles = noise_tiles(pixels.size);
    Search s{.blocks = {},
             .relative = {},
             .bands = {},
             .white = white_levels(bank),
             .flatness = {},
             .whole = {},
             .flat = {},
             .share = {}};
    if (!tiles.empty()) s.blocks = block_statistics(pixels, tiles);
    if (tiles.empty() || s.blocks.count() < least_blocks) return found;
    std::vector<StepCurve> curves;
    for (const auto& channel : s.blocks.channels) curves.push_back(noise_curve(channel));
    put_curves(curves, found);
    find_whole(s);
    const std::vector<bool> usable = s.whole_count > 50 ? s.whole : std::vector<bool>(s.blocks.count(), true);
    found.floor = least_deviation(s.blocks, usable);
    QuarterVerdict quarters;
    if (!s.blocks.is_grey) quarters = judge_quarters(opponent_statistics(pixels, tiles, curves), usable);
    if (!wished && found.floor < least_floor && quarters.chroma == 0 && quarters.luma == 0)
        return found; // what follows can but lower the floor
    s.relative = relative_statistics(pixels, tiles, curves);
    find_flat(s);
    find_floor(s, usable, found.floor, found);
    const NoiseVerdict verdict = judge_noise(s.blocks, s.flatness, usable, found.spread, found.floor);
    decide(verdict, quarters, wished, found);
    if (found.is_clean()) return found;
    s.bands = band_statistics(pixels, tiles, curves, bank);
    s.share.resize(s.blocks.channels.size());
    find_shares(s, found.rule == NoiseRule::channels ? verdict.luma_cap : 0, quarters.luma_even, found);
    widen(bank, found);
    if (std::ranges::none_of(found.power, [](const auto& of) { return std::ranges::max(of) > 0; }))
        found.amount = 0, found.rule = NoiseRule::none;
    return found;
}

} // namespace

NoiseFound find_noise(const Pixels& pixels, const FrameletBank& bank, const NoiseWish& wish) {
    NoiseFound found = search_noise(pixels, bank, wish.floor || wish.deviation > 0);
    if (wish.deviation > 0) put_given(bank, wish.deviation, pixels.colours, found);
    return found;
}

} // namespace atrous
