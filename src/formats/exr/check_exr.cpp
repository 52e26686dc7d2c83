// The headers of an OpenEXR file: sizes of attributes, channels, the data window and tiles.
#include "formats/common/check.h"
#include "formats/exr/exr_header.h"
#include <cstdint>

namespace atrous {
namespace {

std::int64_t signed_at(const FileView& file, std::uint64_t at) {
    return std::int32_t(std::uint32_t(file.number(at, 4, false)));
}

/// Channels in a list of them: name, NUL, 16 bytes.
std::string check_channels(const FileView& file, std::uint64_t at, std::uint64_t end) {
    int channels = 0;
    while (at < end && file.number(at, 1) != 0) {
        while (at < end && file.number(at, 1) != 0) ++at;
        at += 1 + 16;
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

std::string check_attribute(const FileView& file, const ExrAttribute& attribute) {
    const auto& [part, name, type, at, size] = attribute;
    if (name == "channels") return check_channels(file, at, at + size);
    if (name == "dataWindow" && size == 16) return check_window(file, at, "data window");
    if (name != "tiles" || size < 8) return {};
    const std::uint64_t width = file.number(at, 4, false), height = file.number(at + 4, 4, false);
    if (width <= longest_file_side && height <= longest_file_side) return {};
    return "its tiles are " + std::to_string(width) + "x" + std::to_string(height) + "; at most " +
           std::to_string(longest_file_side) + " pixels a side are read";
}

} // namespace

std::string check_exr(const FileView& file) {
    bool cut = false; // the library says so
    return visit_exr(
        file, [&](const ExrAttribute& found) { return check_attribute(file, found); }, cut);
}

} // namespace atrous
