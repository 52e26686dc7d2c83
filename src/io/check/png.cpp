// The chunks of a PNG: profile and XMP, which are mostly compressed.
#include "io/check/check.h"
#include "io/inflate.h"

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
    for (std::uint64_t at = 8; why.empty() && file.has(at, 12);) {
        const std::uint64_t length = file.number(at, 4);
        const std::string name = file.bytes(at + 4, 4);
        if (!file.has(at + 8, length) || name == "IEND") break;
        const bool text = name == "iTXt" || name == "tEXt" || name == "zTXt";
        if ((name == "iCCP" || text) && length > most_xmp_bytes)
            return "its chunk " + name + " has more than " + std::to_string(most_xmp_bytes >> 20) +
                   " MiB; at most that are read";
        if (name == "iCCP") why = check_profile(file.bytes(at + 8, length));
        if (text && length >= xmp_keyword.size() && file.bytes(at + 8, xmp_keyword.size()) == xmp_keyword) {
            const std::string data = file.bytes(at + 8, length);
            why = name == "iTXt" ? check_text(data) : check_plain_text(data, name == "zTXt");
        }
        at += 12 + length;
    }
    return why;
}

} // namespace atrous
