// Sums up the bands of a bank in all tiles: each row is filtered along y, then along x, and added up at once.
#include "filters/framelet/builder.h"
#include "noise/noise_blocks.h"

namespace atrous {
namespace {

/// Buffers of a thread.
struct BandRoom {
    OpponentPlanes planes;
    TilePlane next{};
    TileRow row{};
    std::vector<float> band{}, sums{};
};

/// Adds the square of the row's band along x, times 1 / map, to a sum of each column.
void add_band(BandRoom& room, int y, const TileTaps& taps, int apart, float* sums) {
    room.row.filter_along_x(taps, apart, room.band.data());
    const float *band = room.band.data(), *inverse = room.planes.inverse.row(y);
    for (int x = 0; x < room.planes.values.width; ++x) sums[x] += band[x] * band[x] * inverse[x];
}

using LevelEnergies = std::vector<std::vector<float>>; // of band and block

/// The bands of a level in the blocks of a tile's row.
void measure_row(LevelEnergies& to, BandRoom& room, const std::vector<TileTaps>& taps, int apart,
                 const NoiseTile& tile, int blocks_above) {
    const auto width = std::size_t(room.planes.values.width);
    room.band.resize(width);
    room.sums.assign(taps.size() * taps.size() * width, 0);
    const int top = tile_margin + blocks_above * noise_block;
    for (int y = top; y < top + noise_block; ++y)
        for (std::size_t j = 0; j < taps.size(); ++j) {
            room.row.filter_along_y(room.planes.values, y, taps[j], apart);
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
        lowpass(room.planes.values, room.next, taps[0], apart, room.row);
        std::swap(room.planes.values, room.next);
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
    const std::size_t colours = curves.size();
    BandStatistics found = room_for(block_count(tiles), colours, std::size_t(bank.bands()));
    for_tiles(tiles, [&] {
        return [&, room = BandRoom{OpponentPlanes(pixels, curves)}](const NoiseTile& tile) mutable {
            room.planes.read(tile);
            for (std::size_t p = 0; p < colours; ++p) {
                room.planes.take(p, tile, found.map[p]);
                measure_bands(found.energy[p], room, taps, tile);
            }
        };
    });
    return found;
}

} // namespace atrous
