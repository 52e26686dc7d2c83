// Pictures made small by means of boxes, for people's eyes: quick, on this machine alone.
#pragma once
#include "image/pixels.h"
#include <span>

namespace atrous {

/// A part of a picture, by its left upper pixel and its size.
struct PixelsPart {
    int x = 0, y = 0;
    Size size;
};

/// That part in `to` pixels, at most as many as it has along either axis, as floats that mean what the picture's samples do:
/// means of boxes, of large ones some rows.
Pixels shrunk(const Pixels& pixels, const PixelsPart& part, Size to);

/// The samples of a picture of floats in memory.
std::span<float> floats_of(Pixels& pixels);

} // namespace atrous
