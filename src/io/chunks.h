// Metadata in the chunks of PNG and WebP files, put there byte for byte. Exiv2 0.27 cannot: it writes EXIF
// blocks anew, those of PNG into a text chunk that few viewers read, and a WebP with a profile comes out
// broken.
#pragma once
#include <string>

namespace atrous {

/// Puts the block into a chunk eXIf behind the header. False when `png` is no PNG.
bool add_png_exif(std::string& png, const std::string& exif);

/// Puts what is not empty into a WebP that has none of them. False when `webp` is no WebP with one picture.
bool add_webp_metadata(std::string& webp, const std::string& exif, const std::string& xmp,
                       const std::string& profile);

} // namespace atrous
