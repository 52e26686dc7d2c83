// What follows the picture of a JPEG that was read, and whether another picture's light still is that picture's.
#pragma once
#include "image/pixels.h"
#include "io/metadata/appended.h"
#include <vector>

namespace atrous {

/// What a JPEG that was read has behind its picture, and what is known of that picture.
struct AppendedFile {
    Appended found;
    Size size;                   ///< of the picture
    std::vector<double> light{}; ///< cell_light() of the picture, where there is a gain map
};

/// Cells along each axis in which a gain map's picture may not change.
constexpr int light_cells = 16;
/// Mean light (0 to 1, by sRGB's curve) of each colour in each cell, row by row.
std::vector<double> cell_light(const Pixels& pixels);
/// Cells whose mean light has changed, in a colour, by more than 10 % of itself and of 1/64: the light that gain maps add to
/// black before they multiply (hdrgm:OffsetSDR). All where the colours are others.
int changed_cells(const std::vector<double>& before, const std::vector<double>& after);

} // namespace atrous
