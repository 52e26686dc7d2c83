// Whether details are noise or texture, by how quarters of flat blocks agree: for noise whose channels depend on each other, as
// every camera's do behind its colour matrix. For the files of this folder alone.
#pragma once
#include "noise/noise_blocks.h"

namespace atrous {

/// Of the opponents' details c_l - c_(l+1) of the B3-spline, l = 0 to 2.
struct OpponentStatistics {
    static constexpr std::size_t levels = 3;
    using Quarters = std::array<float, 4>; ///< of a block: above left, right, below left, right
    struct Plane {
        std::vector<float> map; ///< per block: mean of the noise map
        /// Per level and block: mean squares over the map; of white noise with the map's variance 1.
        std::array<std::vector<Quarters>, levels> square{};
        std::vector<float> kurtosis; ///< per block, of level 1: mean d^4 / (mean d^2)^2
    };
    std::vector<Plane> planes{}; ///< luma first
    RelativeStatistics relative{};
};
OpponentStatistics opponent_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                                       const std::vector<StepCurve>& curves);

/// What the quarters of flat blocks say; of grey pictures `places` alone.
struct QuarterVerdict {
    double chroma = 0;        ///< 0 to 1: trust in noise by chroma
    bool crushed = false;     ///< JPEG or a camera's noise reduction took the finest chroma
    double luma = 0;          ///< 0 to 1: trust in noise by luma, of pictures whose chroma has none left
    double places = 0;        ///< 0 to 1: trust in noise by luma of single tiles
    std::vector<bool> even{}; ///< the blocks of these tiles that have noise alone
    /// 0 to 1: whether luma's details are as even as noise is; where they are not, chroma says how much luma has.
    double luma_even = 0;
    bool finds_noise() const { return chroma > 0 || luma > 0 || places > 0; }
};
/// `usable`: per block, whether it is not clipped.
QuarterVerdict judge_quarters(const OpponentStatistics& statistics, const std::vector<bool>& usable,
                              std::span<const NoiseTile> tiles, bool is_grey);

} // namespace atrous
