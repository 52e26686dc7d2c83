// What a header must say before anything is allocated for its image.
#include "base/error.h"
#include "io/check/check.h"
#include "io/codec/oiio.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::int64_t most_samples = std::int64_t(1) << 33;
constexpr std::int64_t largest_tile = std::int64_t(64) << 20;

} // namespace

void check_header(const std::filesystem::path& path, const OIIO::ImageSpec& spec) {
    const auto refuse = [&](const std::string& why) { throw file_error(path.string() + ": " + why); };
    if (spec.deep)
        refuse("is a deep image (several samples per pixel); flatten it first, deep data is not supported");
    if (spec.width < 1 || spec.height < 1 || spec.nchannels < 1) refuse("holds no pixels");
    if (spec.depth > 1) refuse("is a volume of " + std::to_string(spec.depth) + " slices, not an image");
    if (std::max(spec.width, spec.height) > longest_file_side)
        refuse("is " + to_string(Size{spec.width, spec.height}) + "; the longest side may be at most " +
               std::to_string(longest_file_side) + " pixels");
    if (spec.nchannels > most_file_channels)
        refuse("has " + std::to_string(spec.nchannels) + " channels; at most " +
               std::to_string(most_file_channels) + " are read");
    const std::int64_t samples = std::int64_t(spec.width) * spec.height * spec.nchannels;
    if (samples > most_samples)
        refuse("has " + std::to_string(samples) + " samples (" + to_string(Size{spec.width, spec.height}) +
               ", " + std::to_string(spec.nchannels) + " channels); at most " + std::to_string(most_samples) +
               " are read");
    const auto tile = std::int64_t(spec.tile_width) * spec.tile_height * std::int64_t(spec.pixel_bytes(true));
    const auto picture = std::int64_t(spec.width) * spec.height * std::int64_t(spec.pixel_bytes(true));
    if (tile > largest_tile && tile / 4 > picture)
        refuse("has tiles of " + to_string(Size{spec.tile_width, spec.tile_height}) + " for a picture of " +
               to_string(Size{spec.width, spec.height}) +
               "; above 64 MiB a tile may have at most 4 times the picture");
    if (spec.get_string_attribute("planarconfig") == "contig" && spec.tile_width > 0 &&
        spec.format == OIIO::TypeDesc::DOUBLE)
        refuse(
            "has tiles of 64-bit floats, which OpenImageIO reads wrongly; write it anew in strips: tiffcp -s IN OUT");
    const OIIO::string_view jpeg = spec.get_string_attribute("jpeg:ColorSpace");
    const OIIO::string_view tiff = spec.get_string_attribute("tiff:ColorSpace");
    if (jpeg == "CMYK" || jpeg == "YCbCrK" || tiff == "CMYK")
        refuse("is a CMYK image, which is not supported; convert it to RGB first");
    if (tiff == "CIELAB" || tiff == "ICCLAB" || tiff == "ITULAB")
        refuse("is a " + std::string(tiff) + " image, which is not supported; convert it to RGB first");
}

} // namespace atrous
