// Computes the filters naively in double precision from their equations. Shares no code with the kernels.
#pragma once
#include "image/pixels.h"
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace atrous::reference {

/// Interleaved values in row order, as in a file of floats.
struct Image {
    Size size;
    int colours = 3;
    std::vector<double> values;
};

struct Settings {
    int levels = 4;
    int radius = 2;
    std::vector<double> luma_gain, chroma_gain, luma_threshold, chroma_threshold,
        sigma;             ///< one per level. Sigma 0 = off
    bool search = false;   ///< a search finds the edge weight of every pixel. Then `sigma` is the space's own
    bool unbiased = false; ///< shrinkage leaves details from twice the threshold up
    double limit = 0;      ///< detail at which half of a boost is left. 0 = none
    double shadows = 0;    ///< luma above black from which boosts are whole. 0 = everywhere
    /// Variance of noise in the taps of a level and group (0 luma, 1 chroma) by the luma of the level's coarse image, which is kept
    /// out of boosts. Empty = none.
    std::function<double(int level, std::size_t group, double luma)> noise{};
    double amount = 1;
    std::string space = "rgb";
    std::string border = "drop";
    std::string kernel = "b3"; ///< or "box"
    bool srgb = false;         ///< values are sRGB-encoded (otherwise scene-linear, or PQ or HLG)
    bool pq = false, hlg = false;
    std::array<double, 9> to_srgb{1, 0, 0, 0, 1,
                                  0, 0, 0, 1}; ///< of PQ and HLG: from linear RGB of their primaries
    std::array<double, 3> luminance{1, 0, 0};  ///< of these primaries
};

/// Edge-avoiding à-trous decomposition and synthesis, out = c_L + sum_l gain_l shrink(d_l). Element i of the
/// result is the output for i + 1 levels.
std::vector<Image> eaw(const Image& input, const Settings& settings);

using Plane = std::vector<double>;

/// The pixel for coordinate x, or -1 for none.
int at_border(int x, int n, const std::string& border);
/// Weight of tap d on an axis.
double h(int d, const Settings& settings);
/// Edge weight of a squared difference, `falloff` = 1 / (2 sigma^2): a Gaussian, or the Lorentzian
/// 1 / (1 + squared * falloff) in a search.
double edge_weight(double squared, double falloff, const Settings& settings);
/// --edges auto: 1 / (2 sigma^2) of every pixel for the luma planes `c` of `level`.
Plane searched_falloff(const std::vector<Plane>& c, Size size, int level, const Settings& settings);

} // namespace atrous::reference
