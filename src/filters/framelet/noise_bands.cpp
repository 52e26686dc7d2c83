// The bands of a bank in all tiles: each row is filtered along y, then along x, and added up at once.
#include "filters/framelet/builder.h"
#include "filters/framelet/noise_blocks.h"
#include <algorithm>

namespace atrous {
namespace {

/// What a thread works in.
struct BandRoom {
    SmoothChannels channels;
    std::vector<TilePlane> noise{}; ///< per channel
    TilePlane inverse{}, plane{}, next{};
    TileRow row{};
    std::vector<float> band{}, sums{};
};

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

/// Adds the square of the row's band along x, times 1 / map, to a sum of each column.
void add_band(BandRoom& room, int y, const TileTaps& taps, int apart, float* sums) {
    room.row.filter_along_x(taps, apart, room.band.data());
    const float *band = room.band.data(), *inverse = room.inverse.row(y);
    for (int x = 0; x < room.plane.width; ++x) sums[x] += band[x] * band[x] * inverse[x];
}

using LevelEnergies = std::vector<std::vector<float>>; // of band and block

/// The bands of a level in the blocks of a tile's row.
void measure_row(LevelEnergies& to, BandRoom& room, const std::vector<TileTaps>& taps, int apart,
                 const NoiseTile& tile, int blocks_above) {
    const auto width = std::size_t(room.plane.width);
    room.band.resize(width);
    room.sums.assign(taps.size() * taps.size() * width, 0);
    const int top = tile_margin + blocks_above * noise_block;
    for (int y = top; y < top + noise_block; ++y)
        for (std::size_t j = 0; j < taps.size(); ++j) {
            room.row.filter_along_y(room.plane, y, taps[j], apart);
            for (std::size_t i = j == 0 ? 1 : 0; i < taps.size(); ++i)
                add_band(room, y, taps[i], apart, room.sums.data() + (j * taps.size() + i) * width);
        }
    const std::size_t first = tile.first_block + std::size_t(blocks_above * tile.columns);
    for (std::size_t band = 1; band < to.size(); ++band)
        for (std::size_t x = 0; x < std::size_t(tile.columns); ++x) {
            const float* sums = room.sums.data() + band * width + tile_margin + x * noise_block;
            double sum = 0;
            for (std::size_t i = 0; i < noise_block; ++i) sum += double(sums[i]);
            to[band][first + x] = float(sum / block_pixels);
        }
}

/// All bands of an opponent at levels 0 to 2, relative to its map.
void measure_bands(std::array<LevelEnergies, 3>& to, BandRoom& room, const std::vector<TileTaps>& taps,
                   const NoiseTile& tile) {
    for (std::size_t l = 0; l < to.size(); ++l) {
        const int apart = 1 << l;
        for (int y = 0; y < tile.rows; ++y) measure_row(to[l], room, taps, apart, tile, y);
        if (l + 1 == to.size()) return;
        lowpass(room.plane, room.next, taps[0], apart, room.row);
        std::swap(room.plane, room.next);
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

} // namespace

BandStatistics band_statistics(const Pixels& pixels, std::span<const NoiseTile> tiles,
                               const std::vector<StepCurve>& curves, const FrameletBank& bank) {
    const auto taps = taps_of(bank);
    const auto weights = opponents(pixels.colours);
    const std::size_t colours = curves.size();
    BandStatistics found = room_for(block_count(tiles), colours, std::size_t(bank.bands()));
    const auto measure = [&](BandRoom& room, const NoiseTile& tile) {
        const auto& channels = room.channels.of(tile);
        room.noise.resize(colours);
        for (std::size_t c = 0; c < colours; ++c) put_curve(curves[c], channels[c].smooth, room.noise[c]);
        for (std::size_t p = 0; p < colours; ++p) {
            const auto weight = [&](std::size_t c) { return weights[3 * p + c]; };
            const auto noise = [&](std::size_t c) -> const TilePlane& { return room.noise[c]; };
            mix(
                colours, [&](std::size_t c) { return weight(c) * weight(c); }, noise, room.inverse);
            const float* map = room.inverse.values.data();
            for_block_means<1>(
                tile, room.inverse.width, [map](std::size_t i) { return std::array<float, 1>{map[i]}; },
                [&](std::size_t block, const auto& mean) { found.map[p][block] = float(mean[0]); });
            for (float& v : room.inverse.values) v = 1 / v;
            const auto value = [&](std::size_t c) -> const TilePlane& { return channels[c].value; };
            mix(colours, weight, value, room.plane);
            measure_bands(found.energy[p], room, taps, tile);
        }
    };
    for_tiles(tiles, [&] {
        return [&, room = BandRoom{SmoothChannels(pixels)}](const NoiseTile& tile) mutable {
            measure(room, tile);
        };
    });
    return found;
}

} // namespace atrous
