// Puts metadata into the encoded file. From JPEG to JPEG segments are copied byte for byte. losses.cpp names
// the rest.
#include "formats/common/check.h"
#include "formats/common/library.h"
#include "formats/dispatch/codecs.h"
#include "formats/dispatch/metadata.h"
#include "formats/jpeg/jpeg.h"
#include "formats/write/encoding.h"
#include "formats/write/resize.h"
#include "formats/write/small_copy.h"
#include "metadata/exif_block.h"
#include "metadata/xmp_text.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::uint64_t max_file_bytes = std::uint64_t(1) << 31; // of a file that is changed in memory

/// The segments of a JPEG as blocks for other formats.
Metadata blocks_of(const std::vector<JpegSegment>& segments) {
    Metadata found = read_metadata(segments);
    for (const JpegSegment& segment : segments) {
        if (segment.is(1, exif_magic)) found.exif = segment.body.substr(exif_magic.size());
        if (segment.is(13, photoshop_magic)) found.photoshop += segment.body.substr(photoshop_magic.size());
    }
    return found;
}

/// Returns metadata with only the orientation of the camera.
Metadata orientation_alone(int orientation, const Format& format) {
    Metadata found;
    // A TIFF passes through Exiv2 in any case, which takes out the date that OpenImageIO puts in.
    if (orientation == 1 && format.place != ExifPlace::tags) return found;
    found.exif = orientation_block(orientation);
    if (const auto add_exif = codec_named(format.name).add_exif) add_exif(found);
    return found;
}

std::string profile_bytes(const Part& part, const Format& format, const WriteOptions& options) {
    if (options.colours && part.pixels.size.pixels() > 0)
        return profile_for(part, format, *options.colours).bytes;
    if (colours_in(part, format) != part.pixels.colours) return {}; // one of grey would be wrong there
    return part.pass_through && !has_exr_profile(part) ? std::string(profile_in(part.pass_through->spec))
                                                       : std::string();
}

/// Puts a thumbnail of the image if the old file had one of its own.
void add_new_thumbnail(Metadata& found, const Pixels& pixels) {
    const std::string jpeg = thumbnail_of(pixels);
    change_everywhere(
        found, [&](std::string& block) { return add_thumbnail(block, jpeg); },
        [](std::string&) { return false; });
}

/// Adapts EXIF and XMP to the new profile.
void mark_colours(Metadata& found, const std::string& name, bool is_srgb) {
    change_everywhere(
        found,
        [&](std::string& block) { return is_srgb ? mark_srgb(block) : mark_uncalibrated(block), true; },
        [&](std::string& packet) { return name_profile(packet, name, is_srgb), true; });
}

/// Sets the resolution of prints, pixels per inch across. `aspect`: width of a pixel by its height.
void set_print_resolution(Metadata& found, double across, double aspect) {
    const Resolution now{across, across * aspect, 2};
    bool in_exif = false;
    change_everywhere(
        found,
        [&](std::string& block) {
            in_exif |= resolution_of(block).has_value();
            return set_resolution(block, now), true;
        },
        [&](std::string& packet) { return set_xmp_resolution(packet, now), true; });
    change_photoshop_resolution(found, [&](const auto&) { return std::array{now.x, now.y}; });
    if (!found.segments.empty() && (!in_exif || jfif_density(found.segments)))
        set_jfif_density(found.segments, density_of(aspect, across, 1));
}

/// Makes EXIF data of the resolution of prints for formats that have no other place for it, unless there are
/// EXIF data.
void add_print_resolution(Metadata& found, const Part& part, const Format& format) {
    if (!part.pass_through || format.resolution || format.place == ExifPlace::none || !found.exif.empty())
        return;
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const std::string_view unit = spec.get_string_attribute("ResolutionUnit");
    const float x = spec.get_float_attribute("XResolution"), y = spec.get_float_attribute("YResolution", x);
    const bool has_facts = std::ranges::any_of(spec.extra_attribs, is_camera_fact); // a warning names them
    if (x > 0 && y > 0 && (unit == "in" || unit == "cm") && !has_facts)
        found.exif = resolution_block({x, y, unit == "in" ? 2 : 3});
}

/// Leaves out statistics of old samples, and the value of missing samples if written ones have another.
void adapt_gdal(Metadata& found, const Part& part, const Target& target) {
    blank_statistics(found.exif);
    if (!marks_missing(part, target)) set_text(found.exif, gdal_nodata, "");
}

} // namespace

/// All of it goes byte for byte, without Exiv2.
bool goes_into_head(const Metadata& metadata, const Format& format) {
    const OwnBlocks own = codec_named(format.name).own_blocks;
    return (own == OwnBlocks::segments && !metadata.segments.empty()) ||
           (own == OwnBlocks::chunks && !metadata.chunks.empty());
}

