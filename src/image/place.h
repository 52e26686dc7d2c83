// Places of the pixels of an image, orientations, and the places of pixels after scaling.
#pragma once
#include "base/size.h"
#include <vector>

namespace atrous {

/// The place of a part's pixels: the data window, the display window, and a viewer's rotation of it (1 to 8,
/// EXIF).
struct ImageWindow {
    int x = 0, y = 0;
    Size size;
    int display_x = 0, display_y = 0;
    Size display;
    int orientation = 1;
    int reduced = 1;    ///< for a JPEG: the factor by which the decoder reduces both axes
    bool wraps = false; ///< its last column is next to its first one: an image of 360 degrees
};

/// Meeting of an image's left and right edges: as its file specifies, never, or always.
enum class Wrap { by_file, none, x };

/// Number of pixels after a reduction by `times`, rounded up.
constexpr int reduced(int pixels, int times) { return (pixels + times - 1) / times; }

/// Place and scale of a part after scaling.
struct PartScale {
    ImageWindow place;                 ///< the new one
    double factor_x = 1, factor_y = 1; ///< old pixels per new one
    std::vector<int> columns, rows;    ///< by new ones, the nearest old ones
    Size old{};                        ///< size of the old part
    int left = 0, top = 0;             ///< beginning of a crop in it
};

/// True if pixels of this aspect ratio count as square, within the precision of densities in whole numbers.
inline bool is_square(double aspect) { return aspect > 0.995 && aspect < 1.005; }

/// Rows become columns, and the axes of the file are mirrored.
struct OrientationTransform {
    bool swapped, mirrored_x, mirrored_y;
};

/// By EXIF's orientation, 1 to 8: 1 as it is, 2 mirrored, 3 upside down, 4 both, 5 to 8 with rows as columns.
constexpr OrientationTransform orientation_transform(int orientation) {
    constexpr OrientationTransform rows[] = {{false, false, false}, {false, true, false}, {false, true, true},
                                             {false, false, true},  {true, false, false}, {true, false, true},
                                             {true, true, true},    {true, true, false}};
    return rows[orientation - 1];
}

} // namespace atrous
