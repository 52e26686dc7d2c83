// Resources follow each other: "8BIM", number (2 bytes), name (a length byte and text, padded to even), size
// (4 bytes), data (padded to even); numbers are big-endian. Adobe, Photoshop File Formats Specification.
#include "metadata/photoshop.h"
#include <cstddef>
#include <cstdint>

namespace atrous {

bool remove_resources(std::string& block, const std::array<int, 2>& numbers) {
    const auto number = [&](std::size_t at, int bytes) {
        std::size_t value = 0;
        for (int i = 0; i < bytes; ++i)
            value = value << 8 | static_cast<unsigned char>(block[at + std::size_t(i)]);
        return value;
    };
    bool found = false;
    for (std::size_t at = 0; at + 12 <= block.size() && block.compare(at, 4, "8BIM") == 0;) {
        const int id = int(number(at + 4, 2));
        const std::size_t size_at = at + 6 + (number(at + 6, 1) + 2) / 2 * 2;
        if (size_at + 4 > block.size()) break;
        const std::size_t end = size_at + 4 + (number(size_at, 4) + 1) / 2 * 2;
        if (end > block.size()) break;
        if (id == numbers[0] || id == numbers[1]) {
            block.erase(at, end - at);
            found = true;
        } else {
            at = end;
        }
    }
    return found;
}

void scale_resolution(std::string& block, const std::array<double, 2>& factor) {
    const std::size_t found = block.find(std::string_view("8BIM\x03\xED\0\0\0\0\0\x10", 12));
    for (std::size_t axis = 0; found != std::string::npos && axis < 2; ++axis) {
        const std::size_t at = found + 12 + 8 * axis; // 16 bits, and 16 behind the point
        double value = 0;
        for (std::size_t i = 0; i < 4 && at + i < block.size(); ++i)
            value = value * 256 + static_cast<unsigned char>(block[at + i]);
        const auto scaled = std::uint64_t(value / factor[axis] + 0.5);
        for (std::size_t i = 0; i < 4 && at + i < block.size(); ++i)
            block[at + i] = char(scaled >> (24 - 8 * i));
    }
}

} // namespace atrous
