// From the words of headers to those of libheif.
#include "formats/write/heif_coding.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/compression.h"
#include <string_view>

namespace atrous {
namespace {

using namespace std::string_view_literals;

/// What nclx is to say: as in the file that was read; nothing where EXIF does it; else sRGB, also beside a profile, which counts.
CodePoints heif_colours(const Part& part, const OIIO::ImageSpec& spec) {
    const CodePoints srgb{1, 13};
    if (spec.find_attribute(primaries_attribute))
        return {spec.get_int_attribute(primaries_attribute), spec.get_int_attribute(transfer_attribute)};
    const Profile* profile = part.pixels.profile.get();
    return profile && profile->origin == Profile::Origin::exif ? CodePoints{} : srgb;
}

} // namespace

HeifCoding heif_coding(const Part& part, const Target& target, const OIIO::ImageSpec& spec,
                       const Metadata& metadata) {
    HeifCoding coding{target.avif,
                      compression_level(spec.get_string_attribute("compression")),
                      spec.get_int_attribute(bits_attribute, 8),
                      place_in(spec).orientation,
                      std::string(spec.get_string_attribute(heif_subsampling_attribute)),
                      heif_colours(part, spec)};
    coding.profile = profile_in(spec);
    coding.exif = metadata.exif;
    coding.xmp = metadata.xmp;
    return coding;
}

/// OpenImageIO 2.4 writes the head of a HEIF's big-endian EXIF data in the other byte order, so that libheif
/// looks for it elsewhere and other programs find nothing.
void mend_heif_exif(std::string& bytes) {
    constexpr auto wrong = "Exif\0\0MM*\0"sv, right = "\0\0\0\6Exif\0\0MM\0*"sv;
    const std::size_t at = bytes.find(wrong);
    if (at != std::string::npos && at >= 4) bytes.replace(at - 4, right.size(), right);
}

} // namespace atrous
