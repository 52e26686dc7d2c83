// Checks layers against their roles and against the image. All test scenes at 1 to 512 samples are far from
// the limits, because silence is better than a false alarm.
#pragma once
#include "base/size.h"
#include <array>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// Statistics of vectors, or of colours read as vectors, without zeros: shares of vectors, and the median of
/// their lengths. All are 0 for fewer than 64.
struct VectorLook {
    double negative = 0;     ///< with a component below -0.05
    double outside = 0;      ///< with a component below 0 or above 1
    double facing = 0;       ///< whose z is at least 0, or rounding's worth less
    double unit = 0;         ///< with a length of 0.95 to 1.05
    double unit_decoded = 0; ///< with a length of 0.98 to 1.02 of 2 v - 1, or 0: encoded sky
    double pale = 0;         ///< whose components differ by less than 0.25, except encoded sky
    bool varied = false;     ///< some point left, right, up and down
    double length = 0;

    /// Normals as n / 2 + 0.5.
    bool is_encoded() const { return length > 0 && outside == 0 && unit < .5 && unit_decoded > .5; }
    /// Albedos of scenes have no negative samples, normals 8 to 99 %.
    bool is_no_colour() const { return negative > .04; }
    /// Averages of normals are short, but some are negative, or few are pale if they are encoded. In scenes
    /// at least 75 % of albedos are pale, and up to 38 % have length 1.
    bool is_no_direction() const {
        return (negative < .001 && unit < .5 && pale > .3 && !is_encoded()) || length > 1.5;
    }
};
/// In large images some pixels in rows are looked at.
VectorLook vector_look(std::span<const float> planes);

/// Medians over blocks of 8x8 samples of the difference of two means: relative, and in standard errors.
struct HalfMatch {
    double difference = 0, errors = 0;

    /// Halves of one frame have up to 0.14 (1 sample per pixel) and 1.3. With both, noise alone is not
    /// enough.
    bool is_unlike() const { return difference > .12 && errors > 1.7; }
};
HalfMatch match_halves(Size size, std::span<const float> a, std::span<const float> b);

struct GuideFlaw {
    std::string guides;  ///< names
    double agreement;    ///< correlation of edges with the image (or other guides), at most 1
    std::string where{}; ///< the change with better agreement, or nothing
    double better = 0;   ///< the agreement with this change
};
/// Finds guides (albedo, normal, depth, or empty) that are mirrored, moved or of another scene. Guides of a
/// neighbouring frame pass.
std::vector<GuideFlaw> guide_flaws(Size size, std::span<const float> beauty,
                                   const std::array<std::span<const float>, 3>& guides);

} // namespace atrous
