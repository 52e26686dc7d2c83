// Tiles at the edge of a picture, and how many of its samples are in memory at a time.
#include "formats/common/raster.h"
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

std::size_t Pieces::count(const Raster& raster) const {
    return std::size_t((raster.size.height + rows - 1) / rows) * std::size_t(across);
}

void write_pieces(const Raster& raster, const Pieces& pieces, const std::function<MakePiece()>& maker,
                  OutputBytes& output, const std::function<void(std::size_t, const Piece&)>& take) {
    constexpr std::size_t copies =
        5; // of a piece, for each thread: samples, what is made of them, what is ready
    const std::size_t all = pieces.count(raster), stripe = raster.row() * std::size_t(pieces.rows);
    std::size_t step = all, threads = all;
    if (raster.bytes.scratch) {
        const std::size_t window = raster.bytes.scratch->window;
        step = std::max<std::size_t>(window / stripe, 1) * std::size_t(pieces.across);
        threads = std::max<std::size_t>(window / (copies * stripe / std::size_t(pieces.across)), 1);
    }
    for (std::size_t first = 0; first < all; first += step) {
        const auto from_first = [&] {
            return [make = maker(), first](std::size_t i) { return make(first + i); };
        };
        pieces_in_order(std::min(step, all - first), threads, from_first,
                        [&](std::size_t i, const Piece& piece) {
                            take(first + i, piece);
                            if (output.failed()) output.finish(); // which throws
                        });
        raster.bytes.let_go();
    }
}

} // namespace atrous
