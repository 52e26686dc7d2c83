// Reads and writes metadata by Exiv2. metadata.cpp is the only place that includes it, and is without it if
// ATROUS_EXIV2 is off.
#pragma once
#include "base/message.h"
#include "formats/common/formats.h"
#include "formats/common/metadata.h"

namespace atrous {

/// True if Exiv2 was built in.
bool has_metadata_library();

/// Reads the metadata of a file that is not a JPEG. Never throws because of the file's contents: data that cannot be read become a
/// warning.
Metadata read_metadata(const std::filesystem::path& path, const Format& format);
/// Reads the metadata in a JPEG's segments, except the blocks that lie in them unchanged (EXIF, image resources).
Metadata read_metadata(const std::vector<JpegSegment>& segments);

/// Returns the encoded file with the metadata in it. Metadata that the format cannot hold, or that make writing fail, are left out
/// with one warning (without the file's name).
std::string with_metadata(std::string encoded, const Format& format, const Metadata& metadata,
                          Messages& warnings);

} // namespace atrous
