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

} // namespace

void put_given(double deviation, int colours, NoiseFound& found) {
    // Weaker noise is the rounding to 8 bits, which contains no information.
    constexpr double of_rounding = 0.35;
    const WhiteLevels& white = white_levels();
    const bool is_white = found.is_clean() || found.measured < of_rounding;
    if (is_white) {
        const auto photosites = found.photosites;
        found = NoiseFound(std::size_t(colours));
        found.photosites = photosites;
        for (auto& curve : found.noise.curves) curve.fill(float(deviation * deviation / (255.0 * 255.0)));
    }
    const double factor = is_white ? 1 : std::pow(deviation / found.measured, 2);
    for (std::size_t p = 0; p < found.power.size(); ++p)
        for (std::size_t l = 0; l < white.size(); ++l) {
            auto& share = found.noise.share[p][l];
            for (std::size_t b = 0; b < share.size(); ++b)
                share[b] = is_white ? float(white[l].energy[b]) : share[b] * float(factor);
            found.power[p][l] = is_white ? 1 : found.power[p][l] * factor;
            found.deviation[p][l] = is_white ? deviation : found.deviation[p][l] * std::sqrt(factor);
        }
    found.rule = NoiseRule::given;
    found.measured = deviation;
    found.trust = 1;
}

double channel_deviation(const NoiseFound& found) {
    const WhiteLevels& white = white_levels();
    double sum = 0;
    for (const auto& plane : found.deviation)
        for (std::size_t l = 0; l < white.size(); ++l)
            sum += plane[l] * plane[l] * white[l].total / double(found.deviation.size());
    return std::sqrt(sum);
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

std::uint64_t noise_memory(Size size, int colours) {
    constexpr std::uint64_t tile_blocks = tile_side / noise_block;
    const std::uint64_t all = std::uint64_t(size.width / noise_block) *
                              std::uint64_t(size.height / noise_block),
                        blocks = std::min(all, max_tiles * tile_blocks * tile_blocks),
                        c = std::uint64_t(colours), side = std::uint64_t(tile_side + 2 * tile_margin);
    if (blocks == 0) return 0;
    // Memory of a tile: channels and a lowpass. Memory of a block: a mean of each channel and a share, quarters of channels
    // and opponents, the bands of three levels.
    const std::uint64_t of_tile = side * side * (c + 1),
                        of_block = c + 1 + 20 * c + 3 * c * std::uint64_t(kernels::FRAMELET_BANDS);
    return sizeof(float) * (tile_threads(max_tiles) * of_tile + blocks * of_block);
}

} // namespace atrous
