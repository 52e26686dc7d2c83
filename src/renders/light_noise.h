// Whether the noise of two frames is the same: renders with one seed for all frames have it, and then neighbours say little new.
#pragma once
#include "base/size.h"
#include <span>
#include <vector>

namespace atrous {

/// What is kept of a picture's light to compare frames by.
struct LightTrace {
    Size size{};
    std::vector<float> luma{}; ///< of the light without the albedo; 0 where it is no number
    std::vector<bool> sky{}; ///< pixels with nothing but sky in 3x3: pictures on it are no noise; empty: none
};
/// Of planes R, G, B, and of depth; all but the beauty may be empty.
LightTrace light_trace(Size size, std::span<const float> beauty, std::span<const float> emission,
                       std::span<const float> albedo, std::span<const float> depth);

/// Correlation of the noise at the same places of the image, 0 to 1: of the signs of second differences along both axes, of
/// which outliers and bright parts are no more than others. Of Cycles at 8 samples .03 at most with other seeds, even where
/// nothing moves; with one seed 1 where nothing moves, and .25 to .8 behind a moving camera. At 400 samples, where edges of light are more
/// than noise, .07 with other seeds. 0 for other sizes, and where it may be chance.
double noise_correlation(const LightTrace& a, const LightTrace& b);

/// From this correlation on frames have one seed.
constexpr double one_seed = 0.15;

/// What to change in the renderer, for people.
extern const char* const how_to_animate_the_seed;

} // namespace atrous
