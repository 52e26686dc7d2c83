// The headers of an OpenEXR file: sizes of attributes, channels, the data window and tiles.
#include "io/check/check.h"
#include <cstdint>

namespace atrous {
namespace {

constexpr std::uint64_t longest_name = 256;

/// Text up to its NUL; its end moves `at` behind it.
std::string text_at(const FileView& file, std::uint64_t& at) {
    std::string text = file.bytes(at, longest_name);
    const std::size_t end = text.find('\0');
    text.resize(end == std::string::npos ? text.size() : end);
    at += text.size() + 1;
    return text;
}

std::int64_t signed_at(const FileView& file, std::uint64_t at) {
    return std::int32_t(std::uint32_t(file.number(at, 4, false)));
}

/// Channels in a list of them: name, NUL, 16 bytes.
std::string check_channels(const FileView& file, std::uint64_t at, std::uint64_t end) {
    int channels = 0;
    while (at < end && file.number(at, 1) != 0) {
        text_at(file, at);
        at += 16;
        if (++channels > most_file_channels)
            return "has more than " + std::to_string(most_file_channels) +
                   " channels in a part; at most these are read";
    }
    return {};
}

std::string check_window(const FileView& file, std::uint64_t at, const std::string& name) {
    const std::int64_t width = signed_at(file, at + 8) - signed_at(file, at) + 1,
                       height = signed_at(file, at + 12) - signed_at(file, at + 4) + 1;
    if (width <= longest_file_side && height <= longest_file_side) return {};
    return "its " + name + " is " + std::to_string(width) + "x" + std::to_string(height) +
           "; the longest side may be at most " + std::to_string(longest_file_side) + " pixels";
}

std::string check_attribute(const FileView& file, const std::string& name, std::uint64_t at,
                            std::uint64_t size) {
    if (name == "channels") return check_channels(file, at, at + size);
    if (name == "dataWindow" && size == 16) return check_window(file, at, "data window");
    const bool tiles = name == "tiles" && size >= 8;
    if (tiles &&
        (file.number(at, 4, false) > longest_file_side || file.number(at + 4, 4, false) > longest_file_side))
        return "its tiles are " + std::to_string(file.number(at, 4, false)) + "x" +
               std::to_string(file.number(at + 4, 4, false)) + "; at most " +
               std::to_string(longest_file_side) + " pixels a side are read";
    return {};
}

} // namespace

std::string check_exr(const FileView& file) {
    constexpr std::uint64_t several = 0x1000; // flag of multi-part files, whose headers end with an empty one
    const bool parts = (file.number(4, 4, false) & several) != 0;
    std::uint64_t at = 8;
    for (int part = 0; part <= most_file_parts && file.has(at, 1) && (part == 0 || parts); ++part) {
        if (file.number(at, 1) == 0) return {};
        while (file.has(at, 1) && file.number(at, 1) != 0) {
            const std::string name = text_at(file, at);
            text_at(file, at); // its type
            const std::int64_t size = signed_at(file, at);
            at += 4;
            if (size < 0 || !file.has(at, std::uint64_t(size)))
                return "its header is damaged (the attribute " + name + " claims " + std::to_string(size) +
                       " bytes, the file has " + std::to_string(file.size()) + ")";
            if (std::string why = check_attribute(file, name, at, std::uint64_t(size)); !why.empty())
                return why;
            at += std::uint64_t(size);
        }
        ++at;
    }
    return {};
}

} // namespace atrous
