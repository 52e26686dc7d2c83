// Reads a JPEG: keeps its segments byte for byte for outputs that are JPEGs, and finds facts and damage that OpenImageIO 2.4 does not
// report.
#include "files/file_view.h"
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/jpeg/appended.h"
#include "formats/jpeg/jpeg.h"
#include "formats/jpeg/libjpeg.h"
#include "formats/jpeg/messages.h"
#include "metadata/exif_block.h"
#include "platform/heartbeat.h"
#include <algorithm>

namespace atrous {
namespace {

/// The header of an open file, which is read once, at the first request, or nothing if it is not sound.
struct KeptHeader {
    bool known = false;
    std::optional<JpegHeader> header;
};
const std::optional<JpegHeader>& header_of(const OpenFile& open) {
    auto& kept = own_of<KeptHeader>(open);
    if (!kept.known) kept = {true, read_jpeg_header(open.path)};
    return kept.header;
}
bool has_several_scans(const OpenFile& open) { return header_of(open) && header_of(open)->several_scans; }

/// Refuses damage in a file of several scans, which is decoded when it is opened: the library only warns if the file is cut, or of
/// bytes between segments, which are damage between scans. damage_in_jpeg() checks the segments before the scans.
void check_scans(OpenFile& open, OIIO::ImageSpec&) {
    open.own = std::make_shared<KeptHeader>();
    if (!open.in->has_error()) return;
    const std::string words = message_of(*open.in);
    const bool in_scans =
        open.warnings.empty() && words.find("extraneous") != std::string::npos && has_several_scans(open);
    if (is_jpeg_damage(words) || in_scans) open.refuse(message(messages::jpeg_damaged, words));
}

/// True if Adobe's segment is there, with which inks are reversed.
bool has_adobe_segment(const std::filesystem::path& path) {
    constexpr int marker = 0xEE;
    const FileView file(path);
    for (std::uint64_t at = 2; const auto found = next_jpeg_marker(file, at);) {
        if (found->marker == marker && file.bytes(found->body, 5) == "Adobe") return true;
        if (found->marker == jpeg_scan_marker || found->marker == jpeg_end_marker) break;
    }
    return false;
}

/// Reduces only grey, YCbCr and RGB, since libjpeg decodes other files to other colours. Does not reduce
/// files of several scans, which are decoded when they are opened.
void reduce(OpenFile& open) {
    OIIO::ImageSpec& spec = open.specs.front();
    if (spec.nchannels != 1 && spec.nchannels != 3) return;
    if (!header_of(open) || header_of(open)->several_scans) return;
    open.whole = {spec.width, spec.height};
    open.reduced = open.options.reduction(place_in(spec));
    spec.width = spec.full_width = reduced(spec.width, open.reduced);
    spec.height = spec.full_height = reduced(spec.height, open.reduced);
}

constexpr int scan_lines_at_once = 64;

bool start(jpeg_decompress_struct& info, JpegJump& jump, std::FILE* file, unsigned times) {
    if (setjmp(jump.back)) return false;
    jpeg_create_decompress(&info);
    jpeg_stdio_src(&info, file);
    if (jpeg_read_header(&info, TRUE) != JPEG_HEADER_OK) return false;
    jump.complaint[0] = '\0'; // oddities of a header are harmless
    info.scale_num = 1;
    info.scale_denom = times;
    if (jpeg_start_decompress(&info) != TRUE) return false;
    if (!is_jpeg_damage(jump.complaint)) jump.complaint[0] = '\0';
    return true;
}

bool decode_rows(jpeg_decompress_struct& info, JpegJump& jump, JSAMPARRAY rows, unsigned count) {
    if (setjmp(jump.back)) return false;
    for (unsigned done = 0; done < count;) {
        const unsigned more = jpeg_read_scanlines(&info, rows + done, count - done);
        if (more == 0) return false;
        done += more;
    }
    return true;
}

/// Reads the rest of the scan, up to the end mark. False for a marker that cannot stand there.
bool finish(jpeg_decompress_struct& info, JpegJump& jump) {
    if (setjmp(jump.back)) return false;
    return jpeg_finish_decompress(&info) == TRUE;
}

/// Decodes a file of one scan to its end, which OpenImageIO 2.4 does not do, or 2, 4 or 8 times smaller, from the lowest
/// frequencies of each block of 8x8, which is much less work. Gives 8 bits per sample in the colours of a reader of the whole file.
/// Throws a file error if libjpeg finds the file truncated or damaged, also with a warning, or if the file changed. Returns libjpeg's
/// complaint after the last row: bytes left over before the end mark show that earlier bytes are wrong.
Message read_scan(const OpenFile& open, const OIIO::ImageSpec& spec, Bytes& to) {
    const JpegFile file = open_jpeg(open.path);
    JpegJump jump;
    const auto refuse = [&](const MessageRow& row) {
        open.refuse(Message(row, {jump.complaint[0] ? jump.complaint : "the reader gives no reason"}));
    };
    if (!file) refuse(messages::jpeg_unopened);
    jpeg_decompress_struct info{};
    info.err = silent_errors(jump);
    const JpegDestroyer destroyer{&info};
    if (!start(info, jump, file.get(), unsigned(open.reduced)) || jump.complaint[0])
        refuse(messages::jpeg_damaged);
    if (int(info.output_width) != spec.width || int(info.output_height) != spec.height ||
        info.output_components != spec.nchannels)
        refuse(messages::jpeg_changed);
    const std::size_t row = std::size_t(spec.width) * std::size_t(spec.nchannels);
    const std::size_t room = to.scratch ? to.scratch->window : to.size;
    const int most = int(std::clamp<std::size_t>(room / row, 1, scan_lines_at_once));
    const bool again = to.size < row * std::size_t(spec.height);
    JSAMPROW rows[scan_lines_at_once];
    for (int y = 0; y < spec.height; y += most) {
        const int count = std::min(most, spec.height - y);
        for (int i = 0; i < count; ++i)
            rows[i] = reinterpret_cast<JSAMPROW>(to.data.get()) + std::size_t(again ? i : y + i) * row;
        if (!decode_rows(info, jump, rows, unsigned(count)) || jump.complaint[0])
            refuse(messages::jpeg_damaged);
        to.let_go();
        heartbeat();
    }
    const int marker = info.unread_marker; // the marker that stopped its decoder
    if (!finish(info, jump)) refuse(messages::jpeg_damaged);
    const bool left_over = std::string_view(jump.complaint).find("extraneous") != std::string_view::npos;
    if (!left_over && marker != 0 && marker != JPEG_EOI)
        return message(messages::jpeg_suspect, "marker " + std::to_string(marker) + " is in the scan");
    return left_over ? message(messages::jpeg_suspect, jump.complaint) : Message();
}

bool read(OpenFile& open, int, const OIIO::ImageSpec& spec, Bytes& to) {
    if (open.reduced == 1 && !open.print.colours && has_several_scans(open)) return false;
    const Message note = read_scan(open, spec, to);
    if (note.empty()) return true;
    if (open.options.replaced) throw lost_for_good(open.path, note);
    open.warn(note);
    return true;
}

std::string read_whole_because(const OpenFile& open) {
    return has_several_scans(open) ? "it is progressive" : "";
}

/// The segments for the new file: without thumbnails and without data that belong only to the old file.
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

/// Finds the data after the image of a JPEG with these segments.
void read_appended_of(ImageFile& file, const std::filesystem::path& path,
                      const std::vector<JpegSegment>& segments) {
    auto found = find_appended(path, segments);
    if (!found) return;
    const Part& part = file.parts.front();
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const Size size{spec.width, spec.height};
    AppendedFile appended{std::move(*found), size};
    const bool has_samples = part.pixels.bytes.size > 0; // a dry run reads none
    if (has_samples && appended.found.gain_map()) appended.light = cell_light(part.pixels);
    if (appended.found.lacks_gain_map)
        file.warnings.push_back(
            message(messages::gain_map_damaged, "its data are cut off or missing; copy the file again")
                .about(path.string()));
    file.appended = std::make_shared<const AppendedFile>(std::move(appended));
}

std::optional<GainMapFacts> gain_map_of(const OpenFile& open) {
    const std::optional<JpegHeader>& header = header_of(open);
    const auto found = header ? find_appended(open.path, header->segments) : std::nullopt;
    return found ? gain_map_facts(*found, header->segments) : std::nullopt;
}

void read_metadata(const OpenFile& open, ImageFile& file, Metadata& found) {
    const std::optional<JpegHeader>& header = header_of(open);
    if (!header) return;
    OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    spec.erase_attribute("PixelAspectRatio"); // which OpenImageIO has the other way round, see JfifDensity
    if (const auto density = jfif_density(header->segments); density && density->across != density->down)
        spec["PixelAspectRatio"] = float(density->aspect());
    found.own = kept_segments(header->segments, found);
    if (remove_credentials(found.own)) {
        file.left_out.push_back(message(messages::credentials).about(open.path.string()));
        file.warnings.push_back(file.left_out.back());
    }
    if (!spec.find_attribute("ICCProfile")) found.profile = profile_of_jpeg(FileView(open.path));
    if (header->quality > 0) spec[quality_attribute] = header->quality;
    if (!header->subsampling.empty()) spec[subsampling_attribute] = header->subsampling;
    if (header->progressive) spec[progressive_attribute] = 1;
    read_appended_of(file, open.path, found.own);
}

} // namespace

const Reader jpeg_reader{.check = check_jpeg,
                         .damage = damage_in_jpeg,
                         .opening_bytes = jpeg_opening_bytes,
                         .patch_header = check_scans,
                         .has_reversed_inks = has_adobe_segment,
                         .reduce = reduce,
                         .read = read,
                         .read_whole_because = read_whole_because,
                         .gain_map = gain_map_of,
                         .read_metadata = read_metadata};

} // namespace atrous
