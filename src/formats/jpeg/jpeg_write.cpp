// Sets the header and the metadata of a JPEG.
#include "formats/common/codec.h"
#include "formats/jpeg/jpeg.h"

namespace atrous {
namespace {

/// The resolution and the pixels' aspect ratio of a header in JFIF's form.
JfifDensity density_in(const OIIO::ImageSpec& spec) {
    constexpr float usual = 72;
    const float across = spec.get_float_attribute("XResolution", usual);
    const std::string unit(spec.get_string_attribute("ResolutionUnit"));
    return density_of(spec.get_float_attribute("PixelAspectRatio", 1), across > 0 ? across : usual,
                      unit == "in"   ? 1
                      : unit == "cm" ? 2
                                     : 0);
}

/// JFIF has densities, which OpenImageIO turns round, see JfifDensity.
void set_density(OIIO::ImageSpec& spec) {
    const float aspect = spec.get_float_attribute("PixelAspectRatio", 1);
    if (is_square(aspect) || !(aspect > 0)) return;
    const JfifDensity density = density_in(spec);
    spec["XResolution"] = float(density.across);
    spec["YResolution"] = float(density.down);
    if (density.unit == 0) spec["ResolutionUnit"] = "none";
    spec.erase_attribute("PixelAspectRatio");
}

void set_header(OIIO::ImageSpec& spec, const Part&, const Target& target) {
    // libjpeg's default is 4:2:0, with which an image that had full colour would lose some.
    if (!target.options.subsampling.empty())
        spec[subsampling_attribute] = target.options.subsampling;
    else if (!spec.find_attribute(subsampling_attribute))
        spec[subsampling_attribute] = "4:4:4";
    if (spec.nchannels != 3) spec.erase_attribute(subsampling_attribute);
    // The orientation is in the EXIF block, if there is one.
    const bool in_block = target.metadata_follow || spec.get_int_attribute("Orientation", 1) == 1;
    if ((target.metadata_follow || target.options.strip) && in_block) spec.erase_attribute("Orientation");
    set_density(spec);
}

/// Segments stay as they are, even if the image was scaled by another factor per axis.
void set_aspect(Metadata& found, const Part& part, const WriteOptions&) {
    if (found.segments.empty() || !part.pass_through) return; // then the encoder's own segment holds it
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const double aspect = spec.get_float_attribute("PixelAspectRatio", 1);
    const double stored = jfif_density(found.segments).value_or(JfifDensity{}).aspect();
    if (aspect > 0 && !is_square(aspect / stored)) set_jfif_density(found.segments, density_in(spec));
}

void add_exif(Metadata& found) { found.segments = {{0xE1, std::string(exif_magic) + found.exif}}; }

std::string with_segments(std::string head, const Metadata& metadata) {
    return jpeg_with_segments(head, metadata.segments).value_or(head);
}

} // namespace

const Codec jpeg_codec{.format = jpeg_format,
                       .reader = jpeg_reader,
                       .loses = [](const Part&, bool) { return true; },
                       .set_header = set_header,
                       .own_blocks = OwnBlocks::segments,
                       .adapt = set_aspect,
                       .add_exif = add_exif,
                       .with_blocks = with_segments};

} // namespace atrous
