// Tiles of a picture that is packed, row behind row.
#pragma once
#include "base/size.h"
#include "image/pixels.h"

namespace atrous {

/// The tile whose first pixel is x, y; what it has beyond the picture is 0. `pixel`: bytes.
Bytes padded_tile(const std::byte* picture, std::size_t pixel, Size size, Size tile, int x, int y);

} // namespace atrous
