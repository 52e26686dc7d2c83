// Metadata by Exiv2. metadata.cpp is the only place that includes it, and is without it where ATROUS_EXIV2 is off.
#pragma once
#include "base/message.h"
#include "formats/common/formats.h"
#include "formats/common/metadata.h"

namespace atrous {

/// Whether Exiv2 was built in.
bool has_metadata_library();

/// What a file holds that is no JPEG. Never throws for what is in the file: what cannot be read is a warning.
Metadata read_metadata(const std::filesystem::path& path, const Format& format);
/// What a JPEG's segments hold, besides the blocks that lie in them as they are (EXIF, image resources).
Metadata read_metadata(const std::vector<JpegSegment>& segments);

/// The encoded file with the metadata in it. What the format cannot hold, or what makes writing fail, is left
/// out with one warning (without the file's name).
std::string with_metadata(std::string encoded, const Format& format, const Metadata& metadata,
                          Messages& warnings);

} // namespace atrous
