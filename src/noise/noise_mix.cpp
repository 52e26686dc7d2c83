// Returns noise for mixes of channels, and the memory for finding it.
#include "filters/framelet/builder.h"
#include "noise/noise.h"
#include "noise/noise_planes.h"
#include <algorithm>

namespace atrous {
namespace {

/// A curve, straight between two of its entries.
double value_of(const NoiseCurve& curve, double brightness) {
    const double at = std::clamp(brightness, 0.0, 1.0) * double(curve.size() - 1);
    const auto left = std::min(std::size_t(at), curve.size() - 2);
    const double low = double(curve[left]), high = double(curve[left + 1]);
    return low + (high - low) * (at - double(left));
}

/// White noise of that deviation at all brightnesses.
void put_white(const FrameletBank& bank, double deviation, std::size_t planes, NoiseFound& found) {
    const auto white = white_levels(bank);
    found.noise.curves.assign(planes, {});
    for (auto& curve : found.noise.curves) curve.fill(float(deviation * deviation / (255.0 * 255.0)));
    found.noise.share.assign(planes, {});
    found.deviation.assign(planes, {});
    found.power.assign(planes, {});
    for (std::size_t p = 0; p < planes; ++p)
        for (std::size_t l = 0; l < white.size(); ++l) {
            std::ranges::transform(white[l].energy, found.noise.share[p][l].begin(),
                                   [](double v) { return float(v); });
            found.power[p][l] = 1;
            found.deviation[p][l] = deviation;
        }
}

} // namespace

void put_given(const FrameletBank& bank, double deviation, int colours, NoiseFound& found) {
    const auto planes = std::size_t(colours);
    found.rule = NoiseRule::given;
    found.trust = found.amount = 1;
    const double strongest = found.deviation.empty() ? 0 : *std::ranges::max_element(found.deviation[0]);
    // quantisation of 8 bits without noise, which contains no information
    constexpr double of_rounding = 0.35;
    if (!(strongest > 0) || found.floor < of_rounding) return put_white(bank, deviation, planes, found);
    const double factor = deviation / strongest;
    for (std::size_t p = 0; p < planes; ++p)
        for (std::size_t l = 0; l < found.power[p].size(); ++l) {
            for (float& share : found.noise.share[p][l]) share *= float(factor * factor);
            found.power[p][l] *= factor * factor;
            found.deviation[p][l] *= factor;
        }
}

// Opponents are orthonormal, and their noise is taken for independent: so is the sum over them.
double mixed_variance(const NoiseFound& found, std::span<const float> weights, double brightness,
                      std::size_t level) {
    const std::size_t colours = found.power.size();
    const auto opponent = opponents(int(colours));
    double sum = 0;
    for (std::size_t p = 0; p < colours; ++p) {
        double along = 0, map = 0;
        for (std::size_t c = 0; c < colours; ++c) {
            const double m = double(opponent[3 * p + c]);
            along += m * double(weights[c]);
            map += m * m * value_of(found.noise.curves[c], brightness);
        }
        sum += along * along * found.power[p][level] * map;
    }
    return sum;
}

std::uint64_t noise_memory(Size size, int colours, const FrameletBank& bank) {
    const auto tiles = noise_tiles(size);
    if (tiles.empty()) return 0;
    const std::uint64_t blocks = block_count(tiles), c = std::uint64_t(colours);
    std::uint64_t largest = 0;
    for (const NoiseTile& tile : tiles)
        largest = std::max(largest, std::uint64_t(tile.columns * noise_block + 2 * tile_margin) *
                                        std::uint64_t(tile.rows * noise_block + 2 * tile_margin));
    // Memory of a tile: each channel with two lowpasses and its noise, and an opponent's map, values and
    // lowpass. Memory of a block: four numbers of a channel, products of two channels, curve and map, the
    // bands of three levels.
    const std::uint64_t of_tile = largest * (4 * c + 3),
                        of_block = 12 + 6 * c + 3 * c * std::uint64_t(bank.bands());
    return sizeof(float) * (tile_threads(tiles.size()) * of_tile + blocks * of_block);
}

} // namespace atrous
