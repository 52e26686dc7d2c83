// What scaling was asked for, and what it means for a picture of a file. Knows no device.
#pragma once
#include "cli/options.h"
#include "filters/scale/plan.h"
#include "image/place.h"
#include <optional>
#include <span>

namespace atrous {

/// A factor per axis, or a box that pictures fit into as a viewer shows them.
struct ScaleRequest {
    ScaleSettings settings{};
    Size factor{1, 1};
    std::optional<Size> box{}; ///< wins over `factor`
    bool enlarges = false;     ///< pictures that are smaller than the box, too
    bool fits_pixels = false;  ///< what is there of a picture, not its display window, fits into the box
};

/// How many times smaller the decoder of a file may make a picture, 1 or one of those that it can, largest first: what is left of the factor is 2 at least
/// along both axes, for the filter that removes most of what the decoder's means of blocks alias.
int reduction_for(const ScaleRequest& request, const PartPlace& place, std::span<const int> possible);

/// Where a part's pixels and windows go. Of a picture that its decoder made smaller, from those that are decoded.
struct PartGeometry {
    ScaleGeometry geometry;
    PartScale scale;
};
PartGeometry geometry_of(const ScaleRequest& request, const PartPlace& place);

/// --size, and --upscale of `scale`; nothing where there is no --size. Throws a usage error that says what is allowed.
std::optional<ScaleRequest> read_box(const CommandLine& line);

/// "8" or "4x2" of --factor. Throws a usage error that says what is allowed.
Size parse_factor(const std::string& text, const std::string& option);

/// "8", "8x4", "7.8125".
std::string factor_text(const PartGeometry& of);

} // namespace atrous
