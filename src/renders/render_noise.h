// What samples tell about the noise of a render. Whether the noise of two frames is the same: renders with one seed for all frames
// have it, and then neighbours contribute little that is new. Whether guides are noisy within objects: averages over motion blur,
// depth of field or volumes at few samples are, and lights that a renderer stores as surface colours.
#pragma once
#include "base/size.h"
#include <span>
#include <string>
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

/// By how much a sample has to be apart from those beside it: in its unit, or as a part of the sample.
struct PeakStep {
    float step;
    bool relative;
};
constexpr PeakStep depth_step{.01F, true}, normal_step{.05F, false}, albedo_step{.03F, false};
constexpr double most_peaks = .08; ///< of what is not noisy; of white noise 2 in 5 pixels are such

/// Of one or several planes the largest share of pixels that are above all four of their neighbours, or below, by a step: rare
/// on surfaces, however they are shaped. What is sky or not finite counts as no pixel. 0 of pictures of less than 64.
double share_of_peaks(std::span<const float> planes, Size size, const PeakStep& step);

} // namespace atrous
