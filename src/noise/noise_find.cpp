// Finds noise and the blocks to measure it in: the flattest ones, the gate below which an image
// is clean, and the rules against texture.
#include "noise/noise_search.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t min_blocks = 12;
constexpr double min_floor = 0.95; // below, an image is clean

/// The blocks that are not clipped.
void find_whole(NoiseSearch& s) {
    for (std::size_t i = 0; i < s.blocks.count(); ++i) {
        s.whole.push_back(s.blocks.is_whole(i));
        s.whole_count += s.whole.back();
    }
    s.usable = s.whole_count > 50 ? s.whole : std::vector<bool>(s.blocks.count(), true);
}

/// The tenth of the blocks that is flattest, at least 60.
void find_flat(NoiseSearch& s) {
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

/// Deviation of the flattest blocks, of the channel with the least.
double min_deviation(const BlockStatistics& blocks, const std::vector<bool>& usable) {
    constexpr double of_flattest = 0.83; // deviation of white noise's finest detail in the flattest blocks
    double least = INFINITY;
    for (const auto& channel : blocks.channels)
        least = std::min(least, std::sqrt(quantile(chosen(channel.finest, usable), 0.02)) / of_flattest);
    return least;
}

/// Returns the spread of the flattest blocks, and the remaining part of the floor.
void find_floor(const NoiseSearch& s, NoiseFound& found) {
    std::vector<float> finest = chosen(s.relative.finest, s.usable);
    for (float& v : finest) v = std::sqrt(v);
    found.spread = quantile(finest, 0.1) / std::max(1e-9, quantile(finest, 0.02));
    found.floor /= std::pow(std::max(1.0, found.spread / 1.1), 4);
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

/// Takes the rule with most trust. If that is too little for the wish, takes everything in flat blocks.
void decide(const NoiseVerdict& channels, const QuarterVerdict& quarters, const NoiseRequest& wish,
            NoiseFound& found) {
    const double gate = std::clamp((channels.floor - min_floor) / 0.13, 0.0, 1.0);
    const double by_channels = gate * channels.trust;
    found.floor = channels.floor;
    found.trust = channels.trust;
    found.amount = by_channels;
    found.rule = by_channels > 0 ? NoiseRule::channels : NoiseRule::none;
    const auto take = [&](NoiseRule rule, double trust) {
        if (trust <= found.amount) return;
        found.rule = rule;
        found.trust = found.amount = trust;
    };
    // Flat blocks that differ contain texture below the noise, but if the finest chroma is crushed, they contain
    // blotches.
    const double even = quarters.crushed ? 1 : std::clamp(1 - 4 * (found.spread - 1.05), 0.4, 1.0);
    take(NoiseRule::chroma, even * quarters.chroma);
    if (even * quarters.chroma < 0.65) take(NoiseRule::places, quarters.places);
    if (by_channels <= 0.02 && quarters.chroma == 0) take(NoiseRule::luma, quarters.luma);
    const bool of_luma = found.rule == NoiseRule::luma || found.rule == NoiseRule::places;
    const bool given = wish.deviation > 0, sure = found.amount >= 0.95;
    if (given ? !sure : wish.floor && (!sure || of_luma)) {
        found.rule = given ? NoiseRule::given : NoiseRule::floor;
        found.amount = 1;
    }
}

/// Even places are known to be noise, so their blocks are measured. The flattest blocks may be emptied by JPEG or blown
/// out.
void measure_in_places(NoiseSearch& s, QuarterVerdict& quarters, NoiseRule rule) {
    if (rule != NoiseRule::places && (rule != NoiseRule::chroma || quarters.places < 0.5)) return;
    s.flat = quarters.even;
    s.known = true;
    quarters.luma_even = 1;
}

/// Finds everything but the given values.
NoiseFound search_noise(const Pixels& pixels, const FrameletBank& bank, const NoiseRequest& wish) {
    const bool wished = wish.floor || wish.deviation > 0;
    NoiseFound found;
    const auto tiles = noise_tiles(pixels.size);
    NoiseSearch s;
    if (!tiles.empty()) s.blocks = block_statistics(pixels, tiles);
    if (tiles.empty() || s.blocks.count() < min_blocks) return found;
    std::vector<StepCurve> curves;
    for (const auto& channel : s.blocks.channels) curves.push_back(noise_curve(channel));
    put_curves(curves, found);
    find_whole(s);
    found.floor = min_deviation(s.blocks, s.usable);
    OpponentStatistics opponents = opponent_statistics(pixels, tiles, curves);
    QuarterVerdict quarters = judge_quarters(opponents, s.usable, tiles, s.blocks.is_grey);
    if (!wished && found.floor < min_floor && !quarters.finds_noise())
        return found; // later steps can only lower the floor
    s.relative = std::move(opponents.relative);
    find_flat(s);
    find_floor(s, found);
    const NoiseVerdict channels = judge_noise(s.blocks, s.flatness, s.usable, found.spread, found.floor);
    decide(channels, quarters, wish, found);
    if (!found.is_clean() && !wished && is_screened(pixels, tiles))
        found.amount = 0, found.rule = NoiseRule::none;
    if (found.is_clean()) return found;
    measure_in_places(s, quarters, found.rule);
    s.bands = band_statistics(pixels, tiles, curves, bank);
    find_shares(s, channels, quarters, bank, found);
    return found;
}

} // namespace

NoiseFound find_noise(const Pixels& pixels, const FrameletBank& bank, const NoiseRequest& wish) {
    NoiseFound found = search_noise(pixels, bank, wish);
    if (wish.deviation > 0) put_given(bank, wish.deviation, pixels.colours, found);
    return found;
}

} // namespace atrous
