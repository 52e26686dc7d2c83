// Puts metadata into the encoded file, and warns of omitted ones. From JPEG to JPEG segments are copied byte for
// byte.
#include "base/text.h"
#include "formats/common/check.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/dispatch/codecs.h"
#include "formats/dispatch/metadata.h"
#include "formats/jpeg/jpeg.h"
#include "formats/write/encoding.h"
#include "formats/write/resize.h"
#include "formats/write/small_copy.h"
#include "metadata/exif_block.h"
#include "metadata/xmp_text.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

using namespace std::string_view_literals;

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

/// Keywords of a PNG's texts, except texts that hold other metadata.
std::vector<std::string> text_keywords(const std::vector<MetadataChunk>& chunks) {
    std::vector<std::string> found;
    std::set<std::string> seen;
    for (const MetadataChunk& chunk : chunks) {
        const std::string keyword = chunk.data.substr(0, chunk.data.find('\0'));
        const bool is_text = chunk.name != "eXIf" && keyword != "XML:com.adobe.xmp" &&
                             !keyword.starts_with("Raw profile type");
        if (is_text && seen.insert(keyword).second) found.push_back(keyword);
    }
    return found;
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

/// List of metadata that the format cannot hold.
std::string losses(const Metadata& metadata, int orientation, const Format& format,
                   const WriteOptions& options) {
    const bool holds = format.place != ExifPlace::none;
    std::vector<std::string> list;
    const auto lose = [&](bool lost, const char* what) {
        if (lost) list.emplace_back(what);
    };
    lose(orientation != 1 && !holds && !format.orientation,
         "orientation (viewers will show the image turned)");
    if (options.strip) return joined(list);
    lose(!metadata.exif.empty() && !holds && !format.exif, "EXIF");
    lose(has_maker_note(metadata.exif) && !holds && format.exif, "maker note");
    lose(!metadata.xmp.empty() && !holds, "XMP");
    lose(!metadata.iptc.empty() && !format.iptc, "IPTC");
    lose(!metadata.comment.empty() && !format.comment && format.place != ExifPlace::tags, "comment");
    return joined(list);
}

/// A list of names, of many the first ones: a PNG may have 100,000.
std::string first_of(std::vector<std::string> names) {
    constexpr std::size_t most = 20;
    const std::size_t more = names.size() - std::min(names.size(), most);
    names.resize(names.size() - more);
    return joined(names) + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

/// A PNG's texts go into other formats as far as OpenImageIO has names for them there, and only if no other
/// metadata have to be put in.
void warn_of_texts(const Metadata& metadata, const Target& target, Messages& warnings) {
    const Format& format = target.format;
    if (format.own_types) return; // any attribute
    static constexpr std::string_view named[] = {"Author", "Description", "Copyright",
                                                 "Make",   "Model",       "Software"};
    const bool by_library = format.exif && metadata.exif.empty() && metadata.xmp.empty() &&
                            metadata.iptc.empty() && metadata.comment.empty();
    std::vector<std::string> lost;
    for (const std::string& keyword : text_keywords(metadata.chunks)) {
        const bool title = keyword == "Title" && format.place == ExifPlace::tags;
        const bool comment = keyword == "Description" && !metadata.comment.empty() &&
                             (format.comment || format.place == ExifPlace::tags);
        if (comment || (by_library && (title || std::ranges::count(named, keyword) > 0))) continue;
        lost.push_back(keyword);
    }
    if (!lost.empty())
        warnings.push_back(message(messages::texts_lost, target.shown_name(), first_of(std::move(lost))));
}

/// True if a JPEG has more XMP than its first packet.
bool has_more_xmp(const Metadata& metadata) {
    return std::ranges::any_of(metadata.segments, [](const JpegSegment& segment) {
        return segment.is(1, "http://ns.adobe.com/xmp/extension/\0"sv);
    });
}

/// True if the file has more metadata than OpenImageIO keeps, as far as is visible without Exiv2.
bool says_more(const Metadata& source, const Part& part) {
    const auto holds_more = [](const JpegSegment& segment) {
        return segment.is(1, "http://ns.adobe.com/"sv) || segment.is(13, photoshop_magic) ||
               (segment.is(1, exif_magic) && has_maker_note(segment.body.substr(exif_magic.size())));
    };
    if (!source.segments.empty()) return std::ranges::any_of(source.segments, holds_more);
    return !source.chunks.empty() ||
           (part.pass_through && std::ranges::any_of(part.pass_through->spec.extra_attribs, is_camera_fact));
}

/// True if there is more than a TIFF's own tags, which OpenImageIO keeps.
bool holds_facts(const Metadata& metadata, const Part& part) {
    return !metadata.xmp.empty() || !metadata.iptc.empty() || is_georeferenced(metadata.exif) ||
           has_tag(metadata.exif, gdal_nodata) ||
           (part.pass_through && std::ranges::any_of(part.pass_through->spec.extra_attribs, is_exif_fact));
}

/// Leaves out statistics of old samples, and the value of missing samples if written ones have another.
void adapt_gdal(Metadata& found, const Part& part, const Target& target, Messages& warnings) {
    blank_statistics(found.exif);
    const WriteOptions& options = target.options;
    const bool stays = was_read_from(part, target.format.name) && !options.strip && !options.colours &&
                       (!options.depth || type_desc(*options.depth) == part.pass_through->spec.format);
    if (!missing_value(part) || stays) return;
    set_text(found.exif, gdal_nodata, "");
    warnings.push_back(message(messages::nodata_lost, target.shown_name()));
}

} // namespace

/// All of it goes byte for byte, without Exiv2.
bool goes_into_head(const Metadata& metadata, const Format& format) {
    const OwnBlocks own = codec_named(format.name).own_blocks;
    return (own == OwnBlocks::segments && !metadata.segments.empty()) ||
           (own == OwnBlocks::chunks && !metadata.chunks.empty());
}

Metadata metadata_to_write(const ImageFile& file, const Part& part, const Target& target,
                           Messages& warnings) {
    const Format& format = target.format;
    const WriteOptions& options = target.options;
    const Codec& codec = codec_named(format.name);
    const bool segments = codec.own_blocks == OwnBlocks::segments,
               chunks = codec.own_blocks == OwnBlocks::chunks;
    Metadata found = file.metadata ? *file.metadata : Metadata{};
    const bool more_xmp = has_more_xmp(found) && !segments && !options.strip;
    const bool has_thumbnail = found.thumbnail && !options.strip && format.thumbnail;
    if (!options.strip) warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
    if (!found.segments.empty() && (options.strip || !segments)) found = blocks_of(found.segments);
    if (!chunks && !options.strip) warn_of_texts(found, target, warnings);
    if (!chunks) found.chunks.clear();
    if (options.strip) {
        PngFacts facts = std::move(found.png);
        found = orientation_alone(orientation_of(found.exif), format);
        found.png = std::move(facts);
    }
    static const OIIO::ImageSpec none;
    const OIIO::ImageSpec& spec = part.pass_through ? part.pass_through->spec : none;
    const bool has_place = format.place != ExifPlace::none, is_jpeg = format.place == ExifPlace::segment;
    if (has_place && !is_jpeg && found.empty() && !options.strip && file.parts.size() == 1)
        found.exif = exif_of_attributes(spec, target.shown_name(), warnings);
    if (codec.adapt) codec.adapt(found, part, options, warnings);
    adapt_gdal(found, part, target, warnings);
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
    if (options.resolution > 0 && !format.resolution && (!has_place || !resolution_of(found.exif)))
        warnings.push_back(message(messages::resolution_unused, target.shown_name()));
    if (has_thumbnail) add_new_thumbnail(found, part.pixels);
    std::string lost = losses(found, orientation, format, options);
    if (more_xmp) lost += lost.empty() ? "XMP after the first packet" : ", XMP after the first packet";
    if (!lost.empty()) warnings.push_back(message(messages::metadata_lost, target.shown_name(), lost));
    warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
    if (!has_metadata_library() && !options.strip && !goes_into_head(found, format) && file.metadata &&
        says_more(*file.metadata, part))
        warnings.push_back(message(messages::without_exiv2));
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

void warn_of_metadata(const Metadata& metadata, const std::vector<const Part*>& parts, const WrittenFacts& to,
                      Messages& warnings) {
    if (metadata.empty() || to.format.place == ExifPlace::none || to.options.strip) return;
    const bool several = parts.size() > 1;
    if (!several && !has_metadata_library()) return;
    std::vector<std::string> kinds;
    const std::string& exif = metadata.exif;
    for (const auto& [kind, is_there] :
         {std::pair("EXIF with GPS", has_tag(exif, camera_directory) || has_tag(exif, gps_directory)),
          std::pair("XMP", !metadata.xmp.empty()), std::pair("IPTC", !metadata.iptc.empty()),
          std::pair("GeoTIFF's place on Earth", is_georeferenced(exif)),
          std::pair("GDAL's value of missing samples", has_tag(exif, gdal_nodata))})
        if (is_there) kinds.emplace_back(kind);
    const std::string reason = several          ? "a file of several pages"
                               : to.under_limit ? "too large to be changed in memory under --max-memory"
                                                : "too large to be changed in memory";
    const Message what =
        message(messages::metadata_reduced, reason, kinds.empty() ? "" : " (" + joined(kinds) + ")");
    if (to.options.replaces && holds_facts(metadata, *parts[0])) throw lost_for_good(to.path, what);
    warnings.push_back(what);
}

std::string with_all_metadata(std::string encoded, const Metadata& metadata, const Format& format,
                              Messages& warnings) {
    if (!goes_into_head(metadata, format))
        return with_metadata(std::move(encoded), format, metadata, warnings);
    return codec_named(format.name).with_blocks(std::move(encoded), metadata);
}

} // namespace atrous
