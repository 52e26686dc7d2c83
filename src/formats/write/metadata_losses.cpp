// The table of losses of metadata, and of other data that belong to a whole file.
#include "base/byte_order.h"
#include "base/text.h"
#include "formats/common/messages.h"
#include "formats/dispatch/codecs.h"
#include "formats/jpeg/messages.h"
#include "formats/write/encoding.h"
#include "formats/write/losses.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include <algorithm>
#include <tuple>

namespace atrous {
namespace {

using namespace std::string_view_literals;

/// Own texts go into other formats as far as OpenImageIO has names for them there, and only if no other
/// metadata have to be put in. EXIF data may have the same texts.
std::string lost_texts(const Loss& l) {
    static constexpr std::string_view named[] = {"Artist", "ImageDescription", "Copyright", "Make",
                                                 "Model",  "Software"};
    const Metadata& source = l.source;
    const bool has_tags = l.format.place == ExifPlace::tags;
    const bool by_library = l.format.exif && l.format.place != ExifPlace::items && source.exif.empty() &&
                            source.xmp.empty() && source.iptc.empty() && source.comment.empty();
    std::vector<std::string> lost;
    OIIO::ImageSpec held;
    set_exif_attributes(held, l.written.exif);
    for (const auto& [words, name] : l.own.texts) {
        const bool title = name == "DocumentName" && has_tags;
        const bool comment =
            name == "ImageDescription" && !source.comment.empty() && (l.format.comment || has_tags);
        const bool in_exif = held.find_attribute(name) && !l.from.get_string_attribute(name).empty() &&
                             held.get_string_attribute(name) == l.from.get_string_attribute(name);
        if (!comment && !in_exif && !(by_library && (title || std::ranges::count(named, name) > 0)))
            lost.push_back(words);
    }
    return first_of(std::move(lost));
}

/// True if attributes of the new file hold all datasets (IIM 4.2: 0x1C, record, dataset, length of 2 bytes).
bool holds_datasets(const Loss& l) {
    constexpr std::size_t head = 5;
    const std::string& own = l.source.iptc;
    const std::string held = l.format.own_types ? iptc_of_attributes(l.to) : "";
    for (std::size_t at = 0, end = 0; at < own.size(); at = end) {
        if (at + head > own.size()) return false;
        end = at + head + std::size_t(number_in(own, at + 3, 2));
        const bool is_version = own[at + 1] != 2 || own[at + 2] == 0;
        if (!is_version && held.find(own.substr(at, end - at)) == std::string::npos) return false;
    }
    return true;
}

/// True if the comment becomes the description of a TIFF, which has one place for it, or is an attribute.
bool holds_comment(const Loss& l) {
    constexpr std::string_view description = "ImageDescription";
    const std::string& exif = l.written.exif;
    if (l.format.place == ExifPlace::tags)
        return !has_tag(exif, image_description) || exif.find(l.source.comment) != std::string::npos;
    const bool holds_texts = l.format.own_types || std::string_view(l.format.texts).starts_with(description);
    return holds_texts && std::ranges::any_of(l.to.extra_attribs, [&](const OIIO::ParamValue& value) {
               return value.type() == OIIO::TypeString && value.get_string() == l.source.comment;
           });
}

/// True if there are resources that only Photoshop's block holds: not thumbnails, IPTC data or the resolution.
bool has_own_resources(std::string resources) {
    constexpr std::array<int, 2> resolution{1005, 1005};
    for (const auto& numbers : {photoshop_thumbnails, photoshop_iptc, resolution})
        remove_resources(resources, numbers);
    return !resources.empty();
}

/// A list of metadata that the format cannot hold.
std::string lost_metadata(const Loss& l) {
    const Format& format = l.format;
    const Metadata& source = l.source;
    std::vector<std::string> list;
    const auto lose = [&](bool has, bool holds, const char* what) {
        if (has && !holds) list.emplace_back(what);
    };
    lose(l.orientation != 1, l.has_place || format.orientation,
         "orientation (viewers will show the image turned)");
    if (l.options.strip) return joined(list);
    lose(!source.exif.empty(), l.has_place || format.exif, "EXIF");
    lose(has_maker_note(source.exif), l.has_place || !format.exif, "maker note");
    lose(!source.xmp.empty(), l.has_place, "XMP");
    lose(!source.iptc.empty(), format.iptc || holds_datasets(l), "IPTC");
    lose(has_own_resources(source.photoshop), format.place == ExifPlace::tags,
         "image resources of Photoshop");
    lose(!source.comment.empty(), format.comment || holds_comment(l), "comment");
    if (!l.same_format)
        for (const std::string& name : l.own.blocks) list.push_back(name);
    const auto own_facts = codec_named(format.name).own_facts;
    lose(own_facts && own_facts(l.written.own).too_long, false, "a segment that grew beyond 64 KiB");
    return joined(list);
}

/// Attributes about how a file is stored, or the time of writing, and some that other rows are about.
bool is_own_fact(const OIIO::ParamValue& value) {
    static constexpr std::string_view others =
        " compression textureformat Orientation PixelAspectRatio XResolution YResolution ResolutionUnit "
        "screenWindowCenter screenWindowWidth FramesPerSecond DateTime Software chromaticities fovcot "
        "ExposureTime FNumber Exif:ImageHistory name ";
    const std::string name = value.name().string();
    const bool is_stored = name.starts_with("oiio:") || name.starts_with("ICCProfile") ||
                           std::ranges::any_of(formats(), [&](const Format& format) {
                               return name.starts_with(std::string(format.name) + ":");
                           });
    const bool is_other = others.find(" " + name + " ") != std::string_view::npos;
    return !is_stored && !is_other && !is_camera_fact(value) && !is_iptc_fact(value);
}

/// Lists attributes of files whose metadata are only attributes of OpenImageIO's reader: OpenEXR, GIF, Targa,
/// DPX, unless its writer of the same format has them all. An attribute is held if OpenImageIO reads it from the
/// new EXIF data. It writes any text into a PNG.
std::vector<std::string> lost_attributes(const Loss& l, const Format* read) {
    if (!read || l.format.own_types || read == &l.format || read->place != ExifPlace::none ||
        read->reads_metadata || read->turned)
        return {};
    const bool follow = l.target.metadata_follow || l.format.place == ExifPlace::items; // never by the header
    OIIO::ImageSpec held;
    const std::string exif = follow ? l.written.exif : l.format.exif ? exif_of_all(l.to) : "";
    set_exif_attributes(held, exif);
    const std::vector<std::string> texts = split(l.format.texts, ',');
    std::vector<std::string> lost;
    for (const OIIO::ParamValue& value : l.from.extra_attribs) {
        const std::string name = value.name().string();
        const bool is_text = value.type() == OIIO::TypeString,
                   as_text = is_text && !follow && l.format.place == ExifPlace::png_chunk,
                   as_comment = is_text && value.get_string() == l.source.comment;
        if (is_own_fact(value) && !as_text && !as_comment && !held.find_attribute(name) &&
            std::ranges::count(texts, name) == 0)
            lost.push_back(name);
    }
    return lost;
}

/// Adds attributes that only the format which was read holds: fields of film and television of a DPX.
void add_fields(const Loss& l, const Format* read, std::vector<std::string>& lost) {
    if (!read || read->storage.empty() || read == &l.format) return;
    const std::string prefix = std::string(read->name) + ":";
    const std::vector<std::string> storage = split(std::string(read->storage), ',');
    for (const OIIO::ParamValue& value : l.from.extra_attribs)
        if (const std::string name = value.name().string();
            name.starts_with(prefix) && std::ranges::count(storage, name.substr(prefix.size())) == 0)
            lost.push_back(name);
}

/// True if the file has more metadata than OpenImageIO keeps, as far as is visible without Exiv2.
bool has_blocks(const Loss& l) {
    if (!l.passage.file.metadata) return false;
    const Metadata& source = *l.passage.file.metadata;
    return l.own.metadata || !source.xmp.empty() ||
           (source.own.empty() && std::ranges::any_of(l.from.extra_attribs, is_camera_fact));
}

/// Metadata that are put in after encoding, and cannot be this time.
Message reduced_words(const Loss& l) {
    std::vector<std::string> kinds;
    const std::string& exif = l.written.exif;
    for (const auto& [kind, is_there] :
         {std::pair("EXIF with GPS", has_tag(exif, camera_directory) || has_tag(exif, gps_directory)),
          std::pair("XMP", !l.written.xmp.empty()), std::pair("IPTC", !l.written.iptc.empty()),
          std::pair("GeoTIFF's place on Earth", is_georeferenced(exif)),
          std::pair("GDAL's value of missing samples", has_tag(exif, gdal_nodata))})
        if (is_there) kinds.emplace_back(kind);
    const char* const reason = l.passage.parts.size() > 1 ? "a file of several pages"
                               : l.passage.scratch ? "too large to be changed in memory under --max-memory"
                                                   : "too large to be changed in memory";
    return message(messages::metadata_reduced, reason, kinds.empty() ? "" : " (" + joined(kinds) + ")");
}

/// True if there is more than a TIFF's own tags, which OpenImageIO keeps.
bool holds_facts(const Loss& l) {
    const Metadata& metadata = l.written;
    return !metadata.xmp.empty() || !metadata.iptc.empty() || is_georeferenced(metadata.exif) ||
           has_tag(metadata.exif, gdal_nodata) || std::ranges::any_of(l.from.extra_attribs, is_exif_fact);
}

} // namespace

std::string first_of(std::vector<std::string> names) {
    constexpr std::size_t most = 20;
    const std::size_t more = names.size() - std::min(names.size(), most);
    names.resize(names.size() - more);
    return joined(names) + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

OwnFacts own_facts_of(const ImageFile& file) {
    const Metadata* const read = file.metadata.get();
    const auto own_facts = read ? codec_named(read->format).own_facts : nullptr;
    return own_facts ? own_facts(read->own) : OwnFacts{};
}

void add_attribute_losses(const Loss& l, Losses& lost) {
    const Format* const read = l.part.pass_through ? format_named(l.part.pass_through->format) : nullptr;
    std::vector<std::string> names = lost_attributes(l, read);
    add_fields(l, read, names);
    lost(!names.empty(), l.options.strip, messages::own_attributes_lost, first_of(names), l.name);
}

void add_metadata_losses(const Loss& l, Losses& lost) {
    const auto& [format, options, passage] = std::tie(l.format, l.options, l.passage);
    const bool holds_texts = format.place == ExifPlace::png_chunk || format.own_types;
    const std::size_t all = passage.file.parts.size(), left = all - passage.read.size();
    lost(are_frames(passage.file.parts), !format.parts, messages::times_lost, l.name);
    lost(left > 0, false, messages::parts_lost, l.name, left, all);
    const std::string texts = options.strip || holds_texts ? "" : lost_texts(l);
    lost(!texts.empty(), false, messages::texts_lost, l.name, texts);
    const bool by_header = format.own_types || (format.exif && format.place != ExifPlace::items);
    for (const auto& [words, name] : l.own.facts)
        lost(!options.strip,
             l.same_format || (by_header && !name.empty() && l.to.find_attribute(name, OIIO::TypeString)),
             messages::png_fact_lost, l.name, words);
    if (!marks_missing(l.part, l.target)) lost.found.push_back(message(messages::nodata_lost, l.name));
    if (options.resolution > 0 && !format.resolution && !(l.has_place && resolution_of(l.written.exif)))
        lost.found.push_back(message(messages::resolution_unused, l.name));
    if (const std::string names = lost_metadata(l); !names.empty())
        lost.for_good(message(messages::metadata_lost, l.name, names));
    lost(!has_metadata_library() && !options.strip && has_blocks(l),
         !l.written.own.empty() || codec_named(format.name).write, messages::without_exiv2);
    const bool could_follow = l.has_place && !l.written.empty() && !options.strip &&
                              (passage.parts.size() > 1 || has_metadata_library());
    if (could_follow && !l.target.metadata_follow) lost.for_good(reduced_words(l), holds_facts(l));
    if (const std::string& items = passage.appended.lost_for_good; options.replaces && !items.empty())
        lost.for_good(message(messages::appended_lost, "", items));
    if (!passage.appended.left_out.empty()) lost.found.push_back(passage.appended.left_out);
    if (options.strip) return;
    lost.found.insert(lost.found.end(), l.written.warnings.begin(), l.written.warnings.end());
}

} // namespace atrous
