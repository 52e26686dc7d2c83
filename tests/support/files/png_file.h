// PNGs of chosen chunks, and the chunks of one, without libpng.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace files {

struct Chunk {
    std::string name, data;
    bool operator==(const Chunk&) const = default;
};

/// 16 x 4 pixels of a colour type and depth (8 or 16); `before` and `between` stand in front of a palette of four colours and behind
/// it, `behind` after the picture.
struct PngLayout {
    int type = 2, depth = 8;
    std::vector<Chunk> before{}, between{}, behind{};
};
std::string png(const PngLayout& layout);
std::vector<Chunk> chunks_of(const std::string& png);
/// Names of all chunks, one for all of the picture's.
std::vector<std::string> chunk_names(const std::string& png);
/// A number of PNG's, its bytes from the highest on.
std::string big(std::uint32_t value, int bytes = 4);

} // namespace files
