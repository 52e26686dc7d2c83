// The metadata of an image file, read beside its pixels.
#pragma once
#include "io/codec/image_file.h"
#include <filesystem>

namespace atrous {

/// Reads a file's metadata into the image file that was read from it, and the profile that OpenImageIO loses; of a JPEG also what
/// follows its picture. Throws a file error where it cannot be opened.
void read_metadata_of(ImageFile& file, const std::filesystem::path& path);

} // namespace atrous
