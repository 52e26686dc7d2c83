// From JPEG to JPEG and from PNG to PNG segments and chunks are copied byte for byte, so they are kept as they are.
// The first that says something counts.
#include "formats/read/file_metadata.h"
#include "base/error.h"
#include "formats/common/check.h"
#include "formats/common/formats.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/everywhere.h"
#include "formats/dispatch/metadata.h"
#include "formats/jpeg/appended_file.h"
#include "metadata/photoshop.h"
#include <algorithm>

OIIO_NAMESPACE_BEGIN
/// As in OpenImageIO/tiffutils.h, which asks for libtiff's headers.
OIIO_API bool decode_exif(string_view exif, ImageSpec& spec);
OIIO_NAMESPACE_END

namespace atrous {
namespace {

using namespace std::string_view_literals;

/// The segments as they go on: without thumbnails, and without what belongs only to the old file.
std::vector<JpegSegment> kept_segments(std::vector<JpegSegment> segments, Metadata& found) {
    std::erase_if(segments, belongs_to_old_file);
    const auto without_thumbnails = [](std::string& block) {
        return remove_resources(block, photoshop_thumbnails);
    };
    for (JpegSegment& segment : segments) {
        if (segment.is(1, exif_magic))
            found.thumbnail |= change_behind(segment.body, exif_magic, remove_thumbnail);
        if (segment.is(13, photoshop_magic)) change_behind(segment.body, photoshop_magic, without_thumbnails);
    }
    return segments;
}

/// What EXIF says of the resolution counts before JFIF, whose numbers are mostly made up.
void set_resolution(OIIO::ImageSpec& spec, const std::string& exif) {
    const auto resolution = resolution_of(exif);
    if (!resolution) return;
    spec["XResolution"] = float(resolution->x);
    spec["YResolution"] = float(resolution->y);
    static constexpr const char* units[] = {"none", "in", "cm"};
    spec["ResolutionUnit"] = units[resolution->unit - 1];
}

/// What OpenImageIO's reader passes over: all EXIF data of a WebP, DCF's name of Adobe RGB anywhere.
void set_facts(OIIO::ImageSpec& spec, const Metadata& found) {
    if (!found.exif.empty() && std::ranges::none_of(spec.extra_attribs, is_camera_fact))
        OIIO::decode_exif(found.exif, spec);
    bool adobe = says_adobe_rgb(found.exif);
    for (const JpegSegment& segment : found.segments)
        adobe |= segment.is(1, exif_magic) && says_adobe_rgb(segment.body.substr(exif_magic.size()));
    if (adobe) spec[colour_space_attribute] = 2;
}

/// A PNG's chunks as they go on. ImageMagick and others put EXIF into a text, which becomes a chunk of its
/// own; XMP that is compressed, or in a text of theirs, becomes plain, so that its numbers can follow the picture.
std::vector<MetadataChunk> kept_chunks(std::vector<MetadataChunk> chunks, const std::string& exif,
                                       const std::string& xmp) {
    for (MetadataChunk& chunk : chunks)
        if (!xmp.empty() && (chunk.data.starts_with("XML:com.adobe.xmp\0\1"sv) ||
                             chunk.data.starts_with("Raw profile type xmp\0"sv)))
            chunk = {"iTXt", std::string(xmp_text) + xmp};
    std::erase_if(chunks, [&](const MetadataChunk& chunk) {
        const bool text = chunk.data.starts_with("Raw profile type exif") ||
                          chunk.data.starts_with("Raw profile type APP1");
        return chunk.name == "eXIf" || (text && !exif.empty());
    });
    if (!exif.empty()) chunks.insert(chunks.begin(), {"eXIf", exif});
    return chunks;
}

Metadata read_jpeg(OIIO::ImageSpec& spec, const std::filesystem::path& path) {
    Metadata found;
    const auto header = read_jpeg_header(path);
    if (!header) return found;
    spec.erase_attribute("PixelAspectRatio"); // which OpenImageIO has the other way round, see JfifDensity
    if (const auto density = jfif_density(header->segments); density && density->across != density->down)
        spec["PixelAspectRatio"] = float(density->aspect());
    found.segments = kept_segments(header->segments, found);
    for (const JpegSegment& segment : found.segments)
        if (segment.is(1, exif_magic)) set_resolution(spec, segment.body.substr(exif_magic.size()));
    if (!spec.find_attribute("ICCProfile")) found.profile = profile_of_jpeg(FileView(path));
    if (header->quality > 0) spec[quality_attribute] = header->quality;
    if (!header->subsampling.empty()) spec[subsampling_attribute] = header->subsampling;
    if (header->progressive) spec[progressive_attribute] = 1;
    return found;
}

/// The blocks of a HEIC or AVIF.
Metadata read_heif(const HeifReader& heif) {
    Metadata found;
    found.exif = heif.exif();
    found.thumbnail = remove_thumbnail(found.exif);
    found.xmp = heif.xmp();
    return found;
}

/// Has the metadata say that the picture, which the reader turned, lies as it should; places in it turn with it.
void set_upright(Metadata& found, const Size& size) {
    PixelMove move{size, size};
    move.turn = turn_of(orientation_of(found.exif));
    if (move.turn.swapped) std::swap(move.old.width, move.old.height);
    if (orientation_of(found.exif) != 1) {
        move_exif(found.exif, move);
        move_xmp(found.xmp, move);
    }
    say_upright(found.exif);
    say_upright_xmp(found.xmp);
}

/// Takes out what is not true of a developed picture: Camera Raw's settings, which would be applied once more, and the format.
void remove_settings(std::string& packet) {
    for (const char* gone : {"ns.adobe.com/camera-raw-settings/1.0/", "ns.adobe.com/camera-raw-defaults/1.0/",
                             "purl.org/dc/elements/1.1/"}) {
        const bool all = *gone == 'n';
        const std::string name = xmp_prefix(packet, std::string("http://") + gone) + (all ? ":" : ":format");
        if (!name.starts_with(':'))
            packet = xmp_without(
                packet, [&](std::string_view own) { return all ? own.starts_with(name) : own == name; });
    }
}

/// Looks behind the picture of a JPEG; `segments` are its own.
void read_appended_of(ImageFile& file, const std::filesystem::path& path,
                      const std::vector<JpegSegment>& segments) {
    auto found = find_appended(path, segments);
    if (!found) return;
    const Part& part = file.parts.front();
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const Size size{spec.width, spec.height};
    AppendedFile appended{std::move(*found), size};
    const auto is_gain_map = [](const AppendedItem& item) { return item.kind == AppendedKind::gain_map; };
    if (std::ranges::any_of(appended.found.items, is_gain_map)) appended.light = cell_light(part.pixels);
    file.appended = std::make_shared<const AppendedFile>(std::move(appended));
}

constexpr const char* option = "--assume-profile";

std::shared_ptr<const Profile> with_origin(Fitted fitted, Profile::Origin origin) {
    if (fitted.profile) fitted.profile->origin = origin;
    return fitted.profile;
}

std::shared_ptr<const Profile> embedded(const std::string& path, const OIIO::ParamValue& icc, int colours,
                                        std::vector<std::string>& warnings) {
    const auto opened = open_profile(icc.data(), std::size_t(icc.datasize()));
    const Fitted fitted = opened ? fit_profile(opened, colours) : Fitted{nullptr, "is damaged", false};
    const std::string name = opened ? " '" + profile_name(*opened) + "' " : " ";
    if (fitted.refused)
        throw file_error(path + ": its colour profile" + name + fitted.problem +
                         "; convert the image to RGB first");
    if (!fitted.profile)
        warnings.push_back(path + ": its colour profile" + name + fitted.problem +
                           "; it is kept, but not used, as if the image had none");
    return with_origin(fitted, Profile::Origin::embedded);
}

/// Whether EXIF says Adobe RGB: it has no number for it; many cameras write 2, and read_metadata_of puts it for DCF's own way, too.
/// Not a converter that copied the tags, nor a RAW file, whose pixels come as sRGB whatever its camera was set to.
bool is_adobe_rgb(const OIIO::ImageSpec& spec, const std::string& format) {
    return !spec.format.is_floating_point() && format != "raw" &&
           spec.get_int_attribute(colour_space_attribute) == 2;
}

} // namespace

void read_metadata_of(ImageFile& file, const std::filesystem::path& path, const HeifReader* heif,
                      const PngFacts& png) {
    const Format& format = *format_named(file.format);
    OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    const bool big_tiff = spec.get_int_attribute(big_tiff_attribute) != 0; // Exiv2 0.27 does not know them
    Metadata found = heif              ? read_heif(*heif)
                     : is_jpeg(format) ? read_jpeg(spec, path)
                     : big_tiff        ? Metadata{}
                                       : read_metadata(path, format);
    if (format.turned) set_upright(found, {spec.width, spec.height});
    if (file.format == "raw") remove_settings(found.xmp);
    if (is_png(format)) {
        const std::vector<MetadataChunk> chunks = metadata_chunks(path, format.place);
        if (found.exif.empty()) found.exif = exif_of(chunks, &found.thumbnail);
        found.chunks = kept_chunks(chunks, found.exif, found.xmp);
        found.png = png;
        if (!spec.find_attribute("ICCProfile") && !spec.find_attribute(png_colours_attribute))
            found.profile = profile_of_png(FileView(path));
    }
    set_resolution(spec, found.exif);
    set_facts(spec, found);
    if (is_webp(format)) {
        for (std::size_t i = 1; i < file.parts.size(); ++i) // the frames of an animation have one for all
            set_facts(file.parts[i].pass_through->spec, found);
    }
    if (profile_in(spec).empty()) put_profile(spec, found.profile);
    for (const std::string& warning : found.warnings) file.warnings.push_back(path.string() + ": " + warning);
    found.warnings.clear();
    if (is_jpeg(format)) read_appended_of(file, path, found.segments);
    file.metadata = std::make_shared<const Metadata>(std::move(found));
}

Transfer transfer_of(const Profile* profile, bool floats) {
    return profile ? profile->transfer : floats ? Transfer::linear : Transfer::srgb;
}

void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats) {
    pixels.transfer = transfer_of(profile.get(), floats);
    pixels.profile = std::move(profile);
}

std::shared_ptr<const Profile> profile_of(const std::string& path, const OIIO::ImageSpec& spec,
                                          const std::string& format, int colours, const ReadOptions& options,
                                          std::vector<std::string>& warnings) {
    if (const OIIO::ParamValue* icc = spec.find_attribute("ICCProfile")) {
        if (auto profile = embedded(path, *icc, colours, warnings)) return profile;
    } else if (is_adobe_rgb(spec, format)) {
        return with_origin(fit_profile(find_profile("adobergb", option), colours), Profile::Origin::exif);
    }
    if (!options.assumed) return nullptr;
    const Fitted fitted = fit_profile(options.assumed, colours);
    if (!fitted.profile)
        warnings.push_back(path + ": " + option + " '" + profile_name(*options.assumed) + "' " +
                           fitted.problem + "; it is not used");
    return with_origin(fitted, Profile::Origin::assumed);
}

} // namespace atrous
