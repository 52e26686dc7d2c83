// Estimates the noise of a photograph from its pixels: its strength by brightness, per opponent, level and
// band of the framelet filter, and the certainty that it is noise. Runs on the host on a sample of tiles. Hides
// the separation of noise from texture.
#pragma once
#include "filters/framelet/settings.h"
#include "image/pixels.h"
#include <optional>

namespace atrous {

/// Where the noise comes from.
enum class NoiseRule {
    none,     ///< there is none
    measured, ///< the floor below the blocks of each brightness
    given,    ///< given by the user
    raw       ///< photosites of a RAW file, where noise is independent
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
    using Levels = std::array<double, kernels::FRAMELET_LEVELS>;
    FrameletNoise noise;
    NoiseRule rule = NoiseRule::none;
    /// Deviation of a channel where there is only noise, all levels together: root mean square over the channels and the
    /// image's brightnesses.
    double measured = 0;
    double trust = 1; ///< 0 to 1: share of the variance of calm blocks that is noise, the rest is texture
    std::vector<Levels> deviation; ///< per plane and level: of white noise that has as much power there
    std::vector<Levels> power;     ///< per plane and level: that variance relative to the plane's curve
    int frames = 1;                ///< number of frames of which this is the mean
    /// For a RAW file, the photosites' noise, from which the rest is computed
    std::optional<PhotositeNoise> photosites{};

    /// No noise, of so many channels.
    explicit NoiseFound(std::size_t planes = 0)
        : noise{std::vector<NoiseCurve>(planes), decltype(noise.share)(planes)}, deviation(planes),
          power(planes) {}
    bool is_clean() const { return rule == NoiseRule::none; }
};

/// Finds the noise of an image, from at most a megapixel of it. An image with fewer than 16 blocks of 16 x 16
/// pixels of a brightness counts as clean. `given`: the deviation that the noise has (NoiseFound::measured), 0: as measured.
/// Noise that is given is white if none was measured.
NoiseFound find_noise(const Pixels& pixels, double given = 0);
/// Scales measured noise to a deviation, or makes it white if none was measured.
void put_given(double deviation, int colours, NoiseFound& found);
/// Returns the deviation of a channel from the deviations of all planes and levels.
double channel_deviation(const NoiseFound& found);
/// Returns the mean of the noise of several frames (at least one) of the same channels: the variances of each plane,
/// level and band, over the frames with noise. Returns the frame's own noise for one such frame, and the first frame's
/// if there is none.
NoiseFound mean_noise(std::span<const NoiseFound> frames);
/// Bytes that it takes, at most.
std::uint64_t noise_memory(Size size, int colours);

/// Returns the variance of white noise with the power of a weighted sum of channels at the level, at that brightness (0
/// to 1) of all channels.
double mixed_variance(const NoiseFound& found, std::span<const float> weights, double brightness,
                      std::size_t level);

} // namespace atrous
