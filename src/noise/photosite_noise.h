// Measures the noise of photosites in the mosaic itself, where photosites are independent, and converts it to the noise
// of the decoded image.
#pragma once
#include "image/mosaic.h"
#include "noise/noise.h"
#include <optional>

namespace atrous {

/// Measures the flattest blocks of each brightness. Returns nothing for fewer than a dozen blocks of 32 x 32
/// photosites that are neither black nor white. Texture that is equally strong everywhere counts as noise if
/// it grows no faster than Poisson noise. In an image of one brightness, gain and read noise cannot be
/// separated. Their sum is correct there.
std::optional<PhotositeNoise> photosite_noise(const Mosaic& mosaic);

/// In an image of sRGB at greys, 256 of them from black to white: variances and covariances of the samples (0 to 1) of red, green and
/// blue, rr rg rb gg gb bb, if each pixel had a photosite of each colour.
using GreyNoise = std::array<std::array<double, 6>, kernels::FRAMELET_CURVE>;
/// Returns J M W diag(gain cam + read) W M^T J. `density`: divisors of the variance of red, green and blue.
GreyNoise grey_noise(const PhotositeNoise& noise, const Mosaic& mosaic,
                     const std::array<double, 3>& density = {1, 1, 1});

/// The noise of the image that was made of the mosaic, of three colours: strength by brightness from the
/// photosites, distribution over levels and bands from flat blocks, but no more than the photosites' noise
/// can be there whatever the demosaicer, white if there are too few blocks. Clean if the photosites' noise is
/// below a twentieth of a step of 8 bits.
NoiseFound find_raw_noise(const Pixels& pixels, const Mosaic& mosaic, const PhotositeNoise& photosites);

} // namespace atrous
