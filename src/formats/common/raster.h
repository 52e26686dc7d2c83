// The samples of a picture as its file has them: those that are deflated here, on all cores, and put into a file whose header
// OpenImageIO made, and those that libwebp takes.
#pragma once
#include "base/size.h"
#include "files/output_bytes.h"
#include "formats/common/in_order.h"
#include "platform/bytes.h"

namespace atrous {

struct Raster {
    const Bytes& bytes; ///< row after row, pixel after pixel
    Size size;
    int channels;
    std::size_t sample; ///< bytes of one
    std::size_t pixel() const { return sample * std::size_t(channels); }
    std::size_t row() const { return pixel() * std::size_t(size.width); }
    const std::byte* row_at(int y) const { return bytes.data.get() + std::size_t(y) * row(); }
};

/// The tile of a picture, packed row behind row, whose first pixel is x, y; what it has beyond the picture is 0, so that no writer
/// has to fill it. `pixel`: bytes.
Bytes padded_tile(const std::byte* picture, std::size_t pixel, Size size, Size tile, int x, int y);

/// Pieces of a picture: `across` of them in each stripe of `rows` rows.
struct Pieces {
    int rows, across;
    std::size_t count(const Raster& raster) const;
};
/// As pieces_in_order(), for all pieces from the first stripe to the last; of pictures in scratch files the stripes of a window
/// after the other. Throws what has failed of the output meanwhile.
void write_pieces(const Raster& raster, const Pieces& pieces, const std::function<MakePiece()>& maker,
                  OutputBytes& output, const std::function<void(std::size_t, const Piece&)>& take);

} // namespace atrous
