// RAW files of cameras: what they are known by, and what OpenImageIO's picture of one is not.
#include "formats/common/reader.h"
#include "formats/raw/mosaic.h"
#include "metadata/xmp_text.h"

namespace atrous {
namespace {

/// What is beyond the crop is there for demosaicing alone (DNG 1.6, DefaultCropOrigin).
void crop(OpenFile& open, const std::string&) {
    OIIO::ImageSpec& spec = open.specs.front();
    open.crop = raw_crop(open.path, {spec.width, spec.height});
    spec.width = spec.full_width = open.crop[2];
    spec.height = spec.full_height = open.crop[3];
}

/// Takes out what is not true of a developed picture: Camera Raw's settings, which would be applied once more, and the format.
void remove_settings(const OpenFile&, OIIO::ImageSpec&, Metadata& found) {
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

bool is_camera_raw(const FileView& file) {
    constexpr int tag_kind = 254, tag_photometric = 262, tag_pages_below = 330, tag_dng = 50706;
    constexpr std::uint64_t sensor = 32803, linear_raw = 34892, reduced = 1; // of TIFF/EP and DNG
    const bool big_endian = file.number(0, 1) == 'M';
    if (file.bytes(8, 2) == "CR") return true; // CR2
    const std::uint64_t first = file.number(4, 4, big_endian), entries = file.number(first, 2, big_endian);
    bool below = false, preview = false, marked = false;
    for (std::uint64_t i = 0, at = first + 2; i < entries && file.has(at, 12); ++i, at += 12) {
        const int tag = int(file.number(at, 2, big_endian));
        const std::uint64_t type = file.number(at + 2, 2, big_endian);
        const std::uint64_t value = file.number(at + 8, type == 3 ? 2 : 4, big_endian);
        below |= tag == tag_pages_below;
        preview |= tag == tag_kind && value == reduced;
        marked |= tag == tag_dng || (tag == tag_photometric && (value == sensor || value == linear_raw));
    }
    return marked || (below && preview); // NEF and ARW begin with a preview, too
}

extern const Reader raw_reader{.name = "raw", .opened = crop, .mend_metadata = remove_settings};

} // namespace atrous
