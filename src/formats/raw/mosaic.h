// The photosites of a RAW file, through LibRaw. OpenImageIO's reader gives them without black and white
// level, and with the wrong rows if the camera was turned.
#pragma once
#include "files/file_view.h"
#include "image/mosaic.h"
#include <array>
#include <filesystem>
#include <optional>

namespace atrous {

/// The photosites of a RAW file as the camera stored them, not turned upright. Nothing if they do not lie
/// under a filter of 2 x 2 colours (X-Trans, Foveon, colours already mixed), if black is above white, or
/// where the file cannot be read.
std::optional<Mosaic> read_mosaic(const std::filesystem::path& path);
/// The crop of a RAW file for an image of that size, as OpenImageIO makes it (DNG's DefaultCropOrigin and
/// DefaultCropSize): left, top, width, height, by default all of it. Throws a file error for a RAW file of
/// one colour, which OpenImageIO 2.4 does not read.
std::array<int, 4> raw_crop(const std::filesystem::path& path, Size picture);
/// Bytes that this takes for an image of that size: its samples, LibRaw's and ours.
inline std::uint64_t mosaic_memory(Size size) {
    return 2 * sizeof(std::uint16_t) * std::uint64_t(size.pixels());
}

} // namespace atrous
