// Estimates motion vectors from two frames by block matching from coarse to fine, on a pyramid of albedo, normals, log
// depth and light without its noise. The pyramid holds integers, so that sums do not depend on their order.
#pragma once
#include "engine/denoise/svgf_frames.h"
#include <array>
#include <cstdint>

namespace atrous {

constexpr int motion_features = 8; ///< albedo, normal, log depth, log light: eight lanes of 16 bits
constexpr int motion_unit = 128;   ///< difference of 1 in albedo

struct MotionLevel {
    Size size{};
    std::vector<std::array<std::int16_t, motion_features>> pixels{};
};
/// The image at half the size from level to level. Empty for an image without pixels.
struct MotionGuides {
    std::vector<MotionLevel> levels{};
};

/// Roles that are missing are the same everywhere. Samples that are not finite are 0, or sky.
MotionGuides motion_guides(const RenderPlanes& picture);

/// Returns for each pixel of `from` its position in `to` minus its own position, x right, y down, as two
/// planes like the vectors in files. The result is NaN if no block matches, or if the match does not lead
/// back. It is empty for images of different sizes.
std::vector<float> matched_motion(const MotionGuides& from, const MotionGuides& to);

} // namespace atrous
