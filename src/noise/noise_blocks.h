// Measures the blocks of an image, before and after the noise curves are known, and decides between noise and texture.
// For the files of this folder only.
#pragma once
#include "noise/noise_planes.h"
#include <algorithm>

namespace atrous {

/// Variances of white noise of 1 in the details c_0 - c_1, c_1 - c_2 and c_2 - c_3 of the B3-spline.
constexpr std::array<float, 3> b3_white{0.790f, 0.0404f, 0.00731f};

/// Per block, of `channels` per channel.
struct BlockStatistics {
    struct Channel {
        std::vector<float> variance; ///< of the two finest details, added up
        std::vector<float> finest;   ///< of the finest
        std::vector<float> mean;
        std::vector<float> clipped; ///< share of its pixels that are black or white
    };
    std::vector<Channel> channels;
    /// For RGB: means of products of two channels' details, white noise being 1: rr rg rb gg gb bb, per
    /// detail.
    std::array<std::array<std::vector<float>, 6>, 2> products;
    bool is_grey = true; ///< all channels are equal, or there is one

    std::size_t count() const { return channels[0].mean.size(); }
    /// True if no channel of the block is clipped.
    bool is_whole(std::size_t block) const;
};
BlockStatistics block_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles);

/// A curve of variance by brightness, 256 entries, in squared steps of 8 bits.
using StepCurve = std::array<double, kernels::FRAMELET_CURVE>;
/// From the flattest blocks of each brightness.
StepCurve noise_curve(const BlockStatistics::Channel& channel);

/// Statistics of a bank's bands per block, the slowest step.
struct BandStatistics {
    std::vector<std::vector<float>> map; ///< per plane: mean of its noise map
    /// Per plane, level 0 to 2 and band: mean of the squared detail over the map.
    std::vector<std::array<std::vector<std::vector<float>>, 3>> energy;
};
BandStatistics band_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                               const std::vector<StepCurve>& curves, const FrameletBank& bank);

/// Returns the excess of noise after demosaicing over the bands' estimate, for a bank with this many bands: such noise
/// is uneven within the wide bands of three taps (measured on photographs through six cameras' matrices: 0.1 to 0.2 dB
/// of strong noise).
inline double mosaic_excess(std::size_t bands) { return bands == 9 ? 1.1 : 1; }

/// A channel and its two finest lowpasses.
struct SmoothChannel {
    TilePlane value, finer, smooth;
};

/// Per block, relative to the curves.
struct RelativeStatistics {
    std::vector<std::vector<float>> curve{}; ///< per channel: mean of the curve
    std::vector<float> finest{}; ///< variance of the finest detail over the curve, of all channels together
    /// `noise`: the channel's curve at each of its values.
    void measure(std::size_t channel, const SmoothChannel& of, const TilePlane& noise, const NoiseTile& tile);
};

/// All channels of one tile after the other.
class SmoothChannels {
  public:
    explicit SmoothChannels(const Pixels& pixels) : pixels_(pixels), channels_(std::size_t(pixels.colours)) {}
    /// Until the next call.
    const std::vector<SmoothChannel>& of(const NoiseTile& tile);

  private:
    const Pixels& pixels_;
    std::vector<SmoothChannel> channels_;
    TileRow row_{};
};

/// The curve at the brightness of every value.
void put_curve(const StepCurve& curve, const TilePlane& brightness, TilePlane& to);

/// All opponents of one tile after the other.
class OpponentPlanes {
  public:
    OpponentPlanes(const Pixels& pixels, const std::vector<StepCurve>& curves)
        : colours_(curves.size()), curves_(curves), channels_(pixels), noise_(curves.size()) {}
    void read(const NoiseTile& tile);
    /// Puts the opponent's values into `values`, one over its noise map into `inverse`, and the blocks' means of that map into
    /// `map`.
    void take(std::size_t opponent, const NoiseTile& tile, std::vector<float>& map);

    TilePlane values{}, inverse{};

    const SmoothChannel& channel(std::size_t c) const { return (*smooth_)[c]; }
    const TilePlane& noise(std::size_t c) const { return noise_[c]; }

  private:
    std::size_t colours_;
    const std::vector<StepCurve>& curves_;
    SmoothChannels channels_;
    const std::vector<SmoothChannel>* smooth_ = nullptr;
    std::vector<TilePlane> noise_; ///< per channel
};

/// Evidence between 0 and 1. NaN counts as none.
inline double ramp(double x) { return x > 0 ? std::min(x, 1.0) : 0.0; }

/// The decision of the guard.
struct NoiseVerdict {
    double trust = 1;    ///< 0 to 1
    double floor = 0;    ///< as NoiseFound's
    double luma_cap = 0; ///< luma's noise may be so often chroma's (0: no such bound)
};

/// `relative`: per block, the variance relative to the curves. `spread`, `floor`: as found so far.
NoiseVerdict judge_noise(const BlockStatistics& blocks, const std::vector<float>& relative,
                         const std::vector<bool>& usable, double spread, double floor);

} // namespace atrous
