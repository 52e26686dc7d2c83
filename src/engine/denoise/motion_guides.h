// What vectors are found by where a file has none: albedo, normals, log depth and light without its noise, as a pyramid of
// integers, so that sums have no order.
#pragma once
#include "engine/denoise/render_picture.h"
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
MotionGuides motion_guides(const RenderPicture& picture);

} // namespace atrous
