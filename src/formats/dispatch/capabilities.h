// Properties of a file to write, by its extension: supported samples, colours and compressions of its format.
#pragma once
#include "base/message.h"
#include "colour/profile.h"
#include "formats/common/file_format.h"
#include "image/pixels.h"
#include "image/place.h"
#include <filesystem>
#include <string>

namespace atrous {

/// True if a file of this extension is encoded a band of rows after the other: not all of it is in memory.
bool writes_bands(const std::filesystem::path& path);
/// True if files of a format (ImageFile::format) have a display window.
bool has_windows(const std::string& format);
/// True if images of a file of a format (ImageFile::format) become their display window in a file of this
/// extension: only OpenEXR has one that its readers show.
bool shows_display(const std::string& from, const std::filesystem::path& to);
/// True if there is a display window that is not the data window.
bool is_windowed(const ImageWindow& place);
/// True if WriteOptions::quality means something for a file of this extension.
bool has_quality(const std::filesystem::path& path);
/// The reason why a file of this extension cannot have samples of this type, or empty if it can.
Message depth_refusal(const std::filesystem::path& path, PixelType type, int bits = 0);
/// The reason why a file of this extension cannot have an image of that size (the least or largest side of the
/// format), or empty if it can.
Message size_refusal(const std::filesystem::path& path, Size size);
/// The reason why a file of this extension cannot hold a part without colours (depth, normals), or empty if
/// it can.
Message colourless_refusal(const std::filesystem::path& path);
/// The reason why images in a file of this extension cannot be in these colours: the format holds no profile.
/// Empty if it holds one, or if its samples are taken for sRGB without one.
Message colours_refusal(const std::filesystem::path& path, const OutputColours& colours);
/// "uint8", "uint16", "half", "float". `bits`: as WriteOptions::bits.
std::string depth_name(PixelType type, int bits = 0);

/// Throws a usage error that lists the compressions for anything but NAME or NAME:LEVEL of some format:
/// "zip", "zip:9", "dwab:45", "jpeg:80".
void check_compression(const std::string& value);

/// True if files of this extension can be compressed so. The level is the quality of formats that lose.
bool has_compression(const std::filesystem::path& path, const std::string& value);
/// The same of a format by OpenImageIO's name. `avif`: of its files that end so.
bool format_has_compression(const std::string& format, const std::string& value, bool avif = false);
/// The formats that can be compressed so, as a list: "OpenEXR, TIFF or PNG".
std::string formats_with_compression(const std::string& value);
/// True if a file of this extension can be compressed so, and loses nothing by it.
bool is_lossless(const std::filesystem::path& path, const std::string& value);
/// True if it has a level that is a quality, like --quality's: jpeg:80, webp:80, heic:80.
bool has_own_quality(const std::string& value);
/// The level of "zip:9", 9, or -1 if there is none.
int compression_level(const std::string& value);

/// True if it is one of OpenEXR's.
bool is_exr_compression(const std::string& value);
/// True if samples change by it (pxr24, b44, b44a, dwaa, dwab). False for names of other formats' compressions.
bool loses_as_exr(const std::string& compression);

} // namespace atrous
