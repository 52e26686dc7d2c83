// What the steps of finding noise share, and the last of them. For the files of this folder alone.
#pragma once
#include "noise/noise.h"
#include "noise/noise_texture.h"

namespace atrous {

struct NoiseSearch {
    BlockStatistics blocks{};
    RelativeStatistics relative{};
    BandStatistics bands{};
    std::vector<float> flatness{}; ///< variance of blocks relative to the curves, all channels
    std::vector<bool> whole{};     ///< blocks that are not clipped
    std::vector<bool> usable{};    ///< the same, or all where these are few
    std::vector<bool> flat{};      ///< blocks that noise is measured in
    bool known = false;            ///< these have nothing else
    std::size_t whole_count = 0;
};

/// The values of blocks that are so marked.
inline std::vector<float> chosen(const std::vector<float>& values, const std::vector<bool>& where) {
    std::vector<float> out;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (where[i]) out.push_back(values[i]);
    return out;
}

/// How the noise of all planes lies in levels and bands, of a picture that has some: found.rule and found.amount are known. What
/// is left may be none.
void find_shares(const NoiseSearch& search, const NoiseVerdict& channels, const QuarterVerdict& quarters,
                 const FrameletBank& bank, NoiseFound& found);

} // namespace atrous
