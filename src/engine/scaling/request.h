// Holds a scaling request, its geometry for the images of a file, and its filter.
#pragma once
#include "cli/options.h"
#include "engine/region_runs.h"
#include "filters/scale/plan.h"
#include "image/place.h"
#include <optional>
#include <span>

namespace atrous {

/// A factor per axis, or a box that images fit into as a viewer shows them.
struct ScaleRequest {
    ScaleSettings settings{};
    Size factor{1, 1};
    std::optional<Size> box{}; ///< wins over `factor`
    bool enlarges = false;     ///< images that are smaller than the box, too
    bool fits_pixels = false;  ///< fits the existing pixels, not the display window, into the box
};

/// Returns the factor by which a file's decoder may reduce an image: 1 or one of `reductions`, largest first. A factor of at least
/// 2 along both axes is left for the filter, which removes most of the aliasing of the decoder's block means.
int reduction_for(const ScaleRequest& request, const ImageWindow& place, std::span<const int> possible);

/// The new place of a part's pixels and windows, starting from the decoded size if the decoder reduced the
/// image.
struct PartGeometry {
    ScaleGeometry geometry;
    PartScale scale;
};
PartGeometry geometry_of(const ScaleRequest& request, const ImageWindow& place);

/// Reads --size, and --upscale of `scale`. Returns nothing without --size. Throws a usage error with the
/// allowed values.
std::optional<ScaleRequest> read_box(const CommandLine& line);

/// Reads --size or --factor, with --upscale and the settings of the filter. Returns nothing without a size. Throws a usage
/// error with the allowed values.
std::optional<ScaleRequest> read_scale_request(const CommandLine& line);

/// "8", "8x4", "7.8125".
std::string factor_text(const PartGeometry& of);

/// The scale filter. Each region of the copy has a plan of its own, since the part of the image that it is made from is cut
/// by borders.
class ScaleFilter final : public PixelFilter {
  public:
    ScaleFilter(const ScaleResolved& settings, const ScaleGeometry& geometry, const DeviceTraits& device);
    FilterRegions fit(const Pixels& pixels, const MemoryLimits& limits) const override;
    void begin(FilterStart& start) const override;
    std::optional<PlannedRegion> plan_region(const Pixels& input, const Region& region) const override;

  private:
    ScaleResolved settings_;
    ScaleGeometry geometry_;
    DeviceTraits device_;
};

} // namespace atrous
