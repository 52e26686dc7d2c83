// The channels of tiles with their B3-splines, and noise curves at them. For the files of this folder alone.
#pragma once
#include "filters/framelet/noise_blocks.h"
#include "filters/framelet/noise_planes.h"

namespace atrous {

/// A channel and its two finest lowpasses.
struct SmoothChannel {
    TilePlane value, finer, smooth;
};

/// All channels of one tile after the other.
class SmoothChannels {
  public:
    explicit SmoothChannels(const Pixels& pixels) : pixels_(pixels), channels_(std::size_t(pixels.colours)) {}
    /// Until the next call.
    const std::vector<SmoothChannel>& of(const NoiseTile& tile);

  private:
    const Pixels& pixels_;
    std::vector<SmoothChannel> channels_;
    TileRow row_{};
};

/// The curve at the brightness of every value.
void put_curve(const StepCurve& curve, const TilePlane& brightness, TilePlane& to);

} // namespace atrous
