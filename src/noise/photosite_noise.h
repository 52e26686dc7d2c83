// The noise of photosites, measured in the mosaic itself, where that of each is independent of the others; and what becomes of it
// in the picture that a decoder makes of the mosaic.
#pragma once
#include "image/mosaic.h"
#include "noise/noise.h"
#include <optional>

namespace atrous {

/// From the flattest blocks of each brightness. Nothing of less than a dozen blocks of 32 x 32 photosites that are neither black nor
/// white. Texture that is as strong everywhere counts as noise as far as it grows no faster than Poisson noise does. In a picture of
/// one brightness gain and read noise cannot be told apart; their sum holds there.
std::optional<PhotositeNoise> photosite_noise(const Mosaic& mosaic);

/// In a picture of sRGB at greys, 256 of them from black to white: variances and covariances of the samples (0 to 1) of red, green and
/// blue, rr rg rb gg gb bb, if each pixel had a photosite of each colour.
using GreyNoise = std::array<std::array<double, 6>, kernels::FRAMELET_CURVE>;
/// J M W diag(gain cam + read) W M^T J. `density`: of red, green and blue what their variance is divided by.
GreyNoise grey_noise(const PhotositeNoise& noise, const Mosaic& mosaic,
                     const std::array<double, 3>& density = {1, 1, 1});

/// The noise of the picture that was made of the mosaic, of three colours: strength by brightness from the photosites; how it lies
/// in levels and bands as flat blocks have it, but no more than the photosites' noise can be there whatever the
/// demosaicer; white where there are too few blocks. Clean where the photosites' noise is below a twentieth of a step of 8 bits.
NoiseFound find_raw_noise(const Pixels& pixels, const FrameletBank& bank, const Mosaic& mosaic,
                          const PhotositeNoise& photosites);

} // namespace atrous
