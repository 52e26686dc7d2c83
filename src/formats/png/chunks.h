// Metadata in the chunks of PNG and WebP files, put there byte for byte. Exiv2 0.27 cannot: it writes EXIF
// blocks anew, those of PNG into a text chunk that few viewers read, and a WebP with a profile comes out
// broken.
#pragma once
#include "formats/common/formats.h"

namespace atrous {

struct MetadataChunk {
    std::string name; ///< four letters
    std::string data;
};

/// The chunks of a PNG that hold EXIF data or text (XMP included), but those with a wrong checksum, and those of a WebP that
/// hold EXIF data; at most 64 MiB of them. One that does not lie in the file ends the list, which is empty for other formats.
std::vector<MetadataChunk> metadata_chunks(const std::filesystem::path& path, ExifPlace place);
/// The EXIF block among them, without thumbnail, and whether it had one; empty if there is none.
std::string exif_of(const std::vector<MetadataChunk>& chunks, bool* had_thumbnail = nullptr);

/// Puts the chunks behind the header. False when `png` is no PNG.
bool add_png_chunks(std::string& png, const std::vector<MetadataChunk>& chunks);

/// A PNG of one pixel's header and these chunks, without a picture: for Exiv2, which asks for no checksums, and unpacks a damaged
/// profile to memory that nobody filled.
std::string png_of_chunks(const std::vector<MetadataChunk>& chunks);

/// Has a WebP say that it has alpha: where that is 1 everywhere, libwebp's encoder leaves it out.
void say_webp_alpha(std::string& webp);
/// Puts what is not empty into a WebP that has none of them. False when `webp` is no WebP.
bool add_webp_metadata(std::string& webp, const std::string& exif, const std::string& xmp,
                       const std::string& profile);

} // namespace atrous
