// Estimates the noise of a photograph from its pixels: its strength by brightness, per opponent, level and
// band of a framelet bank, and the certainty that it is noise. Runs on the host on a sample of tiles. Hides
// the tests that separate noise from texture.
#pragma once
#include "filters/framelet/settings.h"
#include "image/pixels.h"
#include <optional>

namespace atrous {

/// The evidence that separates noise from texture.
enum class NoiseRule {
    none,     ///< no noise that can be separated from texture
    channels, ///< channels are independent, white next to texture, or crushed by JPEG, grey images as well
    chroma,   ///< chroma of flat blocks is even and Gaussian: camera noise after its colour matrix
    luma,     ///< luma of flat blocks is even and Gaussian, and chroma has no noise left
    places,   ///< luma of smooth places is even and Gaussian, whatever the rest of a large image is
    floor,    ///< noise of flat blocks, even if it is texture
    given,    ///< given by the user
    raw       ///< photosites of a RAW file, where noise is independent: known to be noise
};

/// A request for noise that replaces the measured evidence.
struct NoiseRequest {
    /// Deviation of lightness where noise is strongest, in steps of 8 bits (0: measured)
    double deviation = 0;
    bool floor = false; ///< uses the flattest blocks, for callers that are not harmed by texture
};

/// Noise of red, green and blue: variance = gain (x - black) + read, x a sample, in the camera's steps.
struct PhotositeNoise {
    std::array<double, 3> gain{}; ///< steps per electron: Poisson noise
    std::array<double, 3> read{}; ///< squared steps, without the rounding to steps
    double range = 0;             ///< steps from black to white
    /// Returns the electrons at white, from green, or 0 if the noise does not grow with light.
    double full() const { return gain[1] > 0 ? range / gain[1] : 0; }
};

/// The measured noise. Deviations are in steps of 8 bits (255 = white) of the file's samples. Linear light is
/// encoded first.
struct NoiseFound {
    FrameletNoise noise;
    /// Deviation of the flattest blocks' finest details. Below 0.95 the rule `channels` finds nothing.
    double floor = 0;
    double spread = 1; ///< difference of flat blocks: 1 to 1.1 for noise, more for texture
    double trust = 1;  ///< 0 to 1: certainty that this is noise and no texture
    NoiseRule rule = NoiseRule::none;
    double amount = 0; ///< 0 to 1: part of the variance of flat blocks that counts
    /// Per plane and level: deviation of white noise that has as much power there.
    std::vector<std::array<double, kernels::FRAMELET_LEVELS>> deviation;
    /// The variance relative to the plane's curve.
    std::vector<std::array<double, kernels::FRAMELET_LEVELS>> power;
    int frames = 1; ///< of so many this is the mean
    /// For a RAW file, the photosites' noise, from which the rest is computed
    std::optional<PhotositeNoise> photosites{};
    bool is_clean() const { return amount == 0; }
};

/// Finds the noise of an image for a bank. An image with fewer than a dozen blocks of 16 x 16 pixels counts as clean,
/// unless the wish gives an amount: then its noise is white. Otherwise curve and spectrum are measured.
NoiseFound find_noise(const Pixels& pixels, const FrameletBank& bank, const NoiseRequest& wish = {});
/// Scales measured noise to a wish: the deviation of lightness at its strongest, or white noise if none was
/// measured.
void put_given(const FrameletBank& bank, double deviation, int colours, NoiseFound& found);
/// Returns the mean of the noise of several frames (at least one) of the same channels: the variances of each plane,
/// level and band, over the frames with noise. Returns the frame's own noise for one such frame, and the first frame's
/// if there is none.
NoiseFound mean_noise(std::span<const NoiseFound> frames);
/// Bytes that it takes, at most.
std::uint64_t noise_memory(Size size, int colours, const FrameletBank& bank);

/// Returns the variance of white noise with the power of a weighted sum of channels at the level, at that brightness (0
/// to 1) of all channels.
double mixed_variance(const NoiseFound& found, std::span<const float> weights, double brightness,
                      std::size_t level);

} // namespace atrous
