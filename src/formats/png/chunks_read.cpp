// Skips pixels without reading them.
#include "files/deflate.h"
#include "files/file_pieces.h"
#include "formats/png/chunks.h"
#include "metadata/exif_block.h"
#include <algorithm>
#include <cstdint>
#include <string_view>

namespace atrous {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t(64) << 20;

/// The texts and EXIF data of a PNG.
bool is_kept(const std::string& name) {
    return name == "eXIf" || name == "tEXt" || name == "zTXt" || name == "iTXt";
}

} // namespace

std::vector<MetadataChunk> metadata_chunks(const std::filesystem::path& path, ExifPlace place) {
    std::vector<MetadataChunk> found;
    std::uint64_t kept = 0;
    const auto keep = [&](const std::string& name, std::string data) {
        kept += data.size();
        found.push_back({name, std::move(data)});
    };
    if (place == ExifPlace::png_chunk) {
        const FileView file(path);
        walk_png(file, [&](const PngChunk& chunk) {
            if (!is_kept(chunk.name) || kept + chunk.length > most_bytes) return true;
            std::string data = file.bytes(chunk.at, chunk.length);
            if (file.number(chunk.at + chunk.length, 4) == crc_of(chunk.name + data))
                keep(chunk.name, std::move(data));
            return true;
        });
    }
    if (place == ExifPlace::riff_chunk) {
        const FileView file(path);
        walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
            if (name == "EXIF" && kept + length <= most_bytes) keep(name, file.bytes(at, length));
            return true;
        });
    }
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
