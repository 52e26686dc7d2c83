// Makes small copies of an image by means of boxes: as viewers show it, for a page to look at, and the JPEG that EXIF data show.
#pragma once
#include "image/pixels.h"
#include "metadata/metadata.h"
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// A part of an image, by its left upper pixel and its size.
struct PixelsPart {
    int x = 0, y = 0;
    Size size;
};

/// That part in `to` pixels, at most as many as it has along either axis, as floats that mean the same as the
/// image's samples: means of boxes, of large ones some rows.
Pixels shrunk(const Pixels& pixels, const PixelsPart& part, Size to);

/// The samples of an image of floats in memory.
std::span<float> floats_of(Pixels& pixels);

struct SmallCopy {
    std::string webp; ///< a file, in sRGB
    Size size;
    double clipped = 0; ///< share of its samples that were above white, of images of floats
};

/// That part of an image in at most 480x480 pixels, turned by its orientation (1 to 8, EXIF), with checkers
/// under transparent pixels. Throws a file error if it cannot be made.
SmallCopy small_copy(const Pixels& pixels, const PixelsPart& part, int orientation);

/// A JPEG of this quality (1 to 100) that fits into a box of pixels, in sRGB, with these segments and no others: means of the
/// image's samples, of large ones some rows. Empty for images without pixels or if it cannot be made.
std::string small_jpeg(const Pixels& pixels, Size box, int quality,
                       const std::vector<MetadataBlock>& segments);

/// The same in at most 160x120 (or 120x160) pixels, as EXIF 2.3 (4.5.5) and DCF require, without segments.
std::string thumbnail_of(const Pixels& pixels);

} // namespace atrous
