// Writes PNGs with Zlib's stored blocks, which need no compressor.
#include "support/files/png_file.h"

namespace files {
namespace {

std::uint32_t crc(const std::string& bytes) {
    std::uint32_t sum = ~0U;
    for (const char c : bytes) {
        sum ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320U : 0U);
    }
    return ~sum;
}

std::uint32_t adler(const std::string& bytes) {
    std::uint32_t a = 1, b = 0;
    for (const char c : bytes) a = (a + static_cast<unsigned char>(c)) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

std::uint32_t number(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::string chunk(const Chunk& chunk) {
    const std::string named = chunk.name + chunk.data;
    return big(std::uint32_t(chunk.data.size())) + named + big(crc(named));
}

std::string samples(const PngLayout& layout, int width, int height) {
    constexpr int channels_of[] = {1, 0, 3, 1, 2, 0, 4};
    const int palette = 3, bytes = layout.depth / 8 * channels_of[layout.type];
    std::string rows;
    for (int y = 0; y < height; ++y) {
        rows += '\0';
        for (int i = 0; i < width * bytes; ++i)
            rows += char(layout.type == palette ? (i + y) % 4 : (i * 37 + y * 11) % 251);
    }
    return rows;
}

} // namespace

std::string big(std::uint32_t value, int bytes) {
    std::string text;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += char(value >> shift & 255);
    return text;
}

std::string png(const PngLayout& layout) {
    constexpr int width = 16, height = 4;
    const std::string rows = samples(layout, width, height);
    const std::string length{char(rows.size() & 255), char(rows.size() >> 8)};
    const std::string inverse{char(~length[0]), char(~length[1])};
    std::string file = "\x89PNG\r\n\x1a\n" + chunk({"IHDR", big(width) + big(height) + char(layout.depth) +
                                                                char(layout.type) + std::string(3, '\0')});
    for (const Chunk& own : layout.before) file += chunk(own);
    if (layout.type == 3)
        file += chunk({"PLTE", std::string("\x10\x20\x30\x40\x50\x60\x70\x80\x90\xa0\xb0\xc0", 12)});
    for (const Chunk& own : layout.between) file += chunk(own);
    file += chunk({"IDAT", "\x78\x01\x01" + length + inverse + rows + big(adler(rows))});
    for (const Chunk& own : layout.behind) file += chunk(own);
    return file + chunk({"IEND", ""});
}

std::vector<Chunk> chunks_of(const std::string& png) {
    std::vector<Chunk> found;
    for (std::size_t at = 8; at + 12 <= png.size(); at += 12 + number(png, at))
        found.push_back({png.substr(at + 4, 4), png.substr(at + 8, number(png, at))});
    return found;
}

std::vector<std::string> chunk_names(const std::string& png) {
    std::vector<std::string> names;
    for (const Chunk& chunk : chunks_of(png))
        if (chunk.name != "IDAT" || names.back() != "IDAT") names.push_back(chunk.name);
    return names;
}

} // namespace files
