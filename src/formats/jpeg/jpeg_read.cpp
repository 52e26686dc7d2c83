// From JPEG to JPEG segments are copied byte for byte, so they are kept as they are; and what OpenImageIO 2.4 does not say of its picture.
#include "files/file_pieces.h"
#include "formats/common/library.h"
#include "formats/common/reader.h"
#include "formats/jpeg/appended_file.h"
#include "formats/jpeg/jpeg.h"
#include "formats/jpeg/jpeg_check.h"
#include "formats/jpeg/jpeg_reduced.h"
#include "metadata/exif_block.h"
#include "metadata/photoshop.h"
#include <algorithm>

namespace atrous {
namespace {

/// One of several scans is decoded when it is opened, and where it is cut the library only says so; of bytes between its segments,
/// too, which are damage where they lie between scans: segments before them are looked at by damage_in_jpeg().
void check_scans(OpenFile& open, OIIO::ImageSpec&) {
    if (!open.in->has_error()) return;
    const std::string message = message_of(*open.in);
    const auto header = read_jpeg_header(open.path);
    const bool in_scans = header && header->several_scans && open.warnings.empty() &&
                          message.find("extraneous") != std::string::npos;
    if (is_jpeg_damage(message) || in_scans) open.refuse("truncated or damaged: " + message);
}

/// Whether Adobe's segment is there, with which inks are reversed.
bool has_adobe_segment(const std::filesystem::path& path) {
    constexpr int marker = 0xEE;
    const FileView file(path);
    for (std::uint64_t at = 2; const auto found = next_jpeg_marker(file, at);) {
        if (found->marker == marker && file.bytes(found->body, 5) == "Adobe") return true;
        if (found->marker == jpeg_scan_marker || found->marker == jpeg_end_marker) break;
    }
    return false;
}

bool has_several_scans(const std::filesystem::path& path) {
    const auto header = read_jpeg_header(path);
    return header && header->several_scans;
}

/// Grey and YCbCr or RGB alone: what else there is, libjpeg gives in other colours. Nor files of several scans, which are
/// decoded already when they are opened.
void reduce(OpenFile& open) {
    OIIO::ImageSpec& spec = open.specs.front();
    if (spec.nchannels != 1 && spec.nchannels != 3) return;
    if (const auto header = read_jpeg_header(open.path); !header || header->several_scans) return;
    open.whole = {spec.width, spec.height};
    open.reduced = open.options.reduction(place_in(spec));
    spec.width = spec.full_width = reduced(spec.width, open.reduced);
    spec.height = spec.full_height = reduced(spec.height, open.reduced);
}

bool read(OpenFile& open, int, const OIIO::ImageSpec& spec, Bytes& to) {
    if (open.reduced == 1 && !open.print.colours && has_several_scans(open.path)) return false;
    const std::string said =
        read_reduced(open.path, {{spec.width, spec.height}, spec.nchannels, open.reduced}, to);
    if (said.empty()) return true;
    if (open.options.replaced) throw lost_for_good(open.path, said);
    open.warn(said);
    return true;
}

std::string read_whole_because(const std::filesystem::path& path, const OIIO::ImageSpec&) {
    return has_several_scans(path) ? "it is progressive" : "";
}

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

bool read_metadata(const OpenFile& open, ImageFile& file, Metadata& found) {
    const auto header = read_jpeg_header(open.path);
    if (!header) return true;
    OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    spec.erase_attribute("PixelAspectRatio"); // which OpenImageIO has the other way round, see JfifDensity
    if (const auto density = jfif_density(header->segments); density && density->across != density->down)
        spec["PixelAspectRatio"] = float(density->aspect());
    found.segments = kept_segments(header->segments, found);
    if (!spec.find_attribute("ICCProfile")) found.profile = profile_of_jpeg(FileView(open.path));
    if (header->quality > 0) spec[quality_attribute] = header->quality;
    if (!header->subsampling.empty()) spec[subsampling_attribute] = header->subsampling;
    if (header->progressive) spec[progressive_attribute] = 1;
    read_appended_of(file, open.path, found.segments);
    return true;
}

} // namespace

extern const Reader jpeg_reader{.name = "jpeg",
                                .check = check_jpeg,
                                .damage = damage_in_jpeg,
                                .opening_bytes = jpeg_opening_bytes,
                                .mend_header = check_scans,
                                .has_reversed_inks = has_adobe_segment,
                                .reduce = reduce,
                                .read = read,
                                .read_whole_because = read_whole_because,
                                .read_metadata = read_metadata};

} // namespace atrous
