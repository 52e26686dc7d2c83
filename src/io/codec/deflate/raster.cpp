// Which samples need no change, and how many of them are in memory at a time.
#include "io/codec/deflate/raster.h"
#include <algorithm>

namespace atrous {

std::optional<Raster> raster_of(const Encoded& encoded) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const auto other = [&](OIIO::TypeDesc type) { return type != spec.format; };
    if (std::ranges::any_of(types, other) || spec.depth > 1) return {};
    if (encoded.type != OIIO::TypeUnknown && encoded.type != spec.format) return {};
    return Raster{encoded.bytes(), {spec.width, spec.height}, spec.nchannels, spec.format.size()};
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
