// Walks over the chunks of PNG and WebP files; hides byte orders, and skips pixels without reading them.
#include "base/standard_streams.h"
#include "io/metadata/chunks.h"
#include "io/metadata/exif_block.h"
#include "io/metadata/webp_coding.h"
#include <algorithm>
#include <fstream>

namespace atrous {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t(64) << 20;

struct Layout {
    std::uint64_t first; ///< where chunks begin
    bool png;            ///< length before name, big-endian, a checksum behind; else RIFF
    std::vector<std::string> wanted;
};

Layout layout_of(ExifPlace place) {
    if (place == ExifPlace::png_chunk) return {8, true, {"eXIf", "tEXt", "zTXt", "iTXt"}};
    return {12, false, {"EXIF"}};
}

std::uint32_t number(const char* bytes, bool big) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value |= std::uint32_t(static_cast<unsigned char>(bytes[i])) << 8 * (big ? 3 - i : i);
    return value;
}

/// Calls each(name, length, file at the chunk's data) until it says false, the picture of a PNG ends, or
/// what follows is damaged.
template <class Each>
void walk(const std::filesystem::path& path, const Layout& layout, Each each) {
    std::ifstream in(file_of(path), std::ios::binary);
    std::error_code bad;
    const std::uint64_t size = std::filesystem::file_size(file_of(path), bad);
    char head[8];
    for (std::uint64_t at = layout.first; !bad && at + 8 <= size;) {
        if (!in.seekg(std::streamoff(at)) || !in.read(head, 8)) break;
        const std::string name(head + (layout.png ? 4 : 0), 4);
        const std::uint64_t length = number(head + (layout.png ? 0 : 4), layout.png);
        if (at + 8 + length > size || name == "IEND" || !each(name, length, in)) break;
        at += 8 + (layout.png ? length + 4 : length + length % 2);
    }
}

} // namespace

std::vector<MetadataChunk> metadata_chunks(const std::filesystem::path& path, ExifPlace place) {
    std::vector<MetadataChunk> found;
    if (place != ExifPlace::png_chunk && place != ExifPlace::riff_chunk) return found;
    const Layout layout = layout_of(place);
    std::uint64_t kept = 0;
    walk(path, layout, [&](const std::string& name, std::uint64_t length, std::ifstream& in) {
        const bool wanted = std::ranges::find(layout.wanted, name) != layout.wanted.end();
        if (!wanted || kept + length > most_bytes) return true;
        MetadataChunk chunk{name, std::string(length, '\0')};
        in.read(chunk.data.data(), std::streamsize(length));
        kept += length;
        found.push_back(std::move(chunk));
        return true;
    });
    return found;
}

WebpCompression webp_compression(const std::filesystem::path& path) {
    constexpr std::uint64_t head = 256, frame_head = 16;
    WebpCompression found;
    Layout layout = layout_of(ExifPlace::riff_chunk);
    std::uint64_t frame = 0; // where the chunks of an animation's first one begin
    const auto look = [&](const std::string& name, std::uint64_t length, std::ifstream& in) {
        if (name == "ANMF") frame = std::uint64_t(in.tellg()) + frame_head;
        found.lossless = name == "VP8L";
        if (name == "VP8 ") {
            std::string bytes(std::min(length, head), '\0');
            in.read(bytes.data(), std::streamsize(bytes.size()));
            found.quality = webp_quality(bytes);
        }
        return !found.lossless && name != "VP8 " && name != "ANMF";
    };
    walk(path, layout, look);
    layout.first = frame;
    if (frame > 0) walk(path, layout, look);
    return found;
}

std::string exif_of(const std::vector<MetadataChunk>& chunks, bool* had_thumbnail) {
    for (const MetadataChunk& chunk : chunks) {
        if (chunk.name != "eXIf" && chunk.name != "EXIF") continue;
        std::string block = chunk.data;
        if (block.starts_with(exif_magic)) block.erase(0, exif_magic.size()); // some WebP files have it
        const bool had = remove_thumbnail(block);
        if (had_thumbnail) *had_thumbnail |= had;
        return block;
    }
    return {};
}

} // namespace atrous
