// The facts of TIFF, and the check for RAW files of cameras that begin like one.
#include "formats/common/formats.h"
#include "formats/tiff/tiff_pages.h"
#include <algorithm>

namespace atrous {

constexpr CompressionRow tiff_compressions[] = {{"none"}, {"lzw"}, {"zip", 1, 9}, {"packbits"}};

namespace {

/// True for CR2, NEF, ARW, DNG and others, whose first page is but a preview.
bool is_camera_raw(const FileView& file) {
    constexpr int tag_kind = 254, tag_pages_below = 330, tag_dng = 50706;
    constexpr std::uint64_t sensor = 32803, linear_raw = 34892, reduced = 1; // of TIFF/EP and DNG

    if (file.bytes(8, 2) == "CR") return true; // CR2
    const TiffPages pages(file);
    if (pages.count() == 0) return false;
    const auto has = [&](int tag) { return std::ranges::count(pages.entries(0), tag, &TiffEntry::tag) > 0; };
    const std::uint64_t photometric = pages.number(0, tag_photometric, 0);
    if (has(tag_dng) || photometric == sensor || photometric == linear_raw) return true;
    // NEF and ARW begin with a preview, too.
    return has(tag_pages_below) && pages.number(0, tag_kind, 0) == reduced;
}

} // namespace

// clang-format off
constexpr Format tiff_format{
    .name = "tiff", .extensions = "tif,tiff,tx,env,sm,vsm",
    .signatures = {{"II*\0", 4}, {"MM\0*", 4}, {"II+\0", 4}, {"MM\0+", 4}},
    .types = type_list<PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32>,
    .alpha = AlphaRule::either, .any_channels = true, .parts = true, .windows = true,
    .profile = true, .keeps_hdr = true, .exif = true, .orientation = true, .aspect = true, .resolution = true,
    .place = ExifPlace::tags, .iptc = true,
    .bands = true, .deflate = "tiff:zipquality",
    .title = "TIFF", .compressions = tiff_compressions, .compression = "zip",
    .other = &raw_format, .is_other = is_camera_raw,
};
// clang-format on

} // namespace atrous
