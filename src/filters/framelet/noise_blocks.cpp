// Measures blocks of all tiles.
#include "filters/framelet/noise_blocks.h"
#include "filters/framelet/builder.h"
#include <algorithm>
#include <atomic>
#include <cmath>

namespace atrous {
namespace {

/// A channel with the two finest details of its B3-spline.
struct Channel {
    TilePlane value, smooth, details[2]; // smooth: c_2
    explicit Channel(TilePlane values) : value(std::move(values)) {
        const TilePlane finer = lowpass(value, tile_b3, 1);
        smooth = lowpass(finer, tile_b3, 2);
        details[0] = difference(value, finer);
        details[1] = difference(finer, smooth);
    }
};

std::vector<Channel> channels_of(const Pixels& pixels, const NoiseTile& tile) {
    std::vector<Channel> channels;
    for (int c = 0; c < pixels.colours; ++c) channels.emplace_back(channel_of(pixels, tile, c));
    return channels;
}

double variance_of(const TilePlane& plane, int x, int y) {
    const float* v = plane.values.data();
    const double mean = block_sum(plane.width, x, y, [v](std::size_t i) { return v[i]; }) / block_pixels;
    const double square =
        block_sum(plane.width, x, y, [v](std::size_t i) { return v[i] * v[i]; }) / block_pixels;
    return std::max(0.0, square - mean * mean);
}

void measure_channel(BlockStatistics::Channel& to, const Channel& of, const NoiseTile& tile) {
    const float* v = of.value.values.data();
    const int width = of.value.width;
    for_blocks(tile, [&](std::size_t block, int x, int y) {
        to.finest[block] = float(variance_of(of.details[0], x, y));
        to.variance[block] = to.finest[block] + float(variance_of(of.details[1], x, y));
        to.mean[block] = float(block_sum(width, x, y, [v](std::size_t i) { return v[i]; }) / block_pixels);
        const auto is_clipped = [v](std::size_t i) { return v[i] <= 0 || v[i] >= 255 ? 1.0f : 0.0f; };
        to.clipped[block] = float(block_sum(width, x, y, is_clipped) / block_pixels);
    });
}

void measure_products(BlockStatistics& to, const std::vector<Channel>& of, const NoiseTile& tile) {
    for (std::size_t l = 0; l < 2; ++l)
        for (std::size_t i = 0, pair = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++pair) {
                const float *a = of[i].details[l].values.data(), *b = of[j].details[l].values.data();
                const double scale = 1 / (block_pixels * double(b3_white[l]));
                for_blocks(tile, [&](std::size_t block, int x, int y) {
                    const double sum =
                        block_sum(of[i].value.width, x, y, [a, b](std::size_t k) { return a[k] * b[k]; });
                    to.products[l][pair][block] = float(sum * scale);
                });
            }
}

bool has_colours(const std::vector<Channel>& of) {
    const auto& first = of[0].value.values;
    return std::ranges::any_of(of, [&](const Channel& other) {
        return !std::ranges::equal(first, other.value.values,
                                   [](float a, float b) { return std::fabs(a - b) < 1; });
    });
}

} // namespace

bool BlockStatistics::is_whole(std::size_t block) const {
    return std::ranges::all_of(channels, [&](const Channel& c) { return c.clipped[block] < 0.01f; });
}

BlockStatistics block_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles) {
    const std::size_t blocks = tiles.empty() ? 0 : tiles.back().first_block + tiles.back().blocks();
    const std::vector<float> none(blocks);
    BlockStatistics found;
    found.channels.assign(std::size_t(pixels.colours), {none, none, none, none});
    for (auto& level : found.products) level.fill(pixels.colours == 3 ? none : std::vector<float>{});
    std::atomic<bool> colours = false;
    for_tiles(tiles, [&](const NoiseTile& tile) {
        const auto channels = channels_of(pixels, tile);
        for (std::size_t c = 0; c < channels.size(); ++c)
            measure_channel(found.channels[c], channels[c], tile);
        if (channels.size() == 1) return;
        measure_products(found, channels, tile);
        if (has_colours(channels)) colours = true;
    });
    found.is_grey = !colours;
    return found;
}

