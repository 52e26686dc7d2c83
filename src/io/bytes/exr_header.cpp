// What the attributes in OpenEXR's headers mean.
#include "io/bytes/exr_header.h"
#include "base/error.h"
#include "io/bytes/exr_attributes.h"
#include <algorithm>
#include <bit>
#include <cstdint>

namespace atrous {
namespace {

constexpr std::uint32_t exr_magic = 20000630, flag_parts = 0x1000, flag_tiled = 0x200, flag_deep = 0x800;
constexpr std::uint64_t longest_value = std::uint64_t(1) << 26;
constexpr const char* exr_compression_names[] = {"none",  "rle", "zips", "zip",  "piz",
                                                 "pxr24", "b44", "b44a", "dwaa", "dwab"};
constexpr const char* exr_type_names[] = {"uint", "half", "float"};

template <std::size_t N>
std::string exr_name_in(const char* const (&names)[N], std::uint32_t index) {
    return index < N ? names[index] : "unknown";
}

/// A little-endian number of a value; 0 behind its end.
std::uint32_t exr_number_at(const std::string& value, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4 && at + i < value.size(); ++i)
        number |= std::uint32_t(std::uint8_t(value[at + i])) << (8 * i);
    return number;
}

ExrWindow exr_window_of(const std::string& value) {
    std::array<std::int64_t, 4> box{};
    for (std::size_t i = 0; i < 4; ++i) box[i] = std::bit_cast<std::int32_t>(exr_number_at(value, 4 * i));
    const auto extent = [](std::int64_t from, std::int64_t to) {
        return int(std::clamp<std::int64_t>(to - from + 1, 0, INT32_MAX));
    };
    return {{int(box[0]), int(box[1])}, {extent(box[0], box[2]), extent(box[1], box[3])}};
}

void set_exr_attribute(ExrPartHeader& part, const std::string& name, const std::string& type,
                       const std::string& value) {
    part.types[name] = type;
    if (type == "string") part.strings[name] = value;
    if (name == "channels") part.channels = exr_channels(value);
    if (name == "compression")
        part.compression = exr_name_in(exr_compression_names, std::uint8_t((value + '\xff')[0]));
    if (name == "dataWindow") part.data = exr_window_of(value);
    if (name == "displayWindow") part.display = exr_window_of(value);
    if (name == "name") part.name = value;
    if (name == "type") {
        part.deep = value.starts_with("deep");
        part.tiled = value.ends_with("tiled") || value.ends_with("tile");
    }
}

} // namespace

std::vector<ExrChannelHeader> exr_channels(const std::string& list) {
    std::vector<ExrChannelHeader> channels;
    for (std::size_t at = 0; at < list.size() && list[at] != '\0';) {
        const std::size_t end = std::min(list.find('\0', at), list.size());
        const std::size_t value = end + 1;
        const auto sampling = std::max(exr_number_at(list, value + 8), exr_number_at(list, value + 12));
        channels.push_back({list.substr(at, end - at),
                            exr_name_in(exr_type_names, exr_number_at(list, value)), int(sampling)});
        at = value + 16;
    }
    return channels;
}

bool ExrPartHeader::subsampled() const {
    return std::ranges::any_of(channels, [](const ExrChannelHeader& c) { return c.sampling != 1; });
}

std::vector<ExrPartHeader> exr_headers(const std::filesystem::path& path) {
    std::vector<ExrPartHeader> parts;
    std::error_code bad;
    if (!std::filesystem::is_regular_file(path, bad)) return parts; // a pipe would be waited for
    const FileView file(path);
    if (file.number(0, 4, false) != exr_magic) return parts;
    const auto flags = std::uint32_t(file.number(4, 4, false));
    bool cut = false;
    const auto add = [&](const ExrAttribute& found) -> std::string {
        if (found.size > longest_value)
            return "the header is damaged: an attribute of " + std::to_string(found.size) + " bytes";
        if (std::size_t(found.part) == parts.size()) {
            ExrPartHeader& part = parts.emplace_back();
            part.tiled = !(flags & flag_parts) && (flags & flag_tiled);
            part.deep = !(flags & flag_parts) && (flags & flag_deep);
        }
        set_exr_attribute(parts.back(), found.name, found.type, file.bytes(found.at, found.size));
        return {};
    };
    const std::string why = visit_exr(file, add, cut);
    if (cut || !why.empty()) throw file_error(path.string() + ": " + (cut ? "the header is truncated" : why));
    return parts;
}

} // namespace atrous
