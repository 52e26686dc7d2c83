// Reads headers as "OpenEXR File Layout" specifies: magic number, version and flags, then for each part a list of name,
// type, size and value that ends with an empty name. In files of several parts the last list is empty.
#include "formats/exr/exr_header.h"
#include "base/error.h"
#include "base/text.h"
#include "files/file_view.h"
#include "formats/exr/messages.h"
#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace atrous {
namespace {

constexpr std::uint64_t first_header = 8, longest_name = 255, longest_value = std::uint64_t(1) << 26;
constexpr int max_attributes = 100'000; // of a part
constexpr std::uint32_t exr_magic = 20000630, flag_parts = 0x1000, flag_tiled = 0x200, flag_deep = 0x800;

/// Returns text up to its NUL, and moves `at` past it.
std::string text_at(const FileView& file, std::uint64_t& at) {
    std::string text = file.bytes(at, longest_name + 1);
    const std::size_t end = text.find('\0');
    text.resize(end == std::string::npos ? text.size() : end);
    at += text.size() + 1;
    return text;
}

constexpr const char* exr_type_names[] = {"uint", "half", "float"};

std::string exr_compression_name(std::size_t index) {
    return index < std::size(exr_packings) ? std::string(exr_packings[index].name) : "unknown";
}

/// A little-endian number of a value, or 0 after its end.
std::uint32_t exr_number_at(const std::string& value, std::size_t at) {
    return at + 4 > value.size() ? 0 : std::uint32_t(number_in(value, at, 4, false));
}

ExrWindow exr_window_of(const std::string& value) {
    std::array<std::int64_t, 4> box{};
    for (std::size_t i = 0; i < 4; ++i) box[i] = std::bit_cast<std::int32_t>(exr_number_at(value, 4 * i));
    const auto extent = [](std::int64_t from, std::int64_t to) {
        return int(std::clamp<std::int64_t>(to - from + 1, 0, INT32_MAX));
    };
    return {{int(box[0]), int(box[1])}, {extent(box[0], box[2]), extent(box[1], box[3])}};
}

std::vector<ExrChannelHeader> exr_channels(const std::string& list) {
    std::vector<ExrChannelHeader> channels;
    for (std::size_t at = 0; at < list.size() && list[at] != '\0' && channels.size() <= max_file_channels;) {
        const std::size_t end = std::min(list.find('\0', at), list.size());
        const std::size_t value = end + 1;
        const auto sampling = std::max(exr_number_at(list, value + 8), exr_number_at(list, value + 12));
        const std::uint32_t type = exr_number_at(list, value);
        channels.push_back({list.substr(at, end - at),
                            type < std::size(exr_type_names) ? exr_type_names[type] : "unknown",
                            int(sampling)});
        at = value + 16;
    }
    return channels;
}

void set_exr_attribute(ExrPartHeader& part, const std::string& name, const std::string& type,
                       const std::string& value) {
    part.types[name] = type;
    part.sizes[name] = value.size();
    if (type == "string") part.strings[name] = value;
    if (name == "channels") part.channels = exr_channels(value);
    if (name == "compression") part.compression = exr_compression_name(std::uint8_t((value + '\xff')[0]));
    if (name == "dataWindow" && value.size() == 16) part.data = exr_window_of(value);
    if (name == "displayWindow") part.display = exr_window_of(value);
    if (name == "name") part.name = value;
    if (name == "chunkCount") part.chunks = exr_number_at(value, 0);
    if (name == "lineOrder") part.line_order = std::uint8_t((value + '\xff')[0]);
    if (name == "tiles" && value.size() >= 8)
        part.tile_width = exr_number_at(value, 0), part.tile_height = exr_number_at(value, 4);
    if (name == "type") {
        part.deep = value.starts_with("deep");
        part.tiled = value == "tiledimage" || value == "deeptile";
    }
}

/// Adds an attribute, whose value ends at `at`.
void add_attribute(const FileView& file, std::uint64_t& at, ExrPartHeader& part) {
    const std::string name = text_at(file, at), type = text_at(file, at);
    if (name.size() > longest_name || type.size() > longest_name) throw file_error(messages::exr_name_end);
    const std::int64_t size = std::int32_t(std::uint32_t(file.number(at, 4, false)));
    if (size < 0 || !file.has(at + 4, std::uint64_t(size)))
        throw file_error(messages::exr_attribute_size, one_line(name), size, file.size());
    if (std::uint64_t(size) > longest_value) throw file_error(messages::exr_long_attribute, size);
    set_exr_attribute(part, name, type, file.bytes(at + 4, std::uint64_t(size)));
    at += 4 + std::uint64_t(size);
}

} // namespace

bool ExrPartHeader::subsampled() const {
    return std::ranges::any_of(channels, [](const ExrChannelHeader& c) { return c.sampling != 1; });
}

std::vector<ExrPartHeader> exr_headers(const FileView& file) {
    std::vector<ExrPartHeader> parts;
    if (file.number(0, 4, false) != exr_magic) return parts;
    const auto flags = std::uint32_t(file.number(4, 4, false));
    const bool several = (flags & flag_parts) != 0;
    const auto ends_here = [&](std::uint64_t at) {
        if (!file.has(at, 1)) throw file_error(messages::exr_header_cut);
        return file.number(at, 1) == 0;
    };
    std::uint64_t at = first_header;
    while (parts.size() <= max_file_parts && (parts.empty() || several) && !ends_here(at)) {
        ExrPartHeader& part = parts.emplace_back();
        part.deep = !several && (flags & flag_deep);
        for (int count = 0; !ends_here(at); ++count) {
            if (count == max_attributes) throw file_error(messages::exr_attribute_count, max_attributes);
            add_attribute(file, at, part);
        }
        if (!several)
            part.tiled = (flags & flag_tiled) != 0; // whatever the attribute type says (ImfInputFile.cpp)
        part.end = ++at;
    }
    return parts;
}

std::vector<ExrPartHeader> exr_headers(const std::filesystem::path& path) {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(path, ec)) return {}; // a pipe would be waited for
    return with_context(path.string(), [&] { return exr_headers(FileView(path)); });
}

} // namespace atrous
