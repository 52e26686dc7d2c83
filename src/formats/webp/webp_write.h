// WebP files by libwebp itself, since OpenImageIO's writer bends colours under alpha, and makes YCbCr with halved chroma of
// what is to lose nothing.
#pragma once
#include "formats/common/raster.h"
#include <string>

namespace atrous {

struct WebpCoding {
    bool lossless = false;
    int quality = 95; ///< 1 to 100, where it loses
};

/// A picture of 8 bits, RGB or these and alpha, as a file. Throws a file error that says why there is none.
std::string webp_of(const Raster& picture, const WebpCoding& coding);

/// A frame of an animation: a file with a picture, and how many milliseconds it is shown.
struct WebpFrame {
    std::string file;
    int duration;
};
/// The animation of frames of one size, shown `loops` times, 0: for ever. Throws a file error.
std::string webp_animation(const std::vector<WebpFrame>& frames, Size size, int loops);

} // namespace atrous
