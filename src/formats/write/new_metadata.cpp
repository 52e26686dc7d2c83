// Makes the metadata of the new file: own blocks of the same format, otherwise what all formats have. losses.cpp
// names the rest.
#include "formats/common/library.h"
#include "formats/dispatch/codecs.h"
#include "formats/write/encoding.h"
#include "formats/write/resize.h"
#include "formats/write/small_copy.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "metadata/xmp_text.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::uint64_t max_file_bytes = std::uint64_t(1) << 31; // of a file that is changed in memory

/// Sets EXIF data to only the orientation of the camera.
void put_orientation(Metadata& found, int orientation, const Codec& codec) {
    found.exif = orientation_block(orientation);
    if (codec.add_exif) codec.add_exif(found);
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
    change_everywhere(
        found, [&](std::string& block) { return set_resolution(block, now), true; },
        [&](std::string& packet) { return set_xmp_resolution(packet, now), true; });
    change_photoshop_resolution(found, [&](const auto&) { return std::array{now.x, now.y}; });
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

bool marks_missing(const Part& part, const Target& target) {
    const WriteOptions& options = target.options;
    return !missing_value(part) ||
           (was_read_from(part, target.format.name) && !options.strip && !options.colours &&
            (!options.depth || type_desc(*options.depth) == part.pass_through->spec.format));
}

Metadata source_metadata(const ImageFile& file, const Target& target) {
    Metadata found = file.metadata ? *file.metadata : Metadata{};
    const auto make_neutral = codec_named(found.format).make_neutral;
    if (make_neutral && (target.options.strip || found.format != target.format.name)) make_neutral(found);
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
    if (found.format != format.name) found.own.clear();
    if (options.strip) {
        const int orientation = orientation_of(found.exif);
        Metadata bare;
        bare.own = std::move(found.own);
        bare.format = found.format;
        found = std::move(bare);
        // A TIFF passes through Exiv2 in any case, which takes out the date that OpenImageIO puts in.
        if (orientation != 1 || format.place == ExifPlace::tags) put_orientation(found, orientation, codec);
    }
    static const OIIO::ImageSpec none;
    const OIIO::ImageSpec& spec = part.pass_through ? part.pass_through->spec : none;
    const bool has_place = format.place != ExifPlace::none, is_jpeg = format.place == ExifPlace::segment;
    const bool by_library = is_jpeg || file.parts.size() > 1; // from attributes
    if ((!file.metadata || file.metadata->empty()) && !options.strip) {
        if (by_library || !format.iptc) found.iptc.clear();
        if (has_place && !by_library) found.exif = exif_of_attributes(spec, codec.write != nullptr);
    }
    if (codec.adapt) codec.adapt(found, part, options);
    adapt_gdal(found, part, target);
    const int orientation = spec.get_int_attribute("Orientation", 1);
    // The header of an OpenEXR, DPX or Radiance file holds it.
    const bool in_exif_alone = has_place && !format.orientation;
    if (in_exif_alone && orientation > 1 && orientation <= 8 && found.exif.empty())
        put_orientation(found, orientation, codec);
    add_print_resolution(found, part, format);
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
    const bool one = parts.size() == 1 || format.frames;
    if (format.place == ExifPlace::none || metadata.empty() || !one) return false;
    if (!metadata.own.empty() || !metadata.added.empty() || codec_named(format.name).write)
        return true;    // without Exiv2
    const bool is_big = // Exiv2 0.27 does not support them
        parts[0]->pass_through && parts[0]->pass_through->spec.get_int_attribute(big_tiff_attribute);
    const bool fits = format.place != ExifPlace::tags ||
                      (!is_big && std::uint64_t(parts[0]->pixels.byte_count()) < max_file_bytes);
    return has_metadata_library() && fits;
}

} // namespace atrous
