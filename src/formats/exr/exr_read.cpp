// Completes OpenImageIO's reading of OpenEXR: attributes that it drops, parts that it skips, colours that attributes name.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/common/formats.h"
#include "formats/common/messages.h"
#include "formats/exr/exr_header.h"
#include "formats/exr/messages.h"
#include <algorithm>
#include <set>

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
    if (exr_headers(open.path).size() > open.specs.size())
        open.refuse(message(messages::exr_part, open.specs.size() + 1, ended));
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

Message damage_in_samples(const OpenFile& open, int page) {
    return page == 0 ? check_exr_chunks(FileView(open.path)) : Message();
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
                        .damage_in_samples = damage_in_samples,
                        .rows_together = rows_of_chunk};

} // namespace atrous
