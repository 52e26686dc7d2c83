// A small copy of a picture as viewers show it, for a page that is looked at.
#pragma once
#include "io/codec/shrink.h"
#include <string>

namespace atrous {

struct SmallCopy {
    std::string webp; ///< a file, in sRGB
    Size size;
    double clipped = 0; ///< share of its samples that were above white, of pictures of floats
};

/// That part of a picture in at most 480x480 pixels, turned by its orientation (1 to 8, EXIF), with checkers behind what is
/// transparent. Throws a file error where there is none.
SmallCopy small_copy(const Pixels& pixels, const PixelsPart& part, int orientation);

} // namespace atrous
