// Completes libpng's reading of a PNG with facts of its chunks.
#include "files/file_view.h"
#include "formats/common/codec.h"
#include "formats/common/light_levels.h"
#include "formats/png/messages.h"
#include "formats/png/png.h"
#include "metadata/exiv2.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;
using Facts = std::vector<MetadataChunk>;

SaidColours of_cicp(std::string_view data, int colours) {
    const auto byte = [&](std::size_t at) { return int(number_in(data, at, 1)); };
    const SaidColours signalled = said_colours(CodePoints{byte(0), byte(1)}, colours);
    const int matrix = byte(2); // 0 is RGB
    if ((matrix == 0 && byte(3) == 1) || signalled.refused) return signalled;
    const Message problem =
        signalled.hdr
            ? (matrix == 0 ? message(messages::cicp_hdr_range) : message(messages::cicp_hdr_matrix, matrix))
            : (matrix == 0 ? message(messages::cicp_range) : message(messages::cicp_matrix, matrix));
    return {{}, problem, signalled.hdr};
}

/// Colours by gAMA and cHRM. Greys do not need cHRM, and colours without it have sRGB's primaries.
SaidColours of_primaries(std::string_view gamma, std::string_view primaries, int colours) {
    constexpr double unit = 100000;
    if (colours == 1 || primaries.empty())
        return said_colours(double(number_in(gamma, 0, 4)) / unit, colours);
    double numbers[8];
    for (std::size_t i = 0; i < 8; ++i) numbers[i] = double(number_in(primaries, 4 * i, 4)) / unit;
    return said_colours(numbers, double(number_in(gamma, 0, 4)) / unit);
}

/// Makes a profile of the colours in its chunks: cICP has precedence over the embedded profile, and that over gAMA and cHRM.
void name_colours(OpenFile& open, const std::string&) {
    open.own = std::make_shared<Facts>(png_facts(FileView(open.path)));
    const Facts& facts = own_of<Facts>(open);
    OIIO::ImageSpec& spec = open.specs.front();
    // The writers of JPEG and EXIF need the shorter word.
    if (spec.get_string_attribute("ResolutionUnit") == "inch") spec["ResolutionUnit"] = "in";
    const int colours = spec.nchannels < 3 ? 1 : 3;
    const std::string_view cicp = chunk_body(facts, "cICP"), gamma = chunk_body(facts, "gAMA"),
                           primaries = chunk_body(facts, "cHRM");
    const bool has_other = spec.find_attribute("ICCProfile") || !chunk_body(facts, "sRGB").empty();
    SaidColours signalled;
    if (!cicp.empty())
        signalled = of_cicp(cicp, colours);
    else if (!has_other && !gamma.empty())
        signalled = of_primaries(gamma, primaries, colours);
    else
        return;
    if (!open.can_use(signalled) || (signalled.profile.empty() && cicp.empty())) return;
    const std::string icc(profile_in(spec));
    put_profile(spec, signalled.profile);
    spec[png_colours_attribute] = 1;
    if (!signalled.hdr) return;
    const CodePoints points{int(number_in(cicp, 0, 1)), int(number_in(cicp, 1, 1))};
    spec[primaries_attribute] = points.primaries;
    spec[transfer_attribute] = points.transfer;
    warn_of_contradiction(open, icc, points);
    const auto [content, display] = png_light(FileView(open.path));
    take_light(open, spec, content, display);
}

/// The end of the last chunk (IEND).
std::uint64_t end_of_png(const FileView& file) {
    bool ended = false;
    const std::uint64_t last =
        walk_png(file, [&](const PngChunk& c) { return ended = c.name == "IEND", true; });
    return ended ? last + 12 : 0;
}

Message damage_in_samples(const OpenFile& open, int) { return check_png_samples(FileView(open.path)); }

/// By the last byte of its first chunk, IHDR.
std::string read_whole_because(const OpenFile& open) {
    constexpr std::size_t at = 28;
    const std::string head = first_bytes(open.path);
    return head.size() > at && head[at] != 0 ? "it is interlaced" : "";
}

/// A PNG's chunks for the new file. ImageMagick and others put EXIF into a text, which becomes a chunk of its
/// own. XMP that is compressed, or in a text of theirs, becomes plain, so that its numbers can follow the image.
std::vector<MetadataChunk> kept_chunks(std::vector<MetadataChunk> chunks, const std::string& exif,
                                       const std::string& xmp) {
    for (MetadataChunk& chunk : chunks)
        if (!xmp.empty() && (chunk.body.starts_with("XML:com.adobe.xmp\0\1"sv) ||
                             chunk.body.starts_with("Raw profile type xmp\0"sv)))
            chunk = {"iTXt", std::string(xmp_text) + xmp};
    std::erase_if(chunks, [&](const MetadataChunk& chunk) {
        const bool text = chunk.body.starts_with("Raw profile type exif") ||
                          chunk.body.starts_with("Raw profile type APP1");
        return chunk.name == "eXIf" || (text && !exif.empty());
    });
    if (!exif.empty()) chunks.insert(chunks.begin(), {"eXIf", exif});
    return chunks;
}

/// Gives Exiv2 only the sound chunks, see png.h.
void png_metadata(const OpenFile& open, ImageFile& file, Metadata& found) {
    std::vector<MetadataChunk> chunks = png_metadata_chunks(open.path);
    found = read_by_exiv2(png_of_chunks(chunks));
    if (std::string exact = exif_of(chunks, &found.thumbnail); !exact.empty()) found.exif = std::move(exact);
    found.own = kept_chunks(std::move(chunks), found.exif, found.xmp);
    const Facts& facts = own_of<Facts>(open);
    found.own.insert(found.own.end(), facts.begin(), facts.end());
    const OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    if (!spec.find_attribute("ICCProfile") && !spec.find_attribute(png_colours_attribute))
        found.profile = profile_of_png(FileView(open.path));
}

} // namespace

const Reader png_reader{.check = check_png,
                        .damage = damage_in_png,
                        .end = end_of_png,
                        .opened = name_colours,
                        .damage_in_samples = damage_in_samples,
                        .read_whole_because = read_whole_because,
                        .read_metadata = png_metadata};

} // namespace atrous
