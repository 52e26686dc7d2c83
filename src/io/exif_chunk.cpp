// Chunks of PNG (third edition, sections 5.3 and 11.3.4.5: big-endian length, name, data, CRC-32) and RIFF
// (little-endian: name, length, data padded to even).
#include "io/exif_chunk.h"
#include <cstdint>
#include <string_view>

namespace atrous {
namespace {

using namespace std::string_view_literals;

std::string bytes_of(std::uint32_t value, bool big) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += char(value >> 8 * (big ? 3 - i : i) & 255);
    return bytes;
}

std::uint32_t number_at(const std::string& text, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(text[at + i]);
    return value;
}

/// ISO 3309, as PNG's section 5.5 has it.
std::uint32_t crc(const std::string& bytes) {
    std::uint32_t value = ~0U;
    for (const char byte : bytes) {
        value ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xEDB88320U : 0);
    }
    return ~value;
}

} // namespace

bool insert_png_exif(std::string& png, const std::string& block) {
    constexpr std::size_t behind_header = 33;
    if (!png.starts_with("\x89PNG\r\n\x1a\n"sv) || png.size() < behind_header) return false;
    const std::string content = "eXIf" + block;
    png.insert(behind_header,
               bytes_of(std::uint32_t(block.size()), true) + content + bytes_of(crc(content), true));
    return true;
}

bool replace_webp_exif(std::string& webp, const std::string& block) {
    if (!webp.starts_with("RIFF")) return false;
    for (std::size_t at = 12; at + 8 <= webp.size();) {
        const std::size_t length = number_at(webp, at + 4), padded = (length + 1) / 2 * 2;
        if (at + 8 + padded > webp.size()) return false;
        if (webp.compare(at, 4, "EXIF") == 0) {
            std::string content = bytes_of(std::uint32_t(block.size()), false) + block;
            if (block.size() % 2) content += '\0';
            webp.replace(at + 4, 4 + padded, content);
            webp.replace(4, 4, bytes_of(std::uint32_t(webp.size() - 8), false));
            return true;
        }
        at += 8 + padded;
    }
    return false;
}

} // namespace atrous
