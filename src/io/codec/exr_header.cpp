// Reads OpenEXR's headers by their bytes ("OpenEXR File Layout"): lists of name, type, size, value.
#include "io/codec/exr_header.h"
#include "base/error.h"
#include "io/check/check.h"
#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>

namespace atrous {
namespace {

constexpr std::uint32_t exr_magic = 20000630, flag_parts = 0x1000, flag_tiled = 0x200, flag_deep = 0x800;
constexpr std::size_t longest_name = 255, longest_value = std::size_t(1) << 26;
constexpr std::size_t most_attributes = 100'000;
constexpr const char* exr_compression_names[] = {"none",  "rle", "zips", "zip",  "piz",
                                                 "pxr24", "b44", "b44a", "dwaa", "dwab"};
constexpr const char* exr_type_names[] = {"uint", "half", "float"};

template <std::size_t N>
std::string exr_name_in(const char* const (&names)[N], std::uint32_t index) {
    return index < N ? names[index] : "unknown";
}

/// Values out of bytes, with their ends checked.
class HeaderReader {
  public:
    explicit HeaderReader(std::istream& in) : in_(in) {}
    std::uint32_t number() {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value |= std::uint32_t(byte()) << (8 * i);
        return value;
    }
    std::uint8_t byte() {
        const int c = in_.get();
        if (c < 0) throw file_error("the header is truncated");
        return std::uint8_t(c);
    }
    /// Up to a zero byte.
    std::string name() {
        std::string text;
        while (const char c = char(byte())) {
            text += c;
            if (text.size() > longest_name) throw file_error("the header is damaged: a name without an end");
        }
        return text;
    }
    std::string bytes(std::size_t count) {
        if (count > longest_value)
            throw file_error("the header is damaged: an attribute of " + std::to_string(count) + " bytes");
        std::string text(count, '\0');
        if (!in_.read(text.data(), std::streamsize(count))) throw file_error("the header is truncated");
        return text;
    }

  private:
    std::istream& in_;
};

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

std::vector<ExrChannelHeader> exr_channels_of(const std::string& list) {
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

void set_exr_attribute(ExrPartHeader& part, const std::string& name, const std::string& type,
                       const std::string& value) {
    part.types[name] = type;
    if (type == "string") part.strings[name] = value;
    if (name == "channels") part.channels = exr_channels_of(value);
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

/// Attributes up to an empty name; false where there are none.
bool read_exr_part(HeaderReader& reader, ExrPartHeader& part) {
    std::size_t count = 0;
    for (std::string name = reader.name(); !name.empty(); name = reader.name()) {
        const std::string type = reader.name();
        set_exr_attribute(part, name, type, reader.bytes(reader.number()));
        if (++count > most_attributes) throw file_error("the header is damaged: too many attributes");
    }
    return count > 0;
}

} // namespace

bool ExrPartHeader::subsampled() const {
    return std::ranges::any_of(channels, [](const ExrChannelHeader& c) { return c.sampling != 1; });
}

std::vector<ExrPartHeader> exr_headers(const std::filesystem::path& path) {
    std::vector<ExrPartHeader> parts;
    std::error_code bad;
    if (!std::filesystem::is_regular_file(path, bad)) return parts; // a pipe would be waited for
    std::ifstream in(path, std::ios::binary);
    HeaderReader reader(in);
    std::array<char, 4> first{};
    if (!in.read(first.data(), first.size()) || exr_number_at({first.begin(), first.end()}, 0) != exr_magic)
        return parts;
    with_context(path.string(), [&] {
        const std::uint32_t flags = reader.number();
        ExrPartHeader part;
        part.tiled = flags & flag_tiled;
        part.deep = flags & flag_deep;
        if (!(flags & flag_parts)) return read_exr_part(reader, parts.emplace_back(part));
        while (parts.size() < std::size_t(most_file_parts) && read_exr_part(reader, part = {}))
            parts.push_back(part);
        return true;
    });
    return parts;
}

} // namespace atrous
