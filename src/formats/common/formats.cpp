// The table of file formats. Facts of OpenImageIO 2.4.7 are found by writing and reading back, since its own
// `supports` promises more than it keeps (PNG floats, WebP origins).
#include "formats/common/formats.h"
#include "base/signatures.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr const char* raw_extensions =
    "bay,bmq,cr2,cr3,crw,cs1,dc2,dcr,dng,erf,fff,k25,kdc,mdc,mos,mrw,nef,orf,"
    "pef,pxn,raf,raw,rdc,sr2,srf,x3f,arw,3fr,cine,ia,kc2,mef,nrw,qtk,rw2,sti,rwl,srw,drf,dsc,ptx,cap,iiq,rwz";

} // namespace

const std::vector<Format>& formats() {
    using enum PixelType;
    static const std::vector<Format> table = {
        {.name = "jpeg",
         .extensions = "jpg,jpe,jpeg,jif,jfif,jfi,mpo",
         .types = {u8},
         .profile = true,
         .exif = true,
         .orientation = true,
         .aspect = true,
         .resolution = true,
         .place = ExifPlace::segment,
         .iptc = true,
         .comment = true,
         .thumbnail = true,
         .bands = true,
         .max_side = 65500,
         .subsampling = "jpeg:subsampling",
         .compression = "jpeg:95"},
        {.name = "png",
         .extensions = "png",
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .offset = true,
         .profile = true,
         .exif = true,
         .aspect = true,
         .resolution = true,
         .place = ExifPlace::png_chunk,
         .iptc = true,
         .comment = true,
         .thumbnail = true,
         .bands = true,
         .deflate = "png:compressionLevel"},
        {.name = "tiff",
         .extensions = "tif,tiff,tx,env,sm,vsm",
         .types = {u8, u16, f16, f32},
         .alpha = AlphaRule::either,
         .any_channels = true,
         .parts = true,
         .windows = true,
         .profile = true,
         .exif = true,
         .orientation = true,
         .aspect = true,
         .resolution = true,
         .place = ExifPlace::tags,
         .iptc = true,
         .bands = true,
         .deflate = "tiff:zipquality",
         .compression = "zip"},
        {.name = "openexr",
         .extensions = "exr,sxr,mxr",
         .types = {f16, f32},
         .alpha = AlphaRule::associated,
         .any_channels = true,
         .own_types = true,
         .parts = true,
         .windows = true,
         .exif = true,
         .orientation = true,
         .aspect = true,
         .resolution = true,
         .bands = true,
         .compression = "zip"},
        {.name = "webp",
         .extensions = "webp",
         .types = {u8},
         .alpha = AlphaRule::straight,
         .grey = false,
         .grey_alpha = false,
         .frames = true,
         .place = ExifPlace::riff_chunk,
         .thumbnail = true,
         .max_side = 16383,
         .compression = "webp:95"},
        {.name = "hdr", .extensions = "hdr,rgbe", .types = {f32}, .grey = false},
        {.name = "bmp",
         .extensions = "bmp,dib",
         .types = {u8},
         .alpha = AlphaRule::straight,
         .grey_alpha = false},
        {.name = "targa",
         .extensions = "tga,tpic",
         .types = {u8},
         .alpha = AlphaRule::straight,
         .aspect = true,
         .texts = "ImageDescription,Artist,DocumentName"},
        {.name = "pnm", .extensions = "ppm,pgm,pbm,pnm,pfm", .types = {u8, u16}},
        {.name = "dpx",
         .extensions = "dpx",
         .types = {u8, u16, f32},
         .alpha = AlphaRule::associated,
         .grey_alpha = false, // aborts the process in the writer
         .windows = true,
         .orientation = true,
         .aspect = true,
         .texts = "ImageDescription,Copyright,DocumentName"},
        {.name = "jpeg2000",
         .extensions = "jp2,j2k,j2c", // in six resolutions, each half of the one before
         .types = {u8, u16},
         .alpha = AlphaRule::straight,
         .grey_alpha = false,
         .reads_metadata = true,
         .min_side = 32},
        {.name = "raw",
         .extensions = raw_extensions, // of cameras (many have a TIFF's first bytes, see format_of_file)
         .turned = true},
        // Only read: all frames of a GIF as they are shown, and the merged image of a PSD.
        {.name = "gif", .extensions = "gif", .alpha = AlphaRule::straight, .parts = true},
        {.name = "psd", .extensions = "psd,pdd,psb", .alpha = AlphaRule::straight, .reads_metadata = true},
        {.name = "heif",
         .extensions = "heic,heif,hif,heics,avif",
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
