// Defines the data that the steps of finding noise share, and the last step, for the files of this folder
// only.
#pragma once
#include "noise/noise.h"
#include "noise/noise_blocks.h"
#include "noise/noise_planes.h"

namespace atrous {

/// Statistics of the opponents' details c_l - c_(l+1) of the B3-spline, l = 0 to 2.
struct OpponentStatistics {
    static constexpr std::size_t levels = 3;
    using Quarters = std::array<float, 4>; ///< of a block: above left, right, below left, right
    struct Plane {
        std::vector<float> map; ///< per block: mean of the noise map
        /// Per level and block: mean squares over the map, 1 for white noise with the map's variance.
        std::array<std::vector<Quarters>, levels> square{};
        std::vector<float> kurtosis; ///< per block, of level 1: mean d^4 / (mean d^2)^2
    };
    std::vector<Plane> planes{}; ///< luma first
    RelativeStatistics relative{};
};
OpponentStatistics opponent_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                                       const std::vector<StepCurve>& curves);

/// The verdict from quarters of flat blocks, for grey images only `places`.
struct QuarterVerdict {
    double chroma = 0;        ///< 0 to 1: trust in noise by chroma
    bool crushed = false;     ///< JPEG or a camera's noise reduction took the finest chroma
    double luma = 0;          ///< 0 to 1: trust in noise by luma, of images whose chroma has none left
    double places = 0;        ///< 0 to 1: trust in noise by luma of single tiles
    std::vector<bool> even{}; ///< the blocks of these tiles that contain only noise
    /// 0 to 1: evidence that luma's details are as even as noise. Otherwise the noise of luma is derived from chroma.
    double luma_even = 0;
    bool finds_noise() const { return chroma > 0 || luma > 0 || places > 0; }
};
/// `usable`: per block, true if it is not clipped.
QuarterVerdict judge_quarters(const OpponentStatistics& statistics, const std::vector<bool>& usable,
                              std::span<const NoiseTile> tiles, bool is_grey);

struct NoiseSearch {
    BlockStatistics blocks{};
    RelativeStatistics relative{};
    BandStatistics bands{};
    std::vector<float> flatness{}; ///< variance of blocks relative to the curves, all channels
    std::vector<bool> whole{};     ///< blocks that are not clipped
    std::vector<bool> usable{};    ///< the same, or all if these are few
    std::vector<bool> flat{};      ///< blocks that noise is measured in
    bool known = false;            ///< these contain only noise
    std::size_t whole_count = 0;
};

/// The values of marked blocks.
inline std::vector<float> chosen(const std::vector<float>& values, const std::vector<bool>& where) {
    std::vector<float> out;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (where[i]) out.push_back(values[i]);
    return out;
}

/// Finds the noise of all planes by levels and bands, for an image with noise: found.rule and found.amount are known.
/// The result may be none.
void find_shares(const NoiseSearch& search, const NoiseVerdict& channels, const QuarterVerdict& quarters,
                 const FrameletBank& bank, NoiseFound& found);

/// A printed image's screen or ordered dither nearly everywhere (periods of 4 to 14 pixels), or not more than 16 values.
bool is_screened(const Pixels& pixels, std::span<const NoiseTile> tiles);

} // namespace atrous
