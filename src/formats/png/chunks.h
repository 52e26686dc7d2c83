// Metadata in the chunks of PNG and WebP files. Exiv2 0.27 would write the EXIF blocks of a PNG anew, into a text chunk that few
// viewers read.
#pragma once
#include "files/file_view.h"
#include "formats/common/formats.h"
#include "formats/common/metadata.h"

namespace atrous {

/// Whether a chunk's checksum is right. The data are read piece by piece.
bool is_sound(const FileView& file, const PngChunk& chunk);

/// A chunk as it is stored.
std::string png_chunk(std::string_view name, std::string_view data);

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

} // namespace atrous
