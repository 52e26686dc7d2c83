// Reads headers as "OpenEXR File Layout" specifies: magic number, version and flags, then for each part a list of name,
// type, size and value that ends with an empty name. In files of several parts the last list is empty.
#include "formats/exr/exr_header.h"
#include "base/error.h"
#include "base/text.h"
#include "files/file_view.h"
#include "formats/common/damage_messages.h"
#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace atrous {
namespace {

constexpr std::uint64_t first_header = 8, longest_name = 255;
constexpr int max_attributes = 100'000; // of a part
constexpr std::uint64_t several = 0x1000;

/// Returns text up to its NUL, and moves `at` past it.
std::string text_at(const FileView& file, std::uint64_t& at) {
    std::string text = file.bytes(at, longest_name + 1);
    const std::size_t end = text.find('\0');
    text.resize(end == std::string::npos ? text.size() : end);
    at += text.size() + 1;
    return text;
}

/// One attribute, whose value ends at `at`, or its damage.
Message next_attribute(const FileView& file, std::uint64_t& at, ExrAttribute& attribute) {
    attribute.name = text_at(file, at);
    attribute.type = text_at(file, at);
    if (attribute.name.size() > longest_name || attribute.type.size() > longest_name)
        return message(messages::exr_name_end);
    const std::int64_t size = std::int32_t(std::uint32_t(file.number(at, 4, false)));
    attribute.at = at + 4;
    if (size < 0 || !file.has(attribute.at, std::uint64_t(size)))
        return message(messages::exr_attribute_size, one_line(attribute.name), size, file.size());
    attribute.size = std::uint64_t(size);
    at = attribute.at + attribute.size;
    return {};
}

constexpr std::uint32_t exr_magic = 20000630, flag_parts = 0x1000, flag_tiled = 0x200, flag_deep = 0x800;
constexpr std::uint64_t longest_value = std::uint64_t(1) << 26;
constexpr const char* exr_type_names[] = {"uint", "half", "float"};

template <std::size_t N>
std::string exr_name_in(const char* const (&names)[N], std::uint32_t index) {
    return index < N ? names[index] : "unknown";
}

std::string exr_compression_name(std::size_t index) {
    return index < std::size(exr_packings) ? std::string(exr_packings[index].name) : "unknown";
}

/// A little-endian number of a value, or 0 after its end.
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
    if (name == "compression") part.compression = exr_compression_name(std::uint8_t((value + '\xff')[0]));
    if (name == "dataWindow") part.data = exr_window_of(value);
    if (name == "displayWindow") part.display = exr_window_of(value);
    if (name == "name") part.name = value;
    if (name == "type") {
        part.deep = value.starts_with("deep");
        part.tiled = value.ends_with("tiled") || value.ends_with("tile");
    }
}

} // namespace

Message visit_exr(const FileView& file, const std::function<Message(const ExrAttribute&)>& visit, bool& cut) {
    const bool parts = (file.number(4, 4, false) & several) != 0;
    std::uint64_t at = first_header;
    for (int part = 0; part <= max_file_parts && (part == 0 || parts); ++part, ++at) {
        cut = !file.has(at, 1);
        if (cut || file.number(at, 1) == 0) return {}; // after the last one
        for (int count = 0; file.number(at, 1) != 0; ++count) {
            if (count == max_attributes) return message(messages::exr_attribute_count, max_attributes);
            ExrAttribute attribute{part, {}, {}, 0, 0};
            Message reason = next_attribute(file, at, attribute);
            if (reason.empty()) reason = visit(attribute);
            if (!reason.empty()) return reason;
            cut = !file.has(at, 1);
            if (cut) return {};
        }
    }
    return {};
}

std::size_t count_exr_parts(const FileView& file) {
    std::size_t count = 0;
    bool cut = false;
    const auto take = [&](const ExrAttribute& found) {
        count = std::size_t(found.part) + 1;
        return Message();
    };
    return visit_exr(file, take, cut).empty() ? count : 0;
}

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

std::vector<ExrPartHeader> exr_headers(const FileView& file) {
    std::vector<ExrPartHeader> parts;
    if (file.number(0, 4, false) != exr_magic) return parts;
    const auto flags = std::uint32_t(file.number(4, 4, false));
    bool cut = false;
    const auto add = [&](const ExrAttribute& found) -> Message {
        if (found.size > longest_value) return message(messages::exr_long_attribute, found.size);
        if (std::size_t(found.part) == parts.size()) {
            ExrPartHeader& part = parts.emplace_back();
            part.tiled = !(flags & flag_parts) && (flags & flag_tiled);
            part.deep = !(flags & flag_parts) && (flags & flag_deep);
        }
        set_exr_attribute(parts.back(), found.name, found.type, file.bytes(found.at, found.size));
        return {};
    };
    const Message reason = visit_exr(file, add, cut);
    if (cut || !reason.empty()) throw file_error(cut ? message(messages::exr_header_cut) : reason);
    return parts;
}

std::vector<ExrPartHeader> exr_headers(const std::filesystem::path& path) {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(path, ec)) return {}; // a pipe would be waited for
    return with_context(path.string(), [&] { return exr_headers(FileView(path)); });
}

} // namespace atrous
