// Checks the chunks of a PNG: profile and XMP, which are mostly compressed, and all checksums (third edition, 5.3), the image's when it
// is read, since libpng prints its findings. Also finds chunks that libpng would silently leave out, the frames of an APNG, which no
// library here reads, and profiles that cannot be decompressed, from which Exiv2 0.27 would make uninitialised memory.
#include "base/error.h"
#include "base/text.h"
#include "files/deflate.h"
#include "files/file_view.h"
#include "files/inflate.h"
#include "formats/common/messages.h"
#include "formats/png/messages.h"
#include "formats/png/png.h"
#include "image/messages.h"
#include "image/profile.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr auto xmp_keyword = "XML:com.adobe.xmp\0"sv;

/// Inflates the profile in a chunk's data: name, NUL, method, zlib stream. Empty if there is none.
Inflated inflated_profile(const std::string& data) {
    const std::size_t name = data.find('\0');
    if (name == std::string::npos || name + 2 > data.size()) return {};
    return inflated(std::string_view(data).substr(name + 2), std::size_t(max_profile_bytes));
}

Message check_profile(const std::string& data) {
    const Inflated profile = inflated_profile(data);
    // libpng finds tags that lie outside itself, and leaves the profile out.
    if (!profile.too_long) return has_bad_icc_table(profile.bytes) ? Message() : check_icc(profile.bytes);
    return message(messages::profile_size, max_profile_bytes >> 20);
}

/// An international text: keyword, compression flag and method, language, translated keyword, text.
Message check_text(const std::string& data) {
    std::string_view rest = std::string_view(data).substr(xmp_keyword.size());
    if (rest.size() < 2) return {};
    const bool packed = rest[0] != 0;
    rest.remove_prefix(2);
    for (int i = 0; i < 2; ++i) {
        const std::size_t end = rest.find('\0');
        if (end == std::string_view::npos) return {};
        rest.remove_prefix(end + 1);
    }
    return check_xmp(packed ? std::string_view(inflated(rest, std::size_t(max_xmp_bytes) + 1).bytes) : rest);
}

/// A text, or a compressed one, of the same keyword: no XMP by the standard, but read as such.
Message check_plain_text(const std::string& data, bool packed) {
    const std::string_view rest = std::string_view(data).substr(xmp_keyword.size());
    if (!packed || rest.empty()) return check_xmp(rest);
    const auto text = inflated(rest.substr(1), std::size_t(max_xmp_bytes) + 1);
    return check_xmp(text.bytes);
}

/// Chunks without which the image has the same samples. Damage to any other is an error of the file.
struct AncillaryChunk {
    std::string_view name;
    const char* what;
};
constexpr AncillaryChunk lesser[] = {{"iCCP", "the colour profile"},
                                     {"gAMA", "the gamma"},
                                     {"cHRM", "the primaries"},
                                     {"sRGB", "the colours"},
                                     {"cICP", "the colours"},
                                     {"mDCV", "the display"},
                                     {"mDCv", "the display"},
                                     {"cLLI", "the light"},
                                     {"cLLi", "the light"},
                                     {"sBIT", "the steps"},
                                     {"bKGD", "the background"},
                                     {"hIST", "the histogram"},
                                     {"sPLT", "a palette"},
                                     {"pHYs", "the resolution"},
                                     {"oFFs", "the place"},
                                     {"tIME", "the time"},
                                     {"eXIf", "the EXIF data"},
                                     {"tEXt", "a text"},
                                     {"zTXt", "a text"},
                                     {"iTXt", "a text, or the XMP"}};

/// Chunks that are read, or that are useless for another image: storage of samples, hints for decoders. An animation is reported
/// separately.
constexpr std::string_view read_or_void[] = {
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "sBIT", "hIST", "sPLT", "pHYs", "oFFs", "tIME", "eXIf", "tEXt",
    "zTXt", "iTXt", "iCCP", "gAMA", "cHRM", "sRGB", "cICP", "bKGD", "acTL", "fcTL", "fdAT", "iDOT"};
/// Chunks of the standard and its extensions that are not read.
constexpr AncillaryChunk unread[] = {{"sCAL", "the scale"},         {"pCAL", "the quantity of its samples"},
                                     {"sTER", "the stereo layout"}, {"mDCV", "the display"},
                                     {"mDCv", "the display"},       {"cLLI", "the light"},
                                     {"cLLi", "the light"},         {"dSIG", "a signature"}};

/// Chunks that change the meaning of samples, and have an effect only before them.
constexpr std::string_view in_front[] = {"PLTE", "tRNS", "iCCP", "gAMA", "cHRM", "sRGB", "cICP"};

void print_unread(const PngChunk& chunk, bool has_light, Damage& found) {
    const std::string_view name = chunk.name;
    if (has_light && is_light(name, chunk.length)) return;
    if (std::ranges::count(read_or_void, name) > 0) return;
    if (name == "caBX") return found.notes.add(message(messages::credentials));
    const auto* row = std::ranges::find(unread, name, &AncillaryChunk::name);
    if (row != std::end(unread))
        found.unread.add(message(messages::png_chunk_unread, one_line(chunk.name), row->what));
    else
        found.unread.add(message(messages::png_chunk_unknown, one_line(chunk.name)));
}

