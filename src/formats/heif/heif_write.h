// HEIC and AVIF by libheif itself, with 8, 10 or 12 bits, profile, EXIF and XMP as they are, since OpenImageIO's writer has 8 bits
// and no profile.
#pragma once
#include "formats/common/raster.h"
#include "image/profile.h"
#include <string>

namespace atrous {

/// How a picture is coded, and what its file says beside it.
struct HeifCoding {
    bool avif = false;
    int quality = 95; ///< 1 to 100
    int bits = 8;
    int orientation = 1;              ///< how a viewer turns it (1 to 8, EXIF)
    std::string subsampling{"4:2:0"}; ///< of chroma, or "4:2:2", "4:4:4"
    CodePoints colours{1, 13};        ///< where there is no profile: sRGB
    std::string profile{}, exif{}, xmp{};
};

/// Bits of a sample, and how finely chroma is sampled.
struct HeifDepth {
    int bits = 8;
    std::string subsampling{};
};
/// What a file can have for so many bits and this sampling: bits of HEVC that decoders know, and of AV1 what its encoder takes.
HeifDepth heif_depth(int bits, const std::string& subsampling, bool alpha, bool avif);

/// A picture of RGB, or these and alpha, as a file: bytes, or 16 bits, of which the coding's are taken. Throws a file error that
/// says why there is none.
std::string heif_of(const Raster& picture, const HeifCoding& coding);

} // namespace atrous
