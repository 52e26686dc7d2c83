// Writes PNGs with Zlib's stored blocks, which need no compressor.
#include "support/files/png_file.h"
#include <zlib.h>

namespace files {

using atrous::number_in;

namespace {

std::uint32_t crc(const std::string& bytes) {
    return std::uint32_t(::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), uInt(bytes.size())));
}

std::uint32_t adler(const std::string& bytes) {
    return std::uint32_t(::adler32(1, reinterpret_cast<const Bytef*>(bytes.data()), uInt(bytes.size())));
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

std::string chunk_bytes(const Chunk& chunk) {
    const std::string named = chunk.name + chunk.data;
    return big(std::uint32_t(chunk.data.size())) + named + big(crc(named));
}

std::string png(const PngLayout& layout) {
    constexpr int width = 16, height = 4;
    const std::string rows = samples(layout, width, height);
    const std::string length{char(rows.size() & 255), char(rows.size() >> 8)};
    const std::string inverse{char(~length[0]), char(~length[1])};
    std::string file =
        "\x89PNG\r\n\x1a\n" + chunk_bytes({"IHDR", big(width) + big(height) + char(layout.depth) +
                                                       char(layout.type) + std::string(3, '\0')});
    for (const Chunk& own : layout.before) file += chunk_bytes(own);
    if (layout.type == 3)
        file += chunk_bytes({"PLTE", std::string("\x10\x20\x30\x40\x50\x60\x70\x80\x90\xa0\xb0\xc0", 12)});
    for (const Chunk& own : layout.between) file += chunk_bytes(own);
    file += chunk_bytes({"IDAT", "\x78\x01\x01" + length + inverse + rows + big(adler(rows))});
    for (const Chunk& own : layout.behind) file += chunk_bytes(own);
    return file + chunk_bytes({"IEND", ""});
}

std::vector<Chunk> chunks_of(const std::string& png) {
    std::vector<Chunk> found;
    for (std::size_t at = 8; at + 12 <= png.size(); at += 12 + number_in(png, at, 4))
        found.push_back({png.substr(at + 4, 4), png.substr(at + 8, number_in(png, at, 4))});
    return found;
}

std::vector<std::string> chunk_names(const std::string& png) {
    std::vector<std::string> names;
    for (const Chunk& chunk : chunks_of(png))
        if (chunk.name != "IDAT" || names.back() != "IDAT") names.push_back(chunk.name);
    return names;
}

} // namespace files
