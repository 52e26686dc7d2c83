// The table of file formats. Facts of OpenImageIO 2.4.7, found by writing and reading back, not by its own
// `supports`, which promises more than it keeps (PNG floats, WebP origins).
#include "io/codec/formats.h"
#include <algorithm>

namespace atrous {
namespace {

using enum PixelType;
using namespace std::string_view_literals;

bool matches(std::string_view head, std::string_view magic) {
    if (head.size() < magic.size()) return false;
    for (std::size_t i = 0; i < magic.size(); ++i)
        if (magic[i] != '?' && magic[i] != head[i]) return false;
    return true;
}

} // namespace

const std::vector<Format>& formats() {
    static const std::vector<Format> table = {
        {.name = "jpeg",
         .magics = {"\xff\xd8\xff"sv},
         .types = {u8},
         .profile = true,
         .exif = true,
         .orientation = true,
         .place = ExifPlace::segment,
         .iptc = true,
         .comment = true,
         .bands = true,
         .compression = "jpeg:95"},
        {.name = "png",
         .magics = {"\x89PNG\r\n\x1a\n"sv},
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .offset = true,
         .profile = true,
         .exif = true,
         .place = ExifPlace::png_chunk,
         .iptc = true,
         .comment = true,
         .bands = true,
         .deflate = "png:compressionLevel"},
        {.name = "tiff",
         .magics = {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv},
         .types = {u8, u16, f16, f32},
         .alpha = AlphaRule::either,
         .any_channels = true,
         .parts = true,
         .windows = true,
         .profile = true,
         .exif = true,
         .orientation = true,
         .place = ExifPlace::tags,
         .iptc = true,
         .bands = true,
         .deflate = "tiff:zipquality",
         .compression = "zip"},
        {.name = "openexr",
         .magics = {"\x76\x2f\x31\x01"sv},
         .types = {f16, f32},
         .alpha = AlphaRule::associated,
         .any_channels = true,
         .own_types = true,
         .parts = true,
         .windows = true,
         .exif = true,
         .orientation = true,
         .bands = true,
         .compression = "zip"},
        {.name = "webp",
         .magics = {"RIFF????WEBP"sv},
         .types = {u8},
         .alpha = AlphaRule::straight,
         .grey = false,
         .grey_alpha = false,
         .frames = true,
         .place = ExifPlace::riff_chunk,
         .compression = "webp:95"},
        {.name = "hdr", .magics = {"#?"sv}, .types = {f32}, .grey = false, .orientation = true},
        {.name = "bmp", .magics = {"BM"sv}, .types = {u8}, .alpha = AlphaRule::straight, .grey_alpha = false},
        {.name = "targa", .types = {u8}, .alpha = AlphaRule::straight},
        {.name = "pnm",
         .magics = {"P1"sv, "P2"sv, "P3"sv, "P4"sv, "P5"sv, "P6"sv, "PF"sv, "Pf"sv},
         .types = {u8}}, // 16 bits are written as garbage
        {.name = "dpx",
         .magics = {"SDPX"sv, "XPDS"sv},
         .types = {u8, u16, f32},
         .alpha = AlphaRule::associated,
         .grey_alpha = false, // aborts the process in the writer
         .windows = true,
         .orientation = true},
        {.name = "jpeg2000",
         .magics = {"\0\0\0\x0cjP  "sv, "\xff\x4f\xff\x51"sv},
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .grey_alpha = false},
        {.name = "raw", // of cameras; many have a TIFF's first bytes, see format_of_file
         .magics = {"FUJIFILMCCD-RAW"sv, "IIRO"sv, "IIRS"sv, "MMOR"sv, "IIU\0"sv, "\0MRM"sv, "FOVb"sv,
                    "II\x1a\0\0\0HEAPCCDR"sv, "????ftypcrx"sv},
         .turned = true},
        // Read alone. Of a GIF all frames, as they are shown; of a PSD the picture that its layers make.
        {.name = "gif", .magics = {"GIF87a"sv, "GIF89a"sv}, .alpha = AlphaRule::straight, .parts = true},
        {.name = "psd", .magics = {"8BPS"sv}, .alpha = AlphaRule::straight},
        {.name = "heif",
         .magics = {"????ftyp"sv},
         .types = {u8},
         .alpha = AlphaRule::straight,
         .grey = false,
         .grey_alpha = false,
         .exif = true,
         .turned = true,
         .compression = "heic:95",
         .avif = "avif:95"},
    };
    return table;
}

const Format* format_named(std::string_view name) {
    const auto row = std::ranges::find(formats(), name, &Format::name);
    return row == formats().end() ? nullptr : &*row;
}

const Format* format_of_bytes(std::string_view head) {
    const auto fits = [&](std::string_view magic) { return matches(head, magic); };
    for (const Format& format : formats())
        if (std::ranges::any_of(format.magics, fits)) return &format;
    return nullptr;
}

PixelType closest_type(const Format& format, PixelType type) {
    static const std::vector<std::vector<PixelType>> wishes = {
        {u8, f16, u16, f32}, {u16, f32, f16, u8}, {f16, f32, u16, u8}, {f32, f16, u16, u8}};
    for (const PixelType wish : wishes[std::size_t(type)])
        if (std::ranges::find(format.types, wish) != format.types.end()) return wish;
    return type;
}

} // namespace atrous
