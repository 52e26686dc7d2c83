// EXIF blocks in PNG and WebP files, put there byte for byte: Exiv2 writes them anew, in little-endian order,
// and into a text chunk of PNG that few viewers read.
#pragma once
#include <string>

namespace atrous {

/// Puts the block into a chunk eXIf behind the header. False when `png` is no PNG.
bool insert_png_exif(std::string& png, const std::string& block);

/// Replaces the content of the chunk EXIF. False when there is none.
bool replace_webp_exif(std::string& webp, const std::string& block);

} // namespace atrous
