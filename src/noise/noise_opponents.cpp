// Measures an image's opponents in quarters of blocks. All quarters of noise are alike. Texture that was
// chosen by one half of a block lies otherwise in the other half.
#include "filters/framelet/builder.h"
#include "noise/noise_search.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::size_t half_block = noise_block / 2;

/// Sums over the quarters of a block of d^2, and over all of it of d^4.
struct QuarterSums {
    std::array<double, 4> squares{};
    double fourth = 0;
};

QuarterSums quarter_sums(const TilePlane& fine, const TilePlane& coarse, const TilePlane& inverse, int left,
                         int top) {
    QuarterSums sums;
    for (std::size_t y = 0; y < noise_block; ++y) {
        const std::size_t row = (std::size_t(top) + y) * std::size_t(fine.width) + std::size_t(left);
        const float *a = fine.values.data() + row, *b = coarse.values.data() + row,
                    *w = inverse.values.data() + row;
        float squares[noise_block];
        for (std::size_t x = 0; x < noise_block; ++x) squares[x] = (a[x] - b[x]) * (a[x] - b[x]) * w[x];
        for (std::size_t half = 0; half < 2; ++half) {
            float sum = 0, fourth = 0;
            for (std::size_t x = 0; x < half_block; ++x) {
                const float s = squares[half * half_block + x];
                sum += s, fourth += s * s;
            }
            sums.squares[y / half_block * 2 + half] += double(sum);
            sums.fourth += double(fourth);
        }
    }
    return sums;
}

/// sum of factor(c) * plane(c), planes of the channels.
template <class Factor, class Plane>
void mix(std::size_t channels, Factor factor, Plane plane, TilePlane& to) {
    to.reshape(plane(0).width, plane(0).height);
    std::ranges::fill(to.values, 0.0f);
    for (std::size_t c = 0; c < channels; ++c) {
        const float f = factor(c);
        const float* from = plane(c).values.data();
        for (std::size_t i = 0; i < to.values.size(); ++i) to.values[i] += f * from[i];
    }
}

/// Buffers of a thread.
struct OpponentRoom {
    OpponentPlanes planes;
    TilePlane next{};
    TileRow row{};
};

/// Details 0 to 2 of the opponent whose values are there.
void measure_opponent(OpponentStatistics::Plane& to, OpponentRoom& room, const NoiseTile& tile) {
    for (std::size_t l = 0; l < OpponentStatistics::levels; ++l) {
        lowpass(room.planes.values, room.next, tile_b3, 1 << l, room.row);
        for_blocks(tile, [&](std::size_t block, int left, int top) {
            const QuarterSums sums =
                quarter_sums(room.planes.values, room.next, room.planes.inverse, left, top);
            double all = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                to.square[l][block][i] = float(sums.squares[i] / (block_pixels / 4) / double(b3_white[l]));
                all += sums.squares[i] / block_pixels;
            }
            if (l == 1) to.kurtosis[block] = float(sums.fourth / block_pixels / std::max(1e-12, all * all));
        });
        std::swap(room.planes.values, room.next);
    }
}

} // namespace

void OpponentPlanes::read(const NoiseTile& tile) {
    smooth_ = &channels_.of(tile);
    for (std::size_t c = 0; c < colours_; ++c) put_curve(curves_[c], (*smooth_)[c].smooth, noise_[c]);
}

void OpponentPlanes::take(std::size_t opponent, const NoiseTile& tile, std::vector<float>& map) {
    const auto weights = opponents(int(colours_));
    const auto weight = [&](std::size_t c) { return weights[3 * opponent + c]; };
    mix(
        colours_, [&](std::size_t c) { return weight(c) * weight(c); },
        [&](std::size_t c) -> const TilePlane& { return noise_[c]; }, inverse);
    const float* noise = inverse.values.data();
    for_block_means<1>(
        tile, inverse.width, [noise](std::size_t i) { return std::array<float, 1>{noise[i]}; },
        [&](std::size_t block, const auto& mean) { map[block] = float(mean[0]); });
    for (float& v : inverse.values) v = 1 / v;
    mix(
        colours_, weight, [&](std::size_t c) -> const TilePlane& { return (*smooth_)[c].value; }, values);
}

OpponentStatistics opponent_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                                       const std::vector<StepCurve>& curves) {
    const std::size_t blocks = block_count(tiles), colours = curves.size();
    OpponentStatistics found;
    const std::vector<float> none(blocks);
    found.relative = {std::vector(colours, none), none};
    found.planes.resize(colours);
    for (auto& plane : found.planes) {
        plane.map.resize(blocks);
        plane.kurtosis.resize(blocks);
        for (auto& level : plane.square) level.resize(blocks);
    }
    for_tiles(tiles, [&] {
        return [&, room = OpponentRoom{OpponentPlanes(pixels, curves)}](const NoiseTile& tile) mutable {
            room.planes.read(tile);
            for (std::size_t c = 0; c < colours; ++c)
                found.relative.measure(c, room.planes.channel(c), room.planes.noise(c), tile);
            for (std::size_t p = 0; p < colours; ++p) {
                room.planes.take(p, tile, found.planes[p].map);
                measure_opponent(found.planes[p], room, tile);
            }
        };
    });
    return found;
}

} // namespace atrous
