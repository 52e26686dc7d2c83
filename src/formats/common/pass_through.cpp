// Windows and profiles in OpenImageIO's words.
#include "formats/common/pass_through.h"
#include <algorithm>

OIIO_NAMESPACE_BEGIN
/// As in OpenImageIO/tiffutils.h, which needs libtiff's headers.
OIIO_API bool decode_exif(string_view exif, ImageSpec& spec);
OIIO_API void encode_exif(const ImageSpec& spec, std::vector<char>& blob);
OIIO_API void encode_iptc_iim(const ImageSpec& spec, std::vector<char>& iptc);
OIIO_NAMESPACE_END

namespace atrous {

void set_place(OIIO::ImageSpec& spec, const ImageWindow& place) {
    spec.x = place.x, spec.y = place.y;
    spec.width = place.size.width, spec.height = place.size.height;
    spec.full_x = place.display_x, spec.full_y = place.display_y;
    spec.full_width = place.display.width, spec.full_height = place.display.height;
}

ImageWindow place_in(const OIIO::ImageSpec& spec) {
    const int orientation = spec.get_int_attribute("Orientation", 1);
    return {spec.x,
            spec.y,
            {spec.width, spec.height},
            spec.full_x,
            spec.full_y,
            {spec.full_width, spec.full_height},
            orientation >= 1 && orientation <= 8 ? orientation : 1};
}

bool wraps_around(const OIIO::ImageSpec& spec, Wrap asked) {
    if (asked != Wrap::by_file) return asked == Wrap::x;
    const bool turned = spec.get_int_attribute("Orientation", 1) > 4;
    if (turned || spec.x != spec.full_x || spec.width != spec.full_width) return false;
    const auto count = [&](const char* name) { return spec.get_int_attribute(name, -1); };
    const int full = count("GPano:FullPanoWidthPixels"), own = count("GPano:CroppedAreaImageWidthPixels");
    const bool all_round = full < 0 || own < 0 || full == own;
    return spec.get_string_attribute("textureformat") == "LatLong Environment" ||
           (spec.get_string_attribute("GPano:ProjectionType") == "equirectangular" && all_round);
}

std::string_view profile_in(const OIIO::ImageSpec& spec) {
    const OIIO::ParamValue* icc = spec.find_attribute("ICCProfile");
    return icc ? std::string_view(static_cast<const char*>(icc->data()), std::size_t(icc->datasize()))
               : std::string_view();
}

void put_profile(OIIO::ImageSpec& spec, std::string_view profile) {
    spec.erase_attribute("ICCProfile.*"); // the reader's notes on one, too
    if (profile.empty()) return;
    spec.attribute("ICCProfile", OIIO::TypeDesc(OIIO::TypeDesc::UINT8, int(profile.size())), profile.data());
}

bool is_exif_fact(const OIIO::ParamValue& value) {
    const std::string_view name = value.name().c_str();
    return (name.starts_with("Exif:") && name != "Exif:ImageHistory") || name.starts_with("GPS:");
}

bool is_camera_fact(const OIIO::ParamValue& value) {
    return is_exif_fact(value) || value.name() == "Make" || value.name() == "Model";
}

void set_gps(OIIO::ImageSpec& spec) {
    const OIIO::TypeDesc three(OIIO::TypeDesc::FLOAT, 3);
    for (OIIO::ParamValue& value : spec.extra_attribs)
        if (value.name().string().starts_with("GPS:") && value.type() == OIIO::TypeVector)
            value = OIIO::ParamValue(value.name(), three, 1, value.data());
}

void set_exif_attributes(OIIO::ImageSpec& spec, const std::string& exif) {
    if (!exif.empty()) OIIO::decode_exif(exif, spec);
}

std::string exif_of_all(const OIIO::ImageSpec& spec) {
    std::vector<char> block;
    OIIO::encode_exif(spec, block);
    return {block.begin(), block.end()};
}

std::string exif_of_attributes(OIIO::ImageSpec spec, bool texts) {
    set_gps(spec);
    spec.erase_attribute("Exif:ImageHistory"); // oiiotool writes it into all files
    spec.erase_attribute("Exif:YCbCr.*");      // describe a JPEG's samples
    const auto needs = [&](const OIIO::ParamValue& v) {
        const bool is_text =
            v.name() == "Artist" || v.name() == "Copyright" || v.name() == "ImageDescription";
        return is_camera_fact(v) || is_iptc_fact(v) || (texts && is_text);
    };
    return std::ranges::any_of(spec.extra_attribs, needs) ? exif_of_all(spec) : "";
}

bool is_iptc_fact(const OIIO::ParamValue& value) {
    return value.name() == "Keywords" || value.name().string().starts_with("IPTC:");
}

std::string iptc_of_attributes(const OIIO::ImageSpec& spec) {
    if (std::ranges::none_of(spec.extra_attribs, is_iptc_fact)) return {};
    std::vector<char> block;
    OIIO::encode_iptc_iim(spec, block);
    return {block.begin(), block.end()};
}

} // namespace atrous
