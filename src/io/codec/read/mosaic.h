// The photosites of a RAW file, through LibRaw. OpenImageIO's reader gives them without black and white level, and with the
// wrong rows where the camera was turned.
#pragma once
#include "image/mosaic.h"
#include <array>
#include <filesystem>
#include <optional>

namespace atrous {

/// Whether this build has LibRaw.
bool has_raw_library();

/// The photosites of a RAW file as the camera stored them, not turned upright. Nothing where they do not lie under a filter of
/// 2 x 2 colours (X-Trans, Foveon, colours already mixed), where black is above white, where the file cannot be read, or
/// in a build without LibRaw.
std::optional<Mosaic> read_mosaic(const std::filesystem::path& path);
/// Where the picture is meant to be cut (DNG's DefaultCropOrigin and DefaultCropSize): left, top, width and height in all photosites
/// that are shown, of that size, not turned; {} where nothing says so.
struct RawCrop {
    Size all;
    std::array<double, 4> area{};
    int orientation = 1; ///< by which LibRaw turns it upright
};
/// Throws a file error for a RAW file of one colour, which OpenImageIO 2.4 does not read.
RawCrop raw_crop(const std::filesystem::path& path);
/// Bytes that this takes for a picture of that size: its samples, LibRaw's and ours.
inline std::uint64_t mosaic_memory(Size size) {
    return 2 * sizeof(std::uint16_t) * std::uint64_t(size.pixels());
}

} // namespace atrous
