// Sets the header and the metadata of a JPEG.
#include "formats/common/codec.h"
#include "formats/common/messages.h"
#include "formats/jpeg/jpeg.h"
#include "metadata/exiv2.h"
#include <algorithm>

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

/// Changes the density only if another resolution is requested, or the image was scaled by another factor per
/// axis.
void adapt(Metadata& found, const Part& part, const WriteOptions& options) {
    if (found.own.empty()) return; // then the encoder's own segment holds it
    const OIIO::ImageSpec none, &spec = part.pass_through ? part.pass_through->spec : none;
    const double aspect = spec.get_float_attribute("PixelAspectRatio", 1);
    const auto stored = jfif_density(found.own);
    const bool other =
        part.pass_through && aspect > 0 && !is_square(aspect / stored.value_or(JfifDensity{}).aspect());
    if (other) set_jfif_density(found.own, density_in(spec));
    const auto in_exif = [](const JpegSegment& segment) {
        return segment.is(1, exif_magic) && resolution_of(segment.body.substr(exif_magic.size()));
    };
    if (options.resolution > 0 && (stored || other || std::ranges::none_of(found.own, in_exif)))
        set_jfif_density(found.own, density_of(aspect, options.resolution, 1));
}

void stretch(std::vector<JpegSegment>& segments, double ratio) {
    if (const auto stored = jfif_density(segments); stored && stored->unit != 0)
        set_jfif_density(segments,
                         density_of(stored->aspect() * ratio, stored->across / ratio, stored->unit));
}

void add_exif(Metadata& found) { found.own = {{0xE1, std::string(exif_magic) + found.exif}}; }

/// EXIF data and image resources go as they are. Exiv2 reads the others.
void make_neutral(Metadata& found) {
    if (found.own.empty()) return;
    Metadata made = read_by_exiv2(jpeg_of_segments(found.own));
    for (const JpegSegment& segment : found.own) {
        if (segment.is(1, exif_magic)) made.exif = segment.body.substr(exif_magic.size());
        if (const std::string reason = drop_damaged_exif(made.exif); !reason.empty())
            made.warnings.push_back(message(messages::metadata_damaged, reason));
        if (segment.is(13, photoshop_magic)) made.photoshop += segment.body.substr(photoshop_magic.size());
    }
    made.format = found.format;
    made.warnings.insert(made.warnings.begin(), found.warnings.begin(), found.warnings.end());
    found = std::move(made);
}

OwnFacts own_facts(const std::vector<JpegSegment>& segments) {
    const auto holds_more = [](const JpegSegment& segment) {
        return segment.is(1, "http://ns.adobe.com/") || segment.is(13, photoshop_magic) ||
               (segment.is(1, exif_magic) && has_maker_note(segment.body.substr(exif_magic.size())));
    };
    OwnFacts facts{.metadata = std::ranges::any_of(segments, holds_more),
                   .too_long = std::ranges::any_of(segments, is_too_long)};
    if (std::ranges::any_of(segments, is_extended_xmp))
        facts.blocks.emplace_back("XMP after the first packet");
    if (has_more_segments(segments)) facts.blocks.emplace_back("segments of other programs (APPn)");
    return facts;
}

std::string with_segments(std::string head, const Metadata& found, Messages& warnings) {
    if (found.own.empty() && !found.empty()) head = with_metadata(std::move(head), found, warnings);
    std::vector<JpegSegment> fitting = found.own;
    std::erase_if(fitting, is_too_long); // as the losses say
    if (!fitting.empty()) head = jpeg_with_segments(head, fitting).value_or(head);
    return jpeg_with_more(std::move(head), found.added);
}

} // namespace

const Codec jpeg_codec{.format = jpeg_format,
                       .reader = jpeg_reader,
                       .loses = [](const Part&, bool) { return true; },
                       .set_header = set_header,
                       .with_metadata = with_segments,
                       .own_facts = own_facts,
                       .make_neutral = make_neutral,
                       .adapt = adapt,
                       .stretch = stretch,
                       .add_exif = add_exif};

} // namespace atrous
