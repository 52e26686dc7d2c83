// Walks over the chunks of PNG and WebP files; hides byte orders, and skips pixels without reading them.
#include "io/bytes/deflate.h"
#include "io/metadata/chunks.h"
#include "io/metadata/exif_block.h"
#include "io/metadata/webp_coding.h"
#include "system/standard_streams.h"
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

/// Calls each(name, length, file at the chunk's data) until it says false, the picture of a PNG ends, or what follows up to
/// `end` is damaged.
template <class Each>
void walk_chunks(std::ifstream& in, const Layout& layout, std::uint64_t end, Each each) {
    char head[8];
    for (std::uint64_t at = layout.first; at + 8 <= end;) {
        if (!in.seekg(std::streamoff(at)) || !in.read(head, 8)) break;
        const std::string name(head + (layout.png ? 4 : 0), 4);
        const std::uint64_t length = number(head + (layout.png ? 0 : 4), layout.png);
        if (at + 8 + length > end || name == "IEND" || !each(name, length, in)) break;
        at += 8 + (layout.png ? length + 4 : length + length % 2);
    }
}

/// The same for all of a file.
template <class Each>
void walk(const std::filesystem::path& path, const Layout& layout, Each each) {
    std::ifstream in(file_of(path), std::ios::binary);
    std::error_code bad;
    const std::uint64_t size = std::filesystem::file_size(file_of(path), bad);
    if (!bad) walk_chunks(in, layout, size, each);
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
        char sum[4];
        in.read(chunk.data.data(), std::streamsize(length));
        if (layout.png && (!in.read(sum, 4) || number(sum, true) != crc_of(name + chunk.data))) return true;
        kept += length;
        found.push_back(std::move(chunk));
        return true;
    });
    return found;
}

std::vector<WebpCompression> webp_compressions(const std::filesystem::path& path) {
    constexpr std::uint64_t head = 256, frame_head = 16;
    std::vector<WebpCompression> found;
    const auto look = [&](const std::string& name, std::uint64_t length, std::ifstream& in) {
        if (name == "VP8L") found.push_back({true});
        if (name != "VP8 ") return;
        std::string bytes(std::min(length, head), '\0');
        in.read(bytes.data(), std::streamsize(bytes.size()));
        found.push_back({false, webp_quality(bytes)});
    };
    walk(path, layout_of(ExifPlace::riff_chunk),
         [&](const std::string& name, std::uint64_t length, std::ifstream& in) {
             look(name, length, in);
             if (name != "ANMF") return true;
             const std::size_t before = found.size();
             const std::uint64_t begin = std::uint64_t(in.tellg());
             walk_chunks(in, {begin + frame_head, false, {}}, begin + length,
                         [&](const std::string& inner, std::uint64_t size, std::ifstream& file) {
                             look(inner, size, file);
                             return found.size() == before;
                         });
             if (found.size() == before) found.push_back({});
             return true;
         });
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
