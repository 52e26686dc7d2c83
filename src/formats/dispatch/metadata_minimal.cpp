// Stands in for metadata.cpp in a build without Exiv2: only what goes from JPEG to JPEG is copied whole.
#include "formats/dispatch/metadata.h"

namespace atrous {

bool has_metadata_library() { return false; }

Metadata read_metadata(const std::filesystem::path&, const Format&) { return {}; }
Metadata read_metadata(const std::vector<JpegSegment>&) { return {}; }

std::string with_metadata(std::string encoded, const Format&, const Metadata&, std::vector<std::string>&) {
    return encoded;
}

} // namespace atrous
