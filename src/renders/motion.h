// How renderers store motion, and what that is in pixels with rows running down; vectors and normals that were encoded for
// a picture of 0 to 1, told by their samples.
#pragma once
#include "base/size.h"
#include <array>
#include <span>

namespace atrous {

/// Two stored numbers a pixel. The way from this pixel to the same point in the other frame, in pixels, rows down, is
/// (value - centre) * scale in the unit's pixels, with its sign and its second number as the convention says.
struct MotionConvention {
    enum class To { previous, next, ask }; ///< `ask`: files do not say, --motion-stored has to
    enum class Unit { px, uv, ndc };       ///< pixels; fractions of the size; -1 to 1 across the picture
    To to = To::previous;
    Unit unit = Unit::px;
    bool from_other = false;    ///< stored is this frame's position minus the other's
    bool up = true;             ///< rows run up
    double scale = 1;           ///< times what is stored
    double centre = 0;          ///< stored where nothing moves
    bool premultiplied = false; ///< by alpha

    bool operator==(const MotionConvention&) const = default;
};

/// The way to the other frame: columns to the right, rows down, in pixels. `size`: of the display window, for the units
/// that are fractions of it. Where `alpha` is 0 and the vectors are premultiplied there is none: 0, 0.
std::array<double, 2> motion_in_pixels(const MotionConvention& convention, std::array<double, 2> stored,
                                       Size size, double alpha = 1);

/// Whether samples of motion vectors, as stored, lie in 0 to 1 around .5: "centre 0.5" of a table reads these.
bool vectors_centred(std::span<const float> stored);

/// Whether normals (three planes) are n / 2 + .5: none has a negative component, and 2 n - 1 has length 1 where n has not. Of
/// large pictures some pixels in rows are looked at. False for fewer than 64 normals.
bool normals_encoded(std::span<const float> planes);

} // namespace atrous
