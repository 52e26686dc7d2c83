// Where the pixels of a picture lie, how viewers turn them, and where those of a scaled one go.
#pragma once
#include "base/size.h"
#include <vector>

namespace atrous {

/// Where a part's pixels lie: the data window, the display window, and how a viewer turns it (1 to 8, EXIF).
struct PartPlace {
    int x = 0, y = 0;
    Size size;
    int display_x = 0, display_y = 0;
    Size display;
    int orientation = 1;
    int reduced = 1;    ///< of a JPEG: so many times fewer pixels along an axis are decoded than this says
    bool wraps = false; ///< its last column is next to its first one: a picture of 360 degrees
};

/// Whether a picture's left and right edges meet: as its file specifies, never, or always.
enum class Wrap { by_file, none, x };

/// What `times` old pixels are one of, where the last one has fewer.
constexpr int reduced(int pixels, int times) { return (pixels + times - 1) / times; }

/// What scaling makes of a part.
struct PartScale {
    PartPlace place;                   ///< the new one
    double factor_x = 1, factor_y = 1; ///< old pixels per new one
    std::vector<int> columns, rows;    ///< by new ones, the nearest old ones
    Size old{};                        ///< size of the old part
    int left = 0, top = 0;             ///< where a crop begins in it
};

/// Whether pixels of this aspect ratio are as good as square ones: whole numbers of densities say no less.
inline bool is_square(double aspect) { return aspect > 0.995 && aspect < 1.005; }

/// Rows become columns, and the axes of the file are mirrored.
struct Turn {
    bool swapped, mirrored_x, mirrored_y;
};

/// By EXIF's orientation, 1 to 8: 1 as it is, 2 mirrored, 3 upside down, 4 both, 5 to 8 with rows as columns.
constexpr Turn turn_of(int orientation) {
    constexpr Turn rows[] = {{false, false, false}, {false, true, false}, {false, true, true},
                             {false, false, true},  {true, false, false}, {true, false, true},
                             {true, true, true},    {true, true, false}};
    return rows[orientation - 1];
}

} // namespace atrous
