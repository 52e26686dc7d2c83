// Keeps samples that stand for missing data (GDAL's nodata) out of filters: they get the values of their
// neighbours meanwhile.
#pragma once
#include "filters/scale/plan.h"
#include "image/pixels.h"
#include <optional>
#include <utility>
#include <vector>

namespace atrous {

class MissingSamples {
  public:
    MissingSamples() = default;
    /// Finds the samples of a value, and gives them the value of the nearest other one of their channel.
    /// `value`: as a float, and the step between samples of the file, 0 for floats.
    MissingSamples(Pixels& pixels, const std::optional<std::pair<float, float>>& value);

    /// Puts them back into the filtered image, which is a scaled one, or a crop: where more than half of a
    /// pixel's area was missing. Other samples that would be written as this value move by a step.
    void put_back(Pixels& pixels, const ScaleGeometry& geometry) const;

  private:
    bool is_value(double sample, PixelType type) const;

    double value_ = 0, step_ = 0;
    std::vector<std::vector<bool>> missing_{}; ///< of each colour
};

} // namespace atrous
