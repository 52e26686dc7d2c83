// Reads and writes chunks by PNG, third edition, sections 5.3 and 11.3.4.5: big-endian length, name, data, CRC-32. Skips pixels
// unread.
#include "files/deflate.h"
#include "formats/png/png.h"
#include "metadata/exif_block.h"
#include <algorithm>
#include <cstdint>
#include <string_view>

namespace atrous {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr auto png_magic = "\x89PNG\r\n\x1a\n"sv;

/// The texts and EXIF data of a PNG.
bool is_kept(const std::string& name) {
    return name == "eXIf" || name == "tEXt" || name == "zTXt" || name == "iTXt";
}

} // namespace

bool is_sound(const FileView& file, const PngChunk& chunk) {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    const std::uint64_t end = chunk.at + chunk.length;
    std::uint32_t sum = 0;
    for (std::uint64_t at = chunk.at - 4; at < end; at += piece)
        sum = crc_of(file.bytes(at, std::min(piece, end - at)), sum);
    return sum == file.number(end, 4);
}

std::string png_chunk(std::string_view name, std::string_view data) {
    std::string content(name);
    content += data;
    return number_bytes(data.size(), 4) + content + number_bytes(crc_of(content), 4);
}

std::vector<MetadataChunk> png_metadata_chunks(const std::filesystem::path& path) {
    std::vector<MetadataChunk> found;
    std::uint64_t kept = 0;
    const FileView file(path);
    walk_png(file, [&](const PngChunk& chunk) {
        if (is_kept(chunk.name) && kept + chunk.length <= max_chunk_bytes && is_sound(file, chunk)) {
            found.push_back({chunk.name, file.bytes(chunk.at, chunk.length)});
            kept += found.back().body.size();
        }
        return true;
    });
    return found;
}

std::string exif_of(const std::vector<MetadataChunk>& chunks, bool* had_thumbnail) {
    for (const MetadataChunk& chunk : chunks) {
        if (chunk.name != "eXIf") continue;
        std::string block = chunk.body;
        if (block.starts_with(exif_magic)) block.erase(0, exif_magic.size());
        const bool had = remove_thumbnail(block);
        if (had_thumbnail) *had_thumbnail |= had;
        return block;
    }
    return {};
}

bool add_png_chunks(std::string& png, const std::vector<MetadataChunk>& chunks) {
    constexpr std::size_t after_header = 33;
    if (!png.starts_with(png_magic) || png.size() < after_header) return false;
    std::string bytes;
    for (const MetadataChunk& chunk : chunks) bytes += png_chunk(chunk.name, chunk.body);
    png.insert(after_header, bytes);
    return true;
}

std::string png_of_chunks(const std::vector<MetadataChunk>& chunks) {
    const std::string one_grey = "\0\0\0\1\0\0\0\1\x08\0\0\0\0"s;
    std::string png = std::string(png_magic) + png_chunk("IHDR", one_grey) + png_chunk("IEND", "");
    add_png_chunks(png, chunks);
    return png;
}

} // namespace atrous
