// Measures blocks of all tiles: before the curves are known, and relative to them.
#include "noise/noise_blocks.h"
#include <algorithm>
#include <atomic>
#include <cmath>

namespace atrous {
namespace {

/// A detail of the B3-spline: the difference between one lowpass and the next.
struct Detail {
    const float *fine, *coarse;
    float operator()(std::size_t i) const { return fine[i] - coarse[i]; }
};
Detail detail_of(const SmoothChannel& channel, std::size_t level) {
    const float *finer = channel.finer.values.data(), *smooth = channel.smooth.values.data();
    return level == 0 ? Detail{channel.value.values.data(), finer} : Detail{finer, smooth};
}

double variance_of(double mean, double mean_square) { return std::max(0.0, mean_square - mean * mean); }

void measure_channel(BlockStatistics::Channel& to, const SmoothChannel& of, const NoiseTile& tile) {
    const float* v = of.value.values.data();
    const Detail fine = detail_of(of, 0), coarse = detail_of(of, 1);
    const auto numbers = [=](std::size_t i) {
        const float a = fine(i), b = coarse(i), clipped = v[i] <= 0 || v[i] >= 255 ? 1.0f : 0.0f;
        return std::array<float, 6>{v[i], clipped, a, a * a, b, b * b};
    };
    for_block_means<6>(tile, of.value.width, numbers, [&](std::size_t block, const auto& means) {
        to.mean[block] = float(means[0]);
        to.clipped[block] = float(means[1]);
        to.finest[block] = float(variance_of(means[2], means[3]));
        to.variance[block] = to.finest[block] + float(variance_of(means[4], means[5]));
    });
}

void measure_products(BlockStatistics& to, const std::vector<SmoothChannel>& of, const NoiseTile& tile) {
    for (std::size_t l = 0; l < 2; ++l) {
        const Detail red = detail_of(of[0], l), green = detail_of(of[1], l), blue = detail_of(of[2], l);
        const auto numbers = [=](std::size_t i) {
            const float r = red(i), g = green(i), b = blue(i);
            return std::array<float, 6>{r * r, r * g, r * b, g * g, g * b, b * b};
        };
        for_block_means<6>(tile, of[0].value.width, numbers, [&](std::size_t block, const auto& means) {
            for (std::size_t pair = 0; pair < means.size(); ++pair)
                to.products[l][pair][block] = float(means[pair] / double(b3_white[l]));
        });
    }
}

bool has_colours(const std::vector<SmoothChannel>& of) {
    const auto& first = of[0].value.values;
    return std::ranges::any_of(of, [&](const SmoothChannel& other) {
        return !std::ranges::equal(first, other.value.values,
                                   [](float a, float b) { return std::fabs(a - b) < 1; });
    });
}

} // namespace

bool BlockStatistics::is_whole(std::size_t block) const {
    return std::ranges::all_of(channels, [&](const Channel& c) { return c.clipped[block] < 0.01f; });
}

BlockStatistics block_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles) {
    const std::vector<float> none(block_count(tiles));
    BlockStatistics found;
    found.channels.assign(std::size_t(pixels.colours), {none, none, none, none});
    for (auto& level : found.products) level.fill(pixels.colours == 3 ? none : std::vector<float>{});
    std::atomic<bool> colours = false;
    for_tiles(tiles, [&] {
        return [&, channels = SmoothChannels(pixels)](const NoiseTile& tile) mutable {
            const auto& smooth = channels.of(tile);
            for (std::size_t c = 0; c < smooth.size(); ++c)
                measure_channel(found.channels[c], smooth[c], tile);
            if (smooth.size() == 1) return;
            measure_products(found, smooth, tile);
            if (has_colours(smooth)) colours = true;
        };
    });
    found.is_grey = !colours;
    return found;
}

void RelativeStatistics::measure(std::size_t channel, const SmoothChannel& of, const TilePlane& noise,
                                 const NoiseTile& tile) {
    const Detail fine = detail_of(of, 0);
    const float* variance = noise.values.data();
    const auto numbers = [=](std::size_t i) {
        const float relative = fine(i) / std::sqrt(variance[i]);
        return std::array<float, 3>{variance[i], relative, relative * relative};
    };
    for_block_means<3>(tile, noise.width, numbers, [&](std::size_t block, const auto& means) {
        curve[channel][block] = float(means[0]);
        finest[block] += float(variance_of(means[1], means[2]));
    });
}

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
        const float at = v > 0 ? std::min(v, float(entries.size() - 1)) : 0; // NaN is 0
        const auto left = std::size_t(int(at));
        return entries[left] + slopes[left] * (at - float(left));
    });
}

} // namespace atrous
