// The noise of photosites, measured in the mosaic itself, where that of each is independent of the others; and what becomes of it
// in the picture that a decoder makes of the mosaic.
#pragma once
#include "filters/framelet/settings.h"
#include "image/mosaic.h"
#include <optional>

namespace atrous {

/// Of each colour (red, green, blue): variance = gain (x - black) + read, x a sample, in the camera's steps.
struct PhotositeNoise {
    std::array<double, 3> gain{}; ///< steps per electron: Poisson noise
    std::array<double, 3> read{}; ///< squared steps, without what rounding to steps adds
    double range = 0;             ///< steps from black to white
    /// Electrons at white, as green tells; 0 where there is no noise that grows with light.
    double full() const { return gain[1] > 0 ? range / gain[1] : 0; }
};

/// From the flattest blocks of each brightness. Nothing of less than a dozen blocks of 32 x 32 photosites that are neither black nor
/// white. Texture that is as strong everywhere counts as noise as far as it grows no faster than Poisson noise does.
std::optional<PhotositeNoise> photosite_noise(const Mosaic& mosaic);

/// In a picture of sRGB at greys, 256 of them from black to white: variances and covariances of the samples (0 to 1) of red, green and
/// blue, rr rg rb gg gb bb, if each pixel had a photosite of each colour.
using GreyNoise = std::array<std::array<double, 6>, kernels::FRAMELET_CURVE>;
/// J M W diag(gain cam + read) W M^T J. `density`: of red, green and blue what their variance is divided by.
GreyNoise grey_noise(const PhotositeNoise& noise, const Mosaic& mosaic,
                     const std::array<double, 3>& density = {1, 1, 1});

} // namespace atrous
