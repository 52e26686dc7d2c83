// Writes OpenEXR files byte by byte.
#include "support/files/exr_file.h"
#include <algorithm>
#include <bit>
#include <cstdint>

namespace atrous::test {
namespace {

std::string number(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(value >> (8 * i) & 0xFF);
    return text;
}

void add_attribute(std::string& file, const std::string& name, const std::string& type,
                   const std::string& value) {
    const std::string zero(1, '\0');
    file += name + zero + type + zero + number(value.size(), 4) + value;
}

std::string box(int x0, int y0, int x1, int y1) {
    std::string text;
    for (const int v : {x0, y0, x1, y1}) text += number(std::uint32_t(v), 4);
    return text;
}

std::string header(Size size, const std::vector<std::string>& channels, int corner,
                   const Attributes& attributes) {
    const std::string zero(1, '\0'), one = number(0x3F800000, 4);
    const std::string window = box(corner, corner, corner + size.width - 1, corner + size.height - 1);
    std::string list, file = number(0x01312F76, 4) + number(2, 4);
    for (const std::string& name : channels)
        list += name + zero + number(2, 4) + number(0, 4) + number(1, 4) + number(1, 4);
    add_attribute(file, "channels", "chlist", list + zero);
    add_attribute(file, "compression", "compression", zero);
    add_attribute(file, "dataWindow", "box2i", window);
    add_attribute(file, "displayWindow", "box2i", box(0, 0, size.width - 1, size.height - 1));
    add_attribute(file, "lineOrder", "lineOrder", zero);
    add_attribute(file, "pixelAspectRatio", "float", one);
    add_attribute(file, "screenWindowCenter", "v2f", number(0, 8));
    add_attribute(file, "screenWindowWidth", "float", one);
    for (const auto& [name, value] : attributes) add_attribute(file, name, "string", value);
    return file + zero;
}

} // namespace

std::string exr_of(Size size, std::vector<std::string> channels, const Sampler& sampler, int corner,
                   const Attributes& attributes) {
    std::ranges::sort(channels);
    const std::string head = header(size, channels, corner, attributes);
    const auto row_bytes = std::size_t(size.width) * channels.size() * 4;
    std::string offsets, rows;
    for (int y = 0; y < size.height; ++y) {
        offsets += number(head.size() + std::size_t(size.height) * 8 + rows.size(), 8);
        rows += number(std::uint32_t(corner + y), 4) + number(row_bytes, 4);
        for (const std::string& channel : channels)
            for (int x = 0; x < size.width; ++x)
                rows += number(std::bit_cast<std::uint32_t>(sampler(x, y, channel)), 4);
    }
    return head + offsets + rows;
}

} // namespace atrous::test
