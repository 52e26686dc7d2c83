// Measures the noise of a render by its samples. Two frames have the same noise if the render uses one seed
// for all frames. Then neighbours contribute little. Guides are noisy within objects if they average motion
// blur, depth of field or volumes at few samples, or if a renderer stores lights as surface colours.
#pragma once
#include "base/size.h"
#include <span>
#include <vector>

namespace atrous {

/// Light of an image to compare frames by.
struct LightTrace {
    Size size{};
    std::vector<float> luma{}; ///< of the light without the albedo, or 0 if it is no number
    std::vector<bool>
        solid{}; ///< pixels with an alpha of 1 in 3x3: edges of a fixed alpha are no noise (empty: all)
    std::vector<bool> sky{}; ///< pixels with nothing but sky in 3x3: images on it are no noise (empty: none)
};
/// Computes the trace from planes R, G, B, and depth. All except the beauty may be empty.
LightTrace light_trace(Size size, std::span<const float> beauty, std::span<const float> emission,
                       std::span<const float> albedo, std::span<const float> depth);

/// Pixels that have neighbours on all sides, all of them with an alpha of 1. Empty if there is no alpha, or 0 everywhere.
std::vector<bool> solid_pixels(Size size, std::span<const float> alpha);

/// Correlation of the noise at the same places of the image, 0 to 1: the signs of second differences along both axes, so that outliers
/// and bright parts count like others. Cycles at 8 samples has 0.03 at most with different seeds, even if nothing moves. With one seed
/// it has 1 if nothing moves, and 0.25 to 0.8 with a moving camera. At 400 samples, where edges of light exceed the noise, it has 0.07
/// with different seeds. Leaves out sky and pixels that are not solid. 0 for different sizes, and if it may be chance.
double noise_correlation(const LightTrace& a, const LightTrace& b);

/// The correlation from which on frames have one seed.
constexpr double one_seed = 0.15;

/// The samples per pixel that such noise is usual for: 0.4 over the square of its deviation, relative to the light (median over the
/// pixels), in steps of a quarter of an octave. Test scenes of Cycles with 2 to 128 samples have 0.14 to 1.04 instead of 0.4, so the
/// result is right within a factor of 3. 0 for images that show too little.
double samples_by_noise(const LightTrace& trace);
/// Noise that differs by this factor from the usual noise of the stated samples is not explained by the scene.
constexpr double unusual_noise = 2;

/// Share of the noise that two renders of a frame have in common, 0 to 1, from their mean and half of their difference: 0 for
/// independent noise. Looks at the blocks of 8x8 pixels with the least texture. 0 for images of less than 16 blocks with noise.
double common_noise(const LightTrace& mean, const LightTrace& difference);
/// Above this share, noise is not independent: independent halves have less than 0.1, a seed in common has 0.3 to 1.
constexpr double max_common_noise = 0.3;

/// Advice about settings of the renderer.
extern const char* const how_to_animate_the_seed;

/// Smallest difference of a sample from its neighbours: in its unit, or as a share of the sample.
struct PeakStep {
    float step;
    bool relative;
};
constexpr PeakStep depth_step{.01F, true}, normal_step{.05F, false}, albedo_step{.03F, false};
constexpr double max_peaks = .08; ///< of guides without noise (white noise has 0.4)

/// Largest share, over one or several planes, of pixels that are above or below all four neighbours by a step, which is rare
/// on surfaces of any shape. Ignores sky and samples that are not finite. 0 for images of less than 64 pixels.
double share_of_peaks(std::span<const float> planes, Size size, const PeakStep& step);

/// Noise of planes.
struct NoisyPart {
    double all =
        0; ///< share of the blocks of 8x8 pixels in which more than 15 % stand out in one of the planes (white noise: 40 %)
    /// Share of the samples that stand out among those that are above 1 with their neighbours, of at least 256: an albedo there is
    /// radiance.
    double lights = 0;
};
/// Looks at about 1024 blocks at most, which are evenly distributed. 0 for images without a block.
NoisyPart noisy_part(std::span<const float> planes, Size size, const PeakStep& step);

} // namespace atrous
