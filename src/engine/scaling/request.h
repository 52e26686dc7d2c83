// Computes the geometry of a scaling request for the images of a file, and runs its filter.
#pragma once
#include "engine/region_runs.h"
#include "filters/scale/plan.h"
#include "image/place.h"
#include <optional>
#include <span>

namespace atrous {

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
