// Pictures as planes of floats in the host's memory, to be measured. Knows no file and no device.
#pragma once
#include "base/size.h"
#include <string>
#include <vector>

namespace atrous {

/// Planes of size.pixels() floats each, one per channel, rows from the top without gaps.
struct Planar {
    Size size;
    std::vector<std::string> names; ///< of the channels: "R", "G", "B"
    std::vector<std::vector<float>> planes;
};

/// Where the pixels of a picture were in the frame before it: (x + dx, y + dy), in pixels, rows down. One plane of
/// each.
struct Motion {
    Size size;
    std::vector<float> dx, dy;
};

} // namespace atrous
