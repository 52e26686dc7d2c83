// Makes PNGs of chosen chunks, and reads the chunks of one, without libpng.
#pragma once
#include "files/file_view.h"
#include <cstdint>
#include <string>
#include <vector>

namespace files {

struct Chunk {
    std::string name, data;
    bool operator==(const Chunk&) const = default;
};

/// 16 x 4 pixels of a colour type and depth (8 or 16). `before` and `between` precede and follow a palette of
/// four colours. The last ones follow the image.
struct PngLayout {
    int type = 2, depth = 8;
    std::vector<Chunk> before{}, between{}, behind{};
};
std::string png(const PngLayout& layout);
/// A chunk with its length and checksum.
std::string chunk_bytes(const Chunk& chunk);

std::vector<Chunk> chunks_of(const std::string& png);
/// Names of all chunks, with one name for all chunks of the image.
std::vector<std::string> chunk_names(const std::string& png);
/// A number in PNG's form, highest byte first.
inline std::string big(std::uint32_t value, int bytes = 4) { return atrous::number_bytes(value, bytes); }

} // namespace files
