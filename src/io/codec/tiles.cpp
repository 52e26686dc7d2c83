// Whole tiles, so that no writer has to fill what lies beyond the picture.
#include "io/codec/tiles.h"
#include <algorithm>
#include <cstring>

namespace atrous {

Bytes padded_tile(const std::byte* picture, std::size_t pixel, Size size, Size tile, int x, int y) {
    const int columns = std::min(tile.width, size.width - x), rows = std::min(tile.height, size.height - y);
    Bytes bytes(std::size_t(tile.pixels()) * pixel);
    if (columns < tile.width || rows < tile.height) std::fill_n(bytes.data.get(), bytes.size, std::byte{0});
    for (int row = 0; row < rows; ++row)
        std::memcpy(bytes.data.get() + std::size_t(row) * std::size_t(tile.width) * pixel,
                    picture + (std::size_t(y + row) * std::size_t(size.width) + std::size_t(x)) * pixel,
                    std::size_t(columns) * pixel);
    return bytes;
}

} // namespace atrous
