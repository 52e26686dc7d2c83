// What a file's extension says of it: its format, and what that can hold and be asked for.
#pragma once
#include "colour/profile.h"
#include "formats/dispatch/file_format.h"
#include "image/pixels.h"
#include <filesystem>
#include <string>

namespace atrous {

/// Whether a file of this extension is encoded a band of rows after the other: not all of it is in memory.
bool writes_bands(const std::filesystem::path& path);
/// Whether files of a format (ImageFile::format) have a display window beside their pixels.
bool has_windows(const std::string& format);
/// Whether WriteOptions::quality, or ::subsampling, mean something for a file of this extension.
bool has_quality(const std::filesystem::path& path);
bool has_subsampling(const std::filesystem::path& path);
/// Why a file of this extension cannot have samples of this type: "jpeg holds uint8 alone"; empty where it can.
std::string depth_refusal(const std::filesystem::path& path, PixelType type);
/// Why a file of this extension cannot have a picture of that size: "jpeg2000 is written with sides of at least 32 pixels"; empty where
/// it can.
std::string size_refusal(const std::filesystem::path& path, Size size);
/// Why pictures in a file of this extension cannot be in these colours: it holds no profile; empty where they can, since it
/// does, or its samples are taken for sRGB without one.
std::string colours_refusal(const std::filesystem::path& path, const OutputColours& colours);
/// "uint8", "uint16", "half", "float".
const char* depth_name(PixelType type);

} // namespace atrous
