// The checksums of a PNG's chunks (third edition, 5.3) but those of its picture, which libpng sees to: chunks that it would
// leave out without a word, and what Exiv2 0.27 would make of a profile that cannot be unpacked (memory that nobody filled).
#include "base/error.h"
#include "base/text.h"
#include "io/bytes/deflate.h"
#include "io/bytes/inflate.h"
#include "io/bytes/png_chunks.h"
#include "io/check/check.h"
#include <algorithm>

namespace atrous {
namespace {

/// Chunks without which the picture has the same samples; damage to any other is an error of the file.
struct Lesser {
    std::string_view name;
    const char* what;
};
constexpr Lesser lesser[] = {{"iCCP", "the colour profile"},
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

bool is_sound(const FileView& file, const PngChunk& chunk) {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    const std::uint64_t end = chunk.at + chunk.length;
    std::uint32_t sum = 0;
    for (std::uint64_t at = chunk.at - 4; at < end; at += piece)
        sum = crc_of(file.bytes(at, std::min(piece, end - at)), sum);
    return sum == file.number(end, 4);
}

/// The profile in a chunk's data: name, NUL, method, what zlib made of it.
std::string unpacked(const std::string& data) {
    const std::size_t name = data.find('\0');
    if (name == std::string::npos || name + 2 > data.size()) return {};
    Inflated profile = inflated(std::string_view(data).substr(name + 2), std::size_t(most_profile_bytes));
    const bool sound = profile.whole && !profile.too_long && !has_bad_icc_table(profile.bytes) &&
                       number_in(profile.bytes, 0, 4) == profile.bytes.size();
    return sound ? std::move(profile.bytes) : std::string();
}

} // namespace

Damage damage_in_png(const FileView& file) {
    Damage found;
    const auto left_out = [&](const PngChunk& chunk, const char* how) {
        const auto* row = std::ranges::find(lesser, std::string_view(chunk.name), &Lesser::name);
        const std::string what = "its chunk " + one_line(chunk.name);
        if (row == std::end(lesser)) throw file_error("damaged: " + what + " " + how);
        found.lost.add(what + " (" + row->what + ") " + how);
    };
    bool picture = false, ended = false;
    const std::uint64_t end = walk_png(file, [&](const PngChunk& chunk) {
        picture |= chunk.name == "IDAT";
        ended = chunk.name == "IEND";
        if (chunk.name == "IDAT") return true;
        if (!is_sound(file, chunk))
            left_out(chunk, "is damaged: its bytes have another checksum");
        else if (chunk.name == "iCCP" && unpacked(file.bytes(chunk.at, chunk.length)).empty())
            left_out(chunk, "is damaged: it cannot be unpacked, or its tags do not lie in it");
        return true;
    });
    if (picture && !ended)
        found.lost.add("it is cut or damaged behind its picture, at byte " + std::to_string(end) + " of " +
                       std::to_string(file.size()) + ", before its end mark (IEND)");
    return found;
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