namespace {

/// The curve at the brightness of every value.
TilePlane curve_at(const StepCurve& curve, const TilePlane& brightness) {
    TilePlane out = brightness;
    for (float& v : out.values) {
        const double at = std::clamp(double(v), 0.0, 255.0);
        const auto left = std::size_t(std::min(at, 254.0));
        v = float(curve[left] + (curve[left + 1] - curve[left]) * (at - double(left)));
    }
    return out;
}

/// sum of factor(c) * planes[c].
template <class Factor>
TilePlane mixed(std::span<const TilePlane* const> planes, Factor factor) {
    TilePlane out(planes[0]->width, planes[0]->height);
    for (std::size_t c = 0; c < planes.size(); ++c) {
        const float f = factor(c);
        for (std::size_t i = 0; i < out.values.size(); ++i) out.values[i] += f * planes[c]->values[i];
    }
    return out;
}

void measure_finest(RelativeStatistics& to, const Channel& of, const TilePlane& curve,
                    const NoiseTile& tile) {
    TilePlane relative = of.details[0];
    for (std::size_t i = 0; i < relative.values.size(); ++i) relative.values[i] /= std::sqrt(curve.values[i]);
    for_blocks(tile, [&](std::size_t block, int x, int y) {
        to.finest[block] += float(variance_of(relative, x, y));
    });
}

void measure_mean(std::vector<float>& to, const TilePlane& of, const NoiseTile& tile) {
    const float* v = of.values.data();
    for_blocks(tile, [&](std::size_t block, int x, int y) {
        to[block] = float(block_sum(of.width, x, y, [v](std::size_t i) { return v[i]; }) / block_pixels);
    });
}

/// All bands of an opponent at levels 0 to 2, relative to its map.
void measure_bands(std::array<std::vector<std::vector<float>>, 3>& to, TilePlane plane, const TilePlane& map,
                   const std::vector<TileTaps>& taps, const NoiseTile& tile) {
    TilePlane inverse = map, along_y(plane.width, plane.height), band(plane.width, plane.height);
    for (float& v : inverse.values) v = 1 / v;
    const float *b = band.values.data(), *m = inverse.values.data();
    for (std::size_t l = 0; l < to.size(); ++l) {
        const int apart = 1 << l;
        for (std::size_t j = 0; j < taps.size(); ++j) {
            filter_along_y(plane, along_y, taps[j], apart);
            for (std::size_t i = j == 0 ? 1 : 0; i < taps.size(); ++i) {
                filter_along_x(along_y, band, taps[i], apart);
                std::vector<float>& energy = to[l][j * taps.size() + i];
                for_blocks(tile, [&](std::size_t block, int x, int y) {
                    const auto square = [b, m](std::size_t k) { return b[k] * b[k] * m[k]; };
                    energy[block] = float(block_sum(band.width, x, y, square) / block_pixels);
                });
            }
        }
        plane = lowpass(plane, taps[0], apart);
    }
}

BandStatistics room_for(std::size_t blocks, std::size_t colours, std::size_t bands) {
    const std::vector<float> none(blocks);
    BandStatistics room;
    room.map.assign(colours, none);
    room.energy.resize(colours);
    for (auto& plane : room.energy)
        for (auto& level : plane) level.assign(bands, none);
    return room;
}

std::size_t blocks_of(std::span<const NoiseTile> tiles) {
    return tiles.back().first_block + tiles.back().blocks();
}

} // namespace

RelativeStatistics relative_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                                       const std::vector<StepCurve>& curves) {
    const std::vector<float> none(blocks_of(tiles));
    RelativeStatistics found{{curves.size(), none}, none};
    for_tiles(tiles, [&](const NoiseTile& tile) {
        const auto channels = channels_of(pixels, tile);
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const TilePlane noise = curve_at(curves[c], channels[c].smooth);
            measure_finest(found, channels[c], noise, tile);
            measure_mean(found.curve[c], noise, tile);
        }
    });
    return found;
}

BandStatistics band_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                               const std::vector<StepCurve>& curves, const FrameletBank& bank) {
    const auto taps = taps_of(bank);
    const auto weights = opponents(pixels.colours);
    const std::size_t colours = curves.size();
    BandStatistics found = room_for(blocks_of(tiles), colours, std::size_t(bank.bands()));
    for_tiles(tiles, [&](const NoiseTile& tile) {
        const auto channels = channels_of(pixels, tile);
        std::vector<TilePlane> noise;
        std::vector<const TilePlane*> values, noises;
        for (std::size_t c = 0; c < colours; ++c) {
            noise.push_back(curve_at(curves[c], channels[c].smooth));
            values.push_back(&channels[c].value);
        }
        for (const auto& plane : noise) noises.push_back(&plane);
        for (std::size_t p = 0; p < colours; ++p) {
            const auto weight = [&](std::size_t c) { return weights[3 * p + c]; };
            const TilePlane map = mixed(noises, [&](std::size_t c) { return weight(c) * weight(c); });
            measure_mean(found.map[p], map, tile);
            measure_bands(found.energy[p], mixed(values, weight), map, taps, tile);
        }
    });
    return found;
}

} // namespace atrous
