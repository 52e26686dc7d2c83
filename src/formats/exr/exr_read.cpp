// Completes OpenImageIO's reading of OpenEXR: attributes that it drops, parts that it skips, colours that attributes name.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/common/formats.h"
#include "formats/common/messages.h"
#include "formats/exr/exr_chunks.h"
#include "formats/exr/messages.h"
#include <algorithm>
#include <set>
#include <utility>

namespace atrous {
namespace {

/// OpenImageIO 2.4 reads no attributes of other types, and writes none whose names begin with another format's.
Damage damage_in_exr(const FileView& file) {
    static constexpr std::string_view read[] = {
        "box2f",    "box2i",   "channels",  "chlist", "chromaticities", "compression",
        "double",   "envmap",  "float",     "int",    "m33d",           "floatvector",
        "m33f",     "keycode", "lineOrder", "m44d",   "m44f",           "rational",
        "v2d",      "v2f",     "string",    "v2i",    "stringvector",   "tiledesc",
        "timecode", "v3d",     "v3f",       "v3i"};
    static constexpr std::pair<const char*, const char*> renamed[] = {
        {"DateTime", "capDate"},
        {"ImageDescription", "comments"},
        {"Copyright", "owner"},
        {"FNumber", "aperture"},
        {"ExposureTime", "expTime"},
        {"XResolution", "xDensity"},
        {"YResolution", ""},
        {"textureformat", ""},
        {"PixelAspectRatio", "pixelAspectRatio"}};
    std::set<std::string> lost, changed;
    const std::vector<ExrPartHeader> parts = exr_headers(file);
    if (const Message reason = check_exr(parts); !reason.empty()) throw file_error(reason);
    for (const ExrPartHeader& part : parts)
        for (const auto& [name, type] : part.types) {
            const Format* other = format_named(name.substr(0, name.find(':')));
            const bool foreign =
                other && name.find(':') != std::string::npos && std::string_view(other->name) != "openexr";
            const std::uint64_t bytes = part.sizes.at(name);
            const bool is_empty = bytes == 0 && name != "name";
            if (foreign || is_empty || std::ranges::find(read, type) == std::end(read)) lost.insert(name);
            const auto* own = std::ranges::find(renamed, name, [](const auto& row) { return row.first; });
            if (own != std::end(renamed))
                (*own->second && !part.types.contains(own->second) ? changed : lost).insert(name);
            const bool is_vector = bytes == 8 || bytes == 12 || bytes == 36 || bytes == 64;
            if (type == "floatvector" && is_vector) changed.insert(name);
        }
    Damage found;
    if (!lost.empty())
        found.unread.add(message(messages::exr_attributes, joined({lost.begin(), lost.end()})));
    if (!changed.empty())
        found.notes.add(message(messages::exr_changed, joined({changed.begin(), changed.end()})));
    return found;
}

void check_parts(OpenFile& open, const std::string& ended) {
    for (const OIIO::ImageSpec& spec : open.specs) // OpenImageIO 2.4 refuses them, 2.5 makes RGB of them
        if (spec.find_attribute("openexr:luminancechroma"))
            open.refuse(message(messages::subsampled_image, "luminance and chroma"));
    auto own = with_context(open.path.string(), [&] { return std::make_shared<ExrFile>(open.path); });
    if (own->headers.size() > open.specs.size())
        open.refuse(message(messages::exr_part, open.specs.size() + 1, ended));
    open.own = std::move(own);
}

/// By its chromaticities, otherwise by the name of its colour space.
void name_colours(OpenFile& open, std::size_t part) {
    OIIO::ImageSpec& spec = open.specs[part];
    if (open.options.assumed || open.pictures[part].front().colours != 3 || spec.find_attribute("ICCProfile"))
        return;
    SaidColours signalled;
    if (spec.find_attribute("chromaticities")) {
        float numbers[8] = {}; // stay so if it is of another type
        spec.getattribute("chromaticities", OIIO::TypeDesc(OIIO::TypeDesc::FLOAT, 8), numbers);
        signalled = said_light(numbers);
    } else
        for (const char* name : {"oiio:ColorSpace", "colorInteropID"})
            if (const std::string space(spec.get_string_attribute(name)); !space.empty()) {
                signalled = said_space(space);
                if (!signalled.profile.empty())
                    spec["colorInteropID"] = space; // OpenImageIO writes no oiio:ColorSpace
            }
    if (!open.can_use(signalled) || signalled.profile.empty()) return;
    put_profile(spec, signalled.profile);
    spec[exr_colours_attribute] = 1;
}

/// Reads the samples of a part in memory if these are deflated rows.
bool read_rows_of(const ExrFile& own, std::size_t page, const OIIO::ImageSpec& spec, Bytes& to) {
    const bool is_whole = !to.scratch && to.size >= spec.image_bytes(true);
    if (!is_whole || page >= own.chunks.size() || !own.has_all_parts) return false;
    const ExrChunks& chunks = own.chunks[page];
    const std::vector<ExrSample> samples = exr_samples(own.headers[page].channels, spec);
    const bool same = int(chunks.width) == spec.width && int(chunks.height) == spec.height;
    return chunks.deflated() && same && !samples.empty() &&
           read_exr_rows(own.file, chunks, samples, to.data.get());
}

/// OpenEXR decodes the others, after a check.
bool read_exr_part(OpenFile& open, int part, const OIIO::ImageSpec& spec, Bytes& to) {
    const auto& own = own_of<ExrFile>(open);
    const auto page = std::size_t(open.page_of(part));
    if (read_rows_of(own, page, spec, to)) return true;
    Message reason = page < own.chunks.size() ? check_exr_chunks(own, page) : Message();
    if (reason.empty()) return false;
    reason.text = "is truncated or damaged: " + reason.text;
    open.refuse(reason);
}

/// Notes where the chunks of parts lie.
void note_source(const OpenFile& open, ImageFile& file, Metadata&) {
    for (Part& part : file.parts)
        if (file.parts.size() > 1) part.pass_through->spec[exr_source_attribute] = open.path.string();
}

/// Rows of a chunk, by compression.
int rows_of_chunk(const OIIO::ImageSpec& spec) {
    const std::string compression(spec.get_string_attribute("compression"));
    for (const ExrPacking& packing : exr_packings)
        if (compression.substr(0, compression.find(':')) == packing.name) return packing.rows;
    return 1;
}

} // namespace

const Reader exr_reader{.damage = damage_in_exr,
                        .leaves_gaps = "dwa",
                        .opened = check_parts,
                        .name_colours = name_colours,
                        .read = read_exr_part,
                        .rows_together = rows_of_chunk,
                        .read_metadata = note_source};

} // namespace atrous
