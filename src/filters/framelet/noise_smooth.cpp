// Lowpasses of a tile's channels, and curves between two of their entries straight.
#include "filters/framelet/noise_smooth.h"
#include <algorithm>

namespace atrous {

const std::vector<SmoothChannel>& SmoothChannels::of(const NoiseTile& tile) {
    for (std::size_t c = 0; c < channels_.size(); ++c) {
        SmoothChannel& channel = channels_[c];
        read_channel(pixels_, tile, int(c), channel.value);
        lowpass(channel.value, channel.finer, tile_b3, 1, row_);
        lowpass(channel.finer, channel.smooth, tile_b3, 2, row_);
    }
    return channels_;
}

void put_curve(const StepCurve& curve, const TilePlane& brightness, TilePlane& to) {
    std::array<float, kernels::FRAMELET_CURVE> entries{}, slopes{};
    for (std::size_t i = 0; i < curve.size(); ++i) {
        entries[i] = float(curve[i]);
        slopes[i] = i + 1 < curve.size() ? float(curve[i + 1] - curve[i]) : 0;
    }
    to.reshape(brightness.width, brightness.height);
    std::ranges::transform(brightness.values, to.values.begin(), [&](float v) {
        const float at = std::clamp(v, 0.0f, float(entries.size() - 1));
        const auto left = std::size_t(int(at));
        return entries[left] + slopes[left] * (at - float(left));
    });
}

} // namespace atrous
