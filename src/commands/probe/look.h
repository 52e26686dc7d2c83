// The samples of a picture's roles, as `denoise` would read them, for the checks and the test of motion vectors.
#pragma once
#include "commands/probe/options.h"
#include "renders/motion.h"
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

/// Two channels that may be motion vectors.
struct VectorPair {
    AovRole role;
    std::string title;             ///< "ViewLayer.Vector.XY"
    MotionConvention convention{}; ///< as the table and the options say
    std::vector<float> stored{};   ///< two planes
};

/// Planes of one picture, rows from above, one plane behind the other; empty where the role is missing.
struct Look {
    std::string title;
    Size size{};
    bool linear = true; ///< floats without a curve
    std::vector<float> beauty{}, alpha{}, albedo{}, normal{}, depth{}, variance{}, emission{};
    std::string depth_layer{};
    bool camera_normals = false; ///< the table says so
    std::vector<VectorPair> pairs{};
    bool positions = false; ///< and a camera's matrix: what stands still has vectors by these
    double samples = 0;     ///< per pixel; 0: the file does not say

    std::size_t pixels() const { return std::size_t(size.pixels()); }
};

/// Of all pictures of a file. Throws file errors.
std::vector<Look> look_at(const std::filesystem::path& path, const ProbeOptions& options);

} // namespace atrous
