// The noise of a photograph, found in the picture itself: how strong by brightness, per opponent, level and band of a
// framelet bank, and whether it is noise at all. On the host; a sample of tiles of large pictures is enough. Hides what
// tells noise from texture.
#pragma once
#include "filters/framelet/settings.h"
#include "image/pixels.h"

namespace atrous {

/// What was found. Deviations are in steps of 8 bits (255 = white) of samples as files have them; of light, encoded.
struct NoiseFound {
    FrameletNoise noise;
    double floor =
        0; ///< deviation of the flattest blocks' finest details: below 0.95 the picture counts as clean
    double spread = 1; ///< how much flat blocks differ: 1 to 1.1 for noise, more for texture
    double trust = 1;  ///< 0 to 1: how surely this is noise and no texture
    double amount = 0; ///< 0 to 1: what is left of the variance by the floor; times the trust
    /// Per plane and level: deviation of white noise that has as much power there.
    std::vector<std::array<double, kernels::FRAMELET_LEVELS>> deviation;
    bool is_clean() const { return amount == 0; }
};

/// Finds the noise of a picture for a bank. A picture without a dozen blocks of 16 x 16 pixels counts as clean.
NoiseFound find_noise(const Pixels& pixels, const FrameletBank& bank);

} // namespace atrous