bool marks_missing(const Part& part, const Target& target) {
    const WriteOptions& options = target.options;
    return !missing_value(part) ||
           (was_read_from(part, target.format.name) && !options.strip && !options.colours &&
            (!options.depth || type_desc(*options.depth) == part.pass_through->spec.format));
}

Metadata source_metadata(const ImageFile& file, const Target& target) {
    Metadata found = file.metadata ? *file.metadata : Metadata{};
    const bool segments = codec_named(target.format.name).own_blocks == OwnBlocks::segments;
    if (!found.segments.empty() && (target.options.strip || !segments)) {
        const Messages warnings = std::move(found.warnings);
        found = blocks_of(found.segments);
        found.warnings.insert(found.warnings.begin(), warnings.begin(), warnings.end());
    }
    if (found.empty() && !target.options.strip && !file.parts.empty() && file.parts.front().pass_through)
        found.iptc = iptc_of_attributes(file.parts.front().pass_through->spec);
    return found;
}

Metadata metadata_to_write(Metadata found, const ImageFile& file, const Part& part, const Target& target) {
    const Format& format = target.format;
    const WriteOptions& options = target.options;
    const Codec& codec = codec_named(format.name);
    const bool has_thumbnail =
        file.metadata && file.metadata->thumbnail && !options.strip && format.thumbnail;
    if (codec.own_blocks != OwnBlocks::chunks) found.chunks.clear();
    if (options.strip) {
        PngFacts facts = std::move(found.png);
        found = orientation_alone(orientation_of(found.exif), format);
        found.png = std::move(facts);
    }
    static const OIIO::ImageSpec none;
    const OIIO::ImageSpec& spec = part.pass_through ? part.pass_through->spec : none;
    const bool has_place = format.place != ExifPlace::none, is_jpeg = format.place == ExifPlace::segment;
    const bool by_library = is_jpeg || file.parts.size() > 1; // from attributes
    if ((!file.metadata || file.metadata->empty()) && !options.strip) {
        if (by_library || !format.iptc) found.iptc.clear();
        if (has_place && !by_library) found.exif = exif_of_attributes(spec, format.place == ExifPlace::items);
    }
    if (codec.adapt) codec.adapt(found, part, options);
    adapt_gdal(found, part, target);
    const int orientation = spec.get_int_attribute("Orientation", 1);
    // The header of an OpenEXR, DPX or Radiance file holds it.
    const bool in_exif_alone = has_place && !format.orientation;
    if (in_exif_alone && orientation > 1 && orientation <= 8 && found.exif.empty()) {
        found.exif = orientation_block(orientation);
        if (codec.add_exif) codec.add_exif(found);
    }
    add_print_resolution(found, part, format);
    if (has_place && !format.profile) found.profile = profile_bytes(part, format, options);
    const bool is_image = part.pixels.size.pixels() > 0;
    if (options.colours && is_image) mark_colours(found, options.colours->name, options.colours->is_srgb);
    if (!options.colours && is_image)
        if (const auto curve = new_curve(part, target_type(part, format, options), format))
            mark_colours(found, *curve == Transfer::srgb ? "sRGB" : "linear sRGB", *curve == Transfer::srgb);
    if (options.resolution > 0)
        set_print_resolution(found, options.resolution, spec.get_float_attribute("PixelAspectRatio", 1));
    const bool described = part.pixels.bytes.size == 0;
    if (has_thumbnail && !described) add_new_thumbnail(found, part.pixels);
    return found;
}

bool can_add(const Metadata& metadata, const Format& format, const std::vector<const Part*>& parts) {
    const bool something = !metadata.empty() || (!metadata.profile.empty() && !format.profile);
    const bool one = parts.size() == 1 || format.frames;
    if (format.place == ExifPlace::none || !something || !one) return false;
    if (goes_into_head(metadata, format) || format.place == ExifPlace::items) return true;
    const bool is_big =
        parts[0]->pass_through && parts[0]->pass_through->spec.get_int_attribute(big_tiff_attribute);
    if (is_big && format.place == ExifPlace::tags) return false; // Exiv2 0.27 does not support them
    return has_metadata_library() && std::uint64_t(parts[0]->pixels.byte_count()) < max_file_bytes;
}

std::string with_all_metadata(std::string encoded, const Metadata& metadata, const Format& format,
                              Messages& warnings) {
    if (!goes_into_head(metadata, format))
        return with_metadata(std::move(encoded), format, metadata, warnings);
    return codec_named(format.name).with_blocks(std::move(encoded), metadata);
}

} // namespace atrous
