// Reads the samples of an image's roles like `denoise`, for the checks and the test of motion vectors.
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
    MotionConvention convention{}; ///< from the table and the options
    std::vector<float> stored{};   ///< two planes
};

/// Planes of one image, rows from above, one plane after the other. Empty if the role is missing.
struct Look {
    std::string title;
    Size size{};
    bool linear = true; ///< floats without a curve
    bool hdr = false;   ///< a photograph of PQ or HLG, or with a gain map
    std::vector<float> beauty{}, alpha{}, albedo{}, normal{}, depth{}, variance{}, emission{};
    std::string depth_layer{};
    bool camera_normals = false; ///< from the table
    std::vector<VectorPair> pairs{};
    bool positions = false; ///< and a camera's matrix: what stands still has vectors by these
    double samples = 0;     ///< per pixel, or 0 if the file does not contain it

    std::size_t pixels() const { return std::size_t(size.pixels()); }
};

/// Returns the looks at all images of a file. Throws file errors.
std::vector<Look> look_at(const std::filesystem::path& path, const ProbeOptions& options);

} // namespace atrous
