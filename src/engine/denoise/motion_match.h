// Motion vectors that are estimated from two frames alone, by block matching from coarse to fine: of albedo, normals, log depth
// and light without its noise, as a pyramid of integers, so that sums have no order.
#pragma once
#include "engine/denoise/svgf_frames.h"
#include <array>
#include <cstdint>

namespace atrous {

constexpr int motion_features = 8; ///< albedo, normal, log depth, log light: eight lanes of 16 bits
constexpr int motion_unit = 128;   ///< what a difference of 1 in albedo is

struct MotionLevel {
    Size size{};
    std::vector<std::array<std::int16_t, motion_features>> pixels{};
};
/// The picture at half the size from level to level. Empty of a picture without pixels.
struct MotionGuides {
    std::vector<MotionLevel> levels{};
};

/// Roles that are missing are the same everywhere. Samples that are not finite are 0, or sky.
MotionGuides motion_guides(const RenderPlanes& picture);

/// For each pixel of `from`: where it is in `to` minus where it is, x right, y down, two planes as files' vectors have them. NaN
/// where none is known: what blocks look like is not found there, or what is found there does not lead back. Empty for
/// pictures of different sizes.
std::vector<float> matched_motion(const MotionGuides& from, const MotionGuides& to);

} // namespace atrous
