// The table of file formats. Facts of OpenImageIO 2.4.7, found by writing and reading back, not by its own
// `supports`, which promises more than it keeps (PNG floats, WebP origins).
#include "formats/common/formats.h"
#include "base/signatures.h"
#include <algorithm>

namespace atrous {
const std::vector<Format>& formats() {
    using enum PixelType;
    static const std::vector<Format> table = {
        {.name = "jpeg",
         .types = {u8},
         .profile = true,
         .exif = true,
         .orientation = true,
         .aspect = true,
         .place = ExifPlace::segment,
         .iptc = true,
         .comment = true,
         .thumbnail = true,
         .bands = true,
         .most_side = 65500,
         .subsampling = "jpeg:subsampling",
         .compression = "jpeg:95"},
        {.name = "png",
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .offset = true,
         .profile = true,
         .exif = true,
         .aspect = true,
         .place = ExifPlace::png_chunk,
         .iptc = true,
         .comment = true,
         .thumbnail = true,
         .bands = true,
         .deflate = "png:compressionLevel"},
        {.name = "tiff",
         .types = {u8, u16, f16, f32},
         .alpha = AlphaRule::either,
         .any_channels = true,
         .parts = true,
         .windows = true,
         .profile = true,
         .exif = true,
         .orientation = true,
         .aspect = true,
         .place = ExifPlace::tags,
         .iptc = true,
         .bands = true,
         .deflate = "tiff:zipquality",
         .compression = "zip"},
        {.name = "openexr",
         .types = {f16, f32},
         .alpha = AlphaRule::associated,
         .any_channels = true,
         .own_types = true,
         .parts = true,
         .windows = true,
         .exif = true,
         .orientation = true,
         .aspect = true,
         .bands = true,
         .compression = "zip"},
        {.name = "webp",
         .types = {u8},
         .alpha = AlphaRule::straight,
         .grey = false,
         .grey_alpha = false,
         .frames = true,
         .place = ExifPlace::riff_chunk,
         .thumbnail = true,
         .most_side = 16383,
         .compression = "webp:95"},
        {.name = "hdr", .types = {f32}, .grey = false},
        {.name = "bmp", .types = {u8}, .alpha = AlphaRule::straight, .grey_alpha = false},
        {.name = "targa", .types = {u8}, .alpha = AlphaRule::straight, .aspect = true},
        {.name = "pnm", .types = {u8, u16}},
        {.name = "dpx",
         .types = {u8, u16, f32},
         .alpha = AlphaRule::associated,
         .grey_alpha = false, // aborts the process in the writer
         .windows = true,
         .orientation = true,
         .aspect = true},
        {.name = "jpeg2000", // in six resolutions, each half of the one before
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .grey_alpha = false,
         .least_side = 32},
        {.name = "raw", // of cameras; many have a TIFF's first bytes, see format_of_file
         .turned = true},
        // Read alone. Of a GIF all frames, as they are shown; of a PSD the picture that its layers make.
        {.name = "gif", .alpha = AlphaRule::straight, .parts = true},
        {.name = "psd", .alpha = AlphaRule::straight},
        {.name = "heif",
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .grey = false,
         .grey_alpha = false,
         .profile = true,
         .exif = true,
         .orientation = true,
         .place = ExifPlace::items,
         .turned = true,
         .subsampling = "heif:subsampling",
         .compression = "heic:95",
         .avif = "avif:95"},
    };
    return table;
}

const Format* format_named(std::string_view name) {
    const auto row = std::ranges::find(formats(), name, &Format::name);
    return row == formats().end() ? nullptr : &*row;
}

const Format* format_of_bytes(std::string_view head) { return format_named(format_with_signature(head)); }

PixelType closest_type(const Format& format, PixelType type) {
    using enum PixelType;
    static const std::vector<std::vector<PixelType>> wishes = {
        {u8, f16, u16, f32}, {u16, f32, f16, u8}, {f16, f32, u16, u8}, {f32, f16, u16, u8}};
    for (const PixelType wish : wishes[std::size_t(type)])
        if (std::ranges::find(format.types, wish) != format.types.end()) return wish;
    return type;
}

} // namespace atrous