/// The profile in a chunk's data.
std::string unpacked(const std::string& data) {
    Inflated profile = inflated_profile(data);
    const bool sound = profile.whole && !profile.too_long && !has_bad_icc_table(profile.bytes) &&
                       number_in(profile.bytes, 0, 4) == profile.bytes.size();
    return sound ? std::move(profile.bytes) : std::string();
}

} // namespace

Message check_png(const FileView& file) {
    Message reason;
    bool picture = false;
    const std::uint64_t end = walk_png(file, [&](const PngChunk& chunk) {
        const std::string& name = chunk.name;
        if (name[0] == '\0') return false; // any number of zeros: damage_in_png() reports the first
        picture |= name == "IDAT";
        const bool text = name == "iTXt" || name == "tEXt" || name == "zTXt";
        if (name != "iCCP" && !text) return true;
        const auto data = [&] { return file.bytes(chunk.at, chunk.length); };
        if (chunk.length > max_xmp_bytes)
            reason = message(messages::png_text_size, name, max_xmp_bytes >> 20);
        else if (!text)
            reason = check_profile(data());
        else if (chunk.length >= xmp_keyword.size() &&
                 file.bytes(chunk.at, xmp_keyword.size()) == xmp_keyword)
            reason = name == "iTXt" ? check_text(data()) : check_plain_text(data(), name == "zTXt");
        return reason.empty();
    });
    if (!reason.empty() || picture || file.bytes(end + 4, 4) == "IDAT") return reason;
    return message(messages::png_no_samples, end, file.size());
}

Damage damage_in_png(const FileView& file) {
    Damage found;
    const auto left_out = [&](const PngChunk& chunk, const char* how) {
        const auto* row = std::ranges::find(lesser, std::string_view(chunk.name), &AncillaryChunk::name);
        if (row == std::end(lesser)) throw file_error(messages::png_chunk_damaged, one_line(chunk.name), how);
        found.lost.add(message(messages::png_chunk_lost, one_line(chunk.name), row->what, how));
    };
    constexpr std::uint64_t colour_type = 25, palette = 3;
    bool picture = false, ended = false, first_shown = false, colours = false;
    const bool has_light = has_png_light(file);
    std::uint64_t frames = 0;
    const std::uint64_t end = walk_png(file, [&](const PngChunk& chunk) {
        picture |= chunk.name == "IDAT";
        ended = chunk.name == "IEND";
        if (chunk.name == "acTL" && !picture) frames = file.number(chunk.at, 4);
        first_shown |= chunk.name == "fcTL" && !picture;
        colours |= chunk.name == "PLTE";
        if (chunk.name == "IDAT") return true;
        if (!is_sound(file, chunk))
            left_out(chunk, "has a wrong checksum");
        else if (chunk.name == "iCCP" && unpacked(file.bytes(chunk.at, chunk.length)).empty())
            left_out(chunk, "cannot be decompressed, or its tags do not lie in it");
        else if (chunk.name == "cICP" && chunk.length != 4)
            left_out(chunk, "does not have 4 bytes");
        else if (picture && std::ranges::count(in_front, chunk.name) > 0)
            left_out(chunk, "stands after the image (IDAT), where it has no effect");
        else if (chunk.name == "tRNS" && file.number(colour_type, 1) == palette && !colours)
            left_out(chunk, "stands before the palette (PLTE), where it has no effect");
        else
            print_unread(chunk, has_light, found);
        return true;
    });
    if (picture && !ended) found.lost.add(message(messages::png_no_end, end, file.size()));
    if (frames > (first_shown ? 1 : 0))
        found.unread.add(message(messages::png_animation, frames,
                                 first_shown ? "the first" : "the image that stands for them"));
    return found;
}

Message check_png_samples(const FileView& file) {
    Message reason;
    const std::uint64_t end = walk_png(file, [&](const PngChunk& chunk) {
        if (chunk.name == "IDAT" && !is_sound(file, chunk))
            reason = message(messages::png_samples_checksum, chunk.at);
        return reason.empty();
    });
    constexpr std::uint64_t head = 8; // length and name
    if (!reason.empty() || !file.has(end, head) || file.bytes(end + 4, 4) != "IDAT") return reason;
    const std::uint64_t behind = end + head + file.number(end, 4);
    if (behind <= file.size()) return {};
    return message(messages::png_samples_cut, behind, file.size());
}

std::string profile_of_png(const FileView& file) {
    std::string profile;
    walk_png(file, [&](const PngChunk& chunk) {
        if (chunk.name == "iCCP" && is_sound(file, chunk))
            profile = unpacked(file.bytes(chunk.at, chunk.length));
        return chunk.name != "IDAT" && chunk.name != "iCCP";
    });
    return profile;
}

} // namespace atrous
