// Defines the energies of an image's blocks, the floor that noise has below them, and curves of variance by
// brightness. For the files of this folder only.
#pragma once
#include "noise/noise.h"
#include "noise/noise_planes.h"
#include <algorithm>

namespace atrous {

/// Levels that are measured. The next one continues as white noise would.
constexpr std::size_t measured_levels = 3;
constexpr std::size_t channel_levels = 2; ///< of the channels themselves
using Quarters = std::array<float, 4>;    ///< of a block: above left, right, below left, right

/// Blocks of 16 x 16 pixels, except clipped ones. Energies are sums of squared details over all bands, mean
/// of the pixels, relative to white noise of variance 1. So white noise of deviation 5 has 25 at every level.
struct BlockEnergies {
    /// An opponent or a channel.
    struct Plane {
        std::array<std::vector<Quarters>, measured_levels> energy{}; ///< per level and block
        /// Per level and block, band after band: mean squares, row by row, the lowpass included (0).
        std::array<std::vector<float>, measured_levels> bands{};
    };
    std::vector<Plane> channels{}; ///< 1 or 3, without bands, of the finest two levels
    std::vector<Plane> opponents{};
    std::vector<std::vector<float>> mean{}; ///< per channel and block: brightness, in steps of 8 bits
    std::size_t band_count = 0;
    std::vector<NoiseTile> tiles{}; ///< of the blocks and of clipped ones
    std::size_t count() const { return mean.empty() ? 0 : mean[0].size(); }
};
/// Measures at most `max_tiles` tiles of an image, in threads. Too small an image has no blocks. Leaves out blocks with many
/// pixels that are white, or at most `black` in a channel (steps of 8 bits). By default the latter are measured: saturated colours
/// have no others, and have less noise because of them.
BlockEnergies measure_blocks(const Pixels& pixels, float black = -1);

/// A curve of variance by brightness, 256 entries, in squared steps of 8 bits.
using StepCurve = std::array<double, kernels::FRAMELET_CURVE>;

/// Centres of the bins of brightness, which overlap.
constexpr std::size_t noise_bins = 32;
constexpr double bin_step = 256.0 / noise_bins;
constexpr double bin_centre(std::size_t bin) { return bin_step * (double(bin) + 0.5); }
using BinValues = std::array<double, noise_bins>;

/// The calmest blocks of each brightness.
struct NoiseFloor {
    struct Level {
        BinValues variance{};   ///< median energy, as the mean of white noise, or 0 in an empty bin
        BinValues dispersion{}; ///< variance of the logarithm of energies, from its quartiles
        std::array<double, kernels::FRAMELET_BANDS> shape{}; ///< bands where the level's variance is 1
    };
    std::vector<std::array<Level, measured_levels>> planes{};
    BinValues count{};             ///< chosen blocks
    StepCurve histogram{};         ///< share of the blocks by brightness of grey, even without blocks
    std::vector<StepCurve> grey{}; ///< per plane: its map at greys
    bool is_empty() const {
        return std::ranges::none_of(count, [](double n) { return n > 0; });
    }
    /// The mean of a plane's map over the blocks' brightnesses.
    double map(std::size_t plane) const;
    /// Its floor at a level relative to the map, where that is low: texture is in the other bins.
    double power(std::size_t plane, std::size_t level) const;
};

/// The curves of the channels, from the calmest blocks of each brightness. They count as a shape only.
std::vector<StepCurve> channel_curves(const BlockEnergies& blocks);
/// Measures the floor. Energies of coloured blocks are converted to the energies of a grey of the same brightness,
/// by the noise map of `curves`: sum of weight^2 curve(channel).
NoiseFloor find_floor(const BlockEnergies& blocks, const std::vector<StepCurve>& curves);

/// The largest curve below the values of the bins (0: empty) that changes no faster than noise can, and the part that each bin has in
/// it.
struct Envelope {
    StepCurve bound{};
    std::array<BinValues, kernels::FRAMELET_CURVE> weight{}; ///< adds up to 1
};
/// `certain`: 0 to 1, bins that contain only noise. Between and near these bins, noise is equally strong.
Envelope envelope(const BinValues& values, BinValues certain = {});
/// Median of energies, and the variance of their logarithm, from its quartiles.
struct LogSpread {
    double median = 0, dispersion = 0;
};
LogSpread log_spread(std::vector<float> energies);
/// The value of the envelope at the middle of each bin over the bin's own: 0 to 1.
BinValues part_of_envelope(const BinValues& values);

/// Puts curves, converted to samples of 0 to 1.
void put_curves(const std::vector<StepCurve>& curves, NoiseFound& found);
/// Puts the noise of a plane, whose levels have these powers relative to its map, with the floor's bands.
void put_plane(const NoiseFloor& floor, std::size_t plane, const std::array<double, measured_levels>& power,
               NoiseFound& found);

/// Splits blocks of a bin of brightness, of which one diagonal pair of quarters is calm: `measured` has the other pair.
/// `energy`: quarters of the blocks of the bin, of any number of planes and levels that count alike.
struct CalmBlocks {
    std::vector<std::size_t> block; ///< numbers into the bin's blocks
    std::array<std::size_t, 2> measured;
};
std::array<CalmBlocks, 2> calm_blocks(std::span<const std::vector<Quarters>> energies);
/// The blocks whose brightness is near a bin's centre. Few: none.
std::vector<std::size_t> blocks_of_bin(std::span<const float> brightness, std::size_t bin);

/// The trust in the floor of a plane, 0 to 1, by level and bin.
using Trust = std::array<BinValues, measured_levels>;
Trust trust_of(const std::array<NoiseFloor::Level, measured_levels>& plane, double lenient,
               const WhiteLevels& white);
double luma_leniency(const NoiseFloor& floor);
double power_law(const NoiseFloor& floor, const WhiteLevels& white);

/// 1 for a printed image's screen or ordered dither nearly everywhere (periods of 4 to 14 pixels), and for not more than 16 values; 0 for
/// noise.
double screen_of(const Pixels& pixels, std::span<const NoiseTile> tiles);

/// 0 to 1, in proportion between two values that may be in any order. NaN counts as 0.
inline double ramp(double x, double zero, double one) {
    const double at = (x - zero) / (one - zero);
    return at > 0 ? std::min(at, 1.0) : 0.0;
}
/// The value at which that share of the weight is reached, by default the median.
double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share = 0.5);

} // namespace atrous
