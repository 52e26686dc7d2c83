// Reads and writes metadata by Exiv2. exiv2.cpp is the only place that includes it, and is without it if
// ATROUS_EXIV2 is off.
#pragma once
#include "metadata/metadata.h"
#include <filesystem>

namespace atrous {

/// True if Exiv2 was built in.
bool has_metadata_library();

/// Reads the metadata of a file, or of its bytes. Never throws because of the contents: data that cannot be read
/// become a warning.
Metadata read_by_exiv2(const std::filesystem::path& path);
Metadata read_by_exiv2(const std::string& bytes);

/// Returns an encoded TIFF, or the bytes of a JPEG or PNG without its samples, with the metadata in it, but no
/// EXIF block in a PNG. Metadata that make writing fail are left out with one warning (without the file's name).
std::string with_metadata(std::string encoded, const Metadata& metadata, Messages& warnings);

} // namespace atrous
