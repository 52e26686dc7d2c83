// The noise of a photograph, found in the picture itself: how strong by brightness, per opponent, level and band of a
// framelet bank, and whether it is noise at all. On the host; a sample of tiles of large pictures is enough. Hides what
// tells noise from texture.
#pragma once
#include "filters/framelet/settings.h"
#include "image/pixels.h"
#include <optional>

namespace atrous {

/// What tells noise from texture.
enum class NoiseRule {
    none,     ///< there is no noise that could be told from texture
    channels, ///< channels are independent, white beside texture, or crushed by JPEG; grey pictures as well
    chroma, ///< flat blocks are even and Gaussian in their chroma: a camera's noise behind its colour matrix
    luma,   ///< the same of luma, where chroma has none left
    places, ///< large pictures: the same of luma in places that are smooth, be the rest what it is
    floor,  ///< what flat blocks have, be it texture
    given,  ///< the user says how much
    raw     ///< photosites of a RAW file, where noise is independent: known to be noise
};

/// What is asked for instead of noise that can be told from texture.
struct NoiseWish {
    double deviation = 0; ///< of lightness where noise is strongest, in steps of 8 bits; 0: what is found
    bool floor = false;   ///< what the flattest blocks have, for those who are harmless where it is texture
};

/// Of each colour (red, green, blue): variance = gain (x - black) + read, x a sample, in the camera's steps.
struct PhotositeNoise {
    std::array<double, 3> gain{}; ///< steps per electron: Poisson noise
    std::array<double, 3> read{}; ///< squared steps, without what rounding to steps adds
    double range = 0;             ///< steps from black to white
    /// Electrons at white, as green tells; 0 where there is no noise that grows with light.
    double full() const { return gain[1] > 0 ? range / gain[1] : 0; }
};

/// What was found. Deviations are in steps of 8 bits (255 = white) of samples as files have them; of light, encoded.
struct NoiseFound {
    FrameletNoise noise;
    /// Deviation of the flattest blocks' finest details; below 0.95 the rule `channels` finds nothing.
    double floor = 0;
    double spread = 1; ///< how much flat blocks differ: 1 to 1.1 for noise, more for texture
    double trust = 1;  ///< 0 to 1: how surely this is noise and no texture
    NoiseRule rule = NoiseRule::none;
    double amount = 0; ///< 0 to 1: how much of the variance that flat blocks have counts
    /// Per plane and level: deviation of white noise that has as much power there.
    std::vector<std::array<double, kernels::FRAMELET_LEVELS>> deviation;
    /// The same as variance, relative to that of the plane's curve.
    std::vector<std::array<double, kernels::FRAMELET_LEVELS>> power;
    int frames = 1;                             ///< of so many this is the mean
    std::optional<PhotositeNoise> photosites{}; ///< of a RAW file: what the rest comes from
    bool is_clean() const { return amount == 0; }
};

/// Finds the noise of a picture for a bank. A picture without a dozen blocks of 16 x 16 pixels counts as clean, unless the wish
/// says how much there is: then it is white. Of others, curve and spectrum are as measured.
NoiseFound find_noise(const Pixels& pixels, const FrameletBank& bank, const NoiseWish& wish = {});
/// What was found, made as strong as a wish says: with that deviation of lightness where it is strongest; white noise where nothing
/// was found.
void put_given(const FrameletBank& bank, double deviation, int colours, NoiseFound& found);
/// The mean of what was found of frames of the same channels, at least one, as one: the variances of each plane, level and band,
/// over those in which noise was found. Of one such frame it is that frame's; where there is none, the first one's.
NoiseFound mean_noise(std::span<const NoiseFound> frames);
/// Bytes that it takes, at most.
std::uint64_t noise_memory(Size size, int colours, const FrameletBank& bank);

/// Of a sum of channels with these weights, as many as there are, where all of them have that brightness (0 to 1): the variance
/// of white noise that has as much power as its noise has at the level.
double mixed_variance(const NoiseFound& found, std::span<const float> weights, double brightness,
                      std::size_t level);

} // namespace atrous
