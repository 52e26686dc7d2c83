// Writes WebP files with libwebp, since OpenImageIO's writer changes colours under alpha, and makes YCbCr with halved chroma of
// images that should lose nothing.
#pragma once
#include "formats/common/codec.h"
#include <string>
#include <string_view>

namespace atrous {

struct WebpCoding {
    bool lossless = false;
    int quality = 95; ///< 1 to 100, if it loses
};

/// Encodes an image of 8 bits, RGB or RGBA, as a file. Throws a file error with the reason.
std::string webp_of(const Raster& picture, const WebpCoding& coding);

/// Sets the alpha flag of a WebP: libwebp's encoder leaves it out if alpha is 1 everywhere.
void set_webp_alpha_flag(std::string& webp);
/// Puts all blocks that are not empty into a WebP without any of them. False if there is none, or `webp` is no
/// WebP.
bool add_webp_metadata(std::string& webp, const std::string& exif, const std::string& xmp,
                       std::string_view profile);

} // namespace atrous
