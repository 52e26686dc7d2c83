// The chunks of a PNG: profile and XMP, which are mostly compressed.
#include "io/bytes/inflate.h"
#include "io/bytes/png_chunks.h"
#include "io/check/check.h"

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr auto xmp_keyword = "XML:com.adobe.xmp\0"sv;

std::string check_profile(const std::string& data) {
    const std::size_t name = data.find('\0');
    if (name == std::string::npos || name + 2 > data.size()) return {};
    const auto profile = inflated(std::string_view(data).substr(name + 2), std::size_t(most_profile_bytes));
    // What lies outside libpng sees itself, and leaves the profile out.
    if (!profile.too_long) return has_bad_icc_table(profile.bytes) ? "" : check_icc(profile.bytes);
    return "its ICC profile has more than " + std::to_string(most_profile_bytes >> 20) +
           " MiB; at most that are read";
}

/// An international text: keyword, compression flag and method, language, translated keyword, text.
std::string check_text(const std::string& data) {
    std::string_view rest = std::string_view(data).substr(xmp_keyword.size());
    if (rest.size() < 2) return {};
    const bool packed = rest[0] != 0;
    rest.remove_prefix(2);
    for (int i = 0; i < 2; ++i) {
        const std::size_t end = rest.find('\0');
        if (end == std::string_view::npos) return {};
        rest.remove_prefix(end + 1);
    }
    return check_xmp(packed ? std::string_view(inflated(rest, std::size_t(most_xmp_bytes) + 1).bytes) : rest);
}

/// A text, or a compressed one, of the same keyword: no XMP by the standard, but read as such.
std::string check_plain_text(const std::string& data, bool packed) {
    const std::string_view rest = std::string_view(data).substr(xmp_keyword.size());
    if (!packed || rest.empty()) return check_xmp(rest);
    const auto text = inflated(rest.substr(1), std::size_t(most_xmp_bytes) + 1);
    return check_xmp(text.bytes);
}

} // namespace

std::string check_png(const FileView& file) {
    std::string why;
    walk_png(file, [&](const PngChunk& chunk) {
        const std::string& name = chunk.name;
        const bool text = name == "iTXt" || name == "tEXt" || name == "zTXt";
        if (name != "iCCP" && !text) return true;
        const auto data = [&] { return file.bytes(chunk.at, chunk.length); };
        if (chunk.length > most_xmp_bytes)
            why = "its chunk " + name + " has more than " + std::to_string(most_xmp_bytes >> 20) +
                  " MiB; at most that are read";
        else if (!text)
            why = check_profile(data());
        else if (chunk.length >= xmp_keyword.size() &&
                 file.bytes(chunk.at, xmp_keyword.size()) == xmp_keyword)
            why = name == "iTXt" ? check_text(data()) : check_plain_text(data(), name == "zTXt");
        return why.empty();
    });
    return why;
}

} // namespace atrous
