// What a user can ask of the EAW filter, as one struct: what is computed, then how it is computed.
#pragma once
#include "atrous/params.h"
#include "image/pixels.h"
#include "model/curve.h"
#include <algorithm>
#include <string>
#include <vector>

namespace atrous {

constexpr int most_levels = kernels::MOST_LEVELS;

/// One value per level, finest first; a shorter list repeats its last value. Where there is a curve it holds
/// instead, until resolve() makes values of it for the levels of an image.
struct PerLevel {
    std::vector<double> values;
    Curve curve{};
    double at(int level) const { return values[std::min(std::size_t(level), values.size() - 1)]; }
    /// Whether every level has this value.
    bool is(double value) const {
        return std::all_of(values.begin(), values.end(), [value](double v) { return v == value; });
    }
};

/// Settings of `enhance`. The defaults of the strings are rows of the tables in model/.
struct EawSettings {
    // What is computed.
    int levels = 0;                   ///< 1 to 10, 0 = the 20 % rule (auto_levels)
    int radius = 2;                   ///< taps per side: 2 = B3-spline 1 4 6 4 1 / 16, 1 = 1 2 1 / 4
    PerLevel luma{{1.0}};             ///< gain of luma details, 0 to 10
    PerLevel chroma{{1.0}};           ///< gain of chroma details, 0 to 10
    PerLevel luma_threshold{{0.0}};   ///< soft threshold in units of the space, >= 0
    PerLevel chroma_threshold{{0.0}}; ///< the same for chroma
    PerLevel edges{};          ///< sigma of the edge-stopping Gaussian; 0 = off; empty = the space's default
    bool search_edges = false; ///< instead, a search finds the weight of every pixel (--edges auto)
    std::string denoise = "off"; ///< auto: thresholds from the image's own noise, in place of those above
    std::string noise_model = "starlet"; ///< a row of the noise model table
    std::string shrink = "soft";         ///< a row of the shrink table
    double protect_shadows =
        0;             ///< boosts are whole from this luma above black, none at black; 0 = whole everywhere
    double limit = 0;  ///< the detail at which half of a boost is left; 0 = no limit
    double amount = 1; ///< out = in + amount (result - in), -2 to 2
    std::string space = "auto";    ///< a row of the space table, or auto: lab for integers, log for floats
    std::string border = "clamp";  ///< a row of the border table: taps outside the image
    std::string storage = "float"; ///< a row of the storage table; half is approximate
    bool shows_change = false; ///< the output is the change, on middle grey: for pictures of single details
    // How it is computed: none of these changes a result.
    std::string schedule = "permuted"; ///< a row of the schedule table
    std::string order = "split";       ///< where subimages sit in the permuted layout
    std::string form = "auto";         ///< a row of the form table
    std::string synthesis = "auto";    ///< fused, stored or gather
    std::string map = "auto";          ///< form tile: a row of the map table, which pixel a work-item takes
    std::string element = "auto";      ///< form tile: planar (32 bits) or pixel (128 bits) in local memory
    int group_width = 0;               ///< forms direct and tile: work-items per work-group, 0 = auto
    int group_height = 0;
    int banks = 0;     ///< of local memory, 0 = what the device table says
    int bank_bits = 0; ///< 0 = what the device table says
    int subgroup = 0;  ///< work-items that run in step, 0 = what the device table says
};

} // namespace atrous
