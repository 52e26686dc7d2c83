// How files are compressed: names and levels per format, and which lose something.
#pragma once
#include <filesystem>
#include <string>

namespace atrous {

/// Throws a usage error that lists what there is for anything but NAME or NAME:LEVEL of some format: "zip", "zip:9", "dwab:45",
/// "jpeg:80".
void check_compression(const std::string& value);

/// Whether files of this extension can be compressed so; the level is then the quality of formats that lose.
bool has_compression(const std::filesystem::path& path, const std::string& value);
/// The same of a format by OpenImageIO's name; `avif`: of its files that end so.
bool format_has_compression(const std::string& format, const std::string& value, bool avif = false);
/// The formats that can be compressed so, as a list: "OpenEXR, TIFF or PNG".
std::string formats_with_compression(const std::string& value);
/// Whether it has a level that is a quality, like --quality's: jpeg:80, webp:80, heic:80.
bool has_own_quality(const std::string& value);
/// Of "zip:9" the level, 9; -1 where there is none.
int compression_level(const std::string& value);

/// Whether it is one of OpenEXR's.
bool is_exr_compression(const std::string& value);
/// Whether samples change by it (pxr24, b44, b44a, dwaa, dwab). False for names of other formats' compressions.
bool loses_as_exr(const std::string& compression);

} // namespace atrous
