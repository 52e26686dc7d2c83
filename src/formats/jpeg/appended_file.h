// What follows the picture of a JPEG that was read, what of that picture is shown now, and whether another picture's light still
// is that picture's.
#pragma once
#include "formats/common/image_file.h"
#include "formats/jpeg/appended.h"
#include "image/pixels.h"
#include <vector>

namespace atrous {

/// An axis of a picture: the pixels from `from` on along it, which may begin and end within pixels, as so many new ones.
struct ShownAxis {
    double from = 0, length = 0;
    int pixels = 0;
};

struct AppendedFile {
    Appended found;
    Size size; ///< of the picture that was read
    std::vector<double>
        light{}; ///< cell_light() of the picture, where there is a gain map that is still to be compared
    double light_change = 0;                        ///< that was found before `light` was taken
    ShownAxis x{0, double(size.width), size.width}; ///< what of the picture that was read is the picture now
    ShownAxis y{0, double(size.height), size.height};
    bool moved = false;    ///< cropped or scaled,
    bool followed = false; ///< and its gain maps are made anew, or say why not
    Size shown() const { return {x.pixels, y.pixels}; }
};

/// The file's picture becomes that part of what it is now, in so many pixels; for what follows it, if anything does. Light is
/// compared with that of `now` from here on; null: no more.
void note_moved(ImageFile& file, const ShownAxis& x, const ShownAxis& y, const Pixels* now = nullptr);
/// Compares the light of the file's picture with that of before; nothing where no gain map follows.
void note_light(ImageFile& file);

/// Cells along each axis in which a gain map's picture may not change.
constexpr int light_cells = 16;
/// What the mean light of a cell may change by, of itself and of 1/64: the light that gain maps add to black before they multiply
/// (hdrgm:OffsetSDR).
constexpr double most_light_change = 0.1;
/// Mean light (0 to 1, by sRGB's curve) of each colour in each cell, row by row.
std::vector<double> cell_light(const Pixels& pixels);
/// The largest change of a cell's mean light, in a colour, as a share of itself and 1/64. Infinite where the colours are others.
double light_change(const std::vector<double>& before, const std::vector<double>& after);

} // namespace atrous
