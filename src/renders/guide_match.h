// Tells whether layers are what their roles say and belong to the image, by lengths of vectors and places of edges. Limits are far
// from the values of all test scenes at 2 to 512 samples: silence is better than a false alarm.
#pragma once
#include "base/size.h"
#include <array>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// The vectors of three planes that are not 0. Colours are looked at as vectors, too.
struct VectorLook {
    double negative = 0; ///< share with a component below -0.05
    double unit = 0;     ///< share with a length of 0.95 to 1.05
    double length = 0;   ///< the median; 0 if there are fewer than 64

    /// Albedos of scenes have 0, normals 8 to 99 % negative vectors.
    bool is_no_colour() const { return negative > .04; }
    /// Averages of normals may be short, but some are negative. Albedos of scenes have at most 38 % of length 1.
    bool is_no_direction() const { return (length > 0 && negative < .001 && unit < .5) || length > 1.5; }
};
VectorLook vector_look(std::span<const float> planes);

/// Medians over the blocks of 8x8 samples of two renders.
struct HalfMatch {
    double difference = 0; ///< of the means, relative. Halves of a frame: at most 0.06
    double errors = 0;     ///< the same in standard errors. Halves of a frame: at most 1.3

    bool is_unlike() const { return difference > .12 && errors > 1.7; }
};
HalfMatch match_halves(Size size, std::span<const float> a, std::span<const float> b);

/// A guide whose edges are not where the image or other guides have theirs.
struct GuideFlaw {
    std::string guides;  ///< their names
    double agreement;    ///< correlation of edges, at most 1
    std::string where{}; ///< the change after which they agree far better, or nothing
    double better = 0;   ///< the agreement then
};
/// Finds guides (albedo, normal, depth; each may be empty) that are mirrored, moved or of another scene, but not those of a
/// neighbouring frame.
std::vector<GuideFlaw> guide_flaws(Size size, std::span<const float> beauty,
                                   const std::array<std::span<const float>, 3>& guides);

} // namespace atrous
