// The noise of a picture, of RAW files from their photosites.
#pragma once
#include "base/json.h"
#include "noise/noise.h"
#include <filesystem>
#include <string>

namespace atrous {

/// The file that a picture was read from.
struct PictureSource {
    std::filesystem::path path;
    std::string format; ///< as ImageFile::format
};

/// As find_noise(); of a RAW file in colours whose photosites can be read, from these, whatever is wished but for its strength.
NoiseFound find_picture_noise(const PictureSource& source, const Pixels& pixels, const FrameletBank& bank,
                              const NoiseWish& wish);

/// "gain 0.400 steps per electron, 39700 electrons at white, read noise 3.0 steps", of green.
std::string photosites_text(const PhotositeNoise& noise);
/// gain, read (a deviation), of red, green and blue, in the camera's steps; electrons (at white, of green; 0: unknown).
Json photosites_json(const PhotositeNoise& noise);

} // namespace atrous
