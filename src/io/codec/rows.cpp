// A picture's samples, a part of its rows at a time.
#include "base/beat.h"
#include "io/codec/oiio.h"
#include <algorithm>

namespace atrous {

bool read_rows(OIIO::ImageInput& in, int part, const OIIO::ImageSpec& spec, std::byte* to) {
    constexpr int rows_at_once = 256; // whole blocks of every compression of EXR
    const bool tiled = spec.tile_width > 0;
    const int rows = tiled ? spec.tile_height : rows_at_once;
    const std::size_t row = std::size_t(spec.width) * spec.pixel_bytes(true);
    const int top = spec.y, bottom = spec.y + spec.height;
    for (int y = top; y < bottom; y += rows) {
        const int end = std::min(y + rows, bottom);
        std::byte* at = to + std::size_t(y - top) * row;
        const bool done =
            tiled ? in.read_tiles(part, 0, spec.x, spec.x + spec.width, y, end, spec.z, spec.z + 1, 0,
                                  spec.nchannels, OIIO::TypeUnknown, at)
                  : in.read_scanlines(part, 0, y, end, spec.z, 0, spec.nchannels, OIIO::TypeUnknown, at);
        if (!done || in.has_error()) return false;
        beat();
    }
    return true;
}

} // namespace atrous
