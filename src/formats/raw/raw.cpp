// Reads RAW files of cameras through OpenImageIO, and corrects the crop and the metadata of its image.
#include "formats/common/codec.h"
#include "formats/raw/mosaic.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "metadata/xmp_text.h"

namespace atrous {
namespace {

/// Pixels outside the crop serve only demosaicing (DNG 1.6, DefaultCropOrigin).
void crop(OpenFile& open, const std::string&) {
    OIIO::ImageSpec& spec = open.specs.front();
    open.crop = raw_crop(open.path, {spec.width, spec.height});
    spec.width = spec.full_width = open.crop[2];
    spec.height = spec.full_height = open.crop[3];
}

/// A developed image is sRGB. Removes metadata that are not true of one: Camera Raw's settings, which would
/// be applied once more, and the format.
void raw_metadata(const OpenFile& open, ImageFile&, Metadata& found) {
    found = read_by_exiv2(open.path);
    mark_srgb(found.exif);
    std::string& packet = found.xmp;
    for (const char* gone : {"ns.adobe.com/camera-raw-settings/1.0/", "ns.adobe.com/camera-raw-defaults/1.0/",
                             "purl.org/dc/elements/1.1/"}) {
        const bool all = *gone == 'n';
        const std::string name = xmp_prefix(packet, std::string("http://") + gone) + (all ? ":" : ":format");
        if (!name.starts_with(':'))
            packet = xmp_without(
                packet, [&](std::string_view own) { return all ? own.starts_with(name) : own == name; });
    }
}

} // namespace

const Codec raw_codec{.format = raw_format,
                      .reader = {.opened = crop, .gives_srgb = true, .read_metadata = raw_metadata}};

} // namespace atrous
