// Spreads tiles over a picture, and threads over tiles.
#include "filters/framelet/noise_planes.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

namespace atrous {
namespace {

constexpr int tile_blocks = 16; // of a side
constexpr int most_tiles = 64;  // 4 megapixels: more blocks would not change quantiles

} // namespace

std::vector<NoiseTile> noise_tiles(Size size) {
    const int columns = size.width / noise_block, rows = size.height / noise_block;
    const int across = (columns + tile_blocks - 1) / tile_blocks,
              down = (rows + tile_blocks - 1) / tile_blocks;
    const int step = std::max(1, (across * down + most_tiles - 1) / most_tiles);
    std::vector<NoiseTile> tiles;
    std::size_t block = 0;
    for (int y = 0; y < down; ++y)
        for (int x = 0; x < across; ++x) {
            if ((x + 3 * y) % step != 0) continue;
            NoiseTile tile{x * tile_blocks * noise_block, y * tile_blocks * noise_block,
                           std::min(tile_blocks, columns - x * tile_blocks),
                           std::min(tile_blocks, rows - y * tile_blocks), block};
            block += tile.blocks();
            tiles.push_back(tile);
        }
    return tiles;
}

std::size_t block_count(std::span<const NoiseTile> tiles) {
    return tiles.empty() ? 0 : tiles.back().first_block + tiles.back().blocks();
}

std::size_t tile_threads(std::size_t tiles) {
    constexpr unsigned most = 8; // each has 5 MB of planes
    return std::min<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 1u, most), tiles);
}

void for_tiles(std::span<const NoiseTile> tiles, const std::function<TileWork()>& make) {
    std::atomic<std::size_t> next = 0;
    std::mutex of_problem;
    std::exception_ptr problem;
    const auto worker = [&] {
        try {
            const TileWork work = make();
            for (std::size_t i; (i = next++) < tiles.size();) work(tiles[i]);
        } catch (...) {
            const std::lock_guard lock(of_problem);
            problem = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        const auto threads = tile_threads(tiles.size());
        for (std::size_t i = 1; i < threads; ++i) others.emplace_back(worker);
        worker();
    }
    if (problem) std::rethrow_exception(problem);
}

double quantile(std::vector<float> values, double q) {
    if (values.empty()) return 0;
    const double at = q * double(values.size() - 1);
    const auto left = values.begin() + std::ptrdiff_t(at);
    std::nth_element(values.begin(), left, values.end());
    const double low = double(*left);
    if (left + 1 == values.end()) return low;
    const double high = double(*std::min_element(left + 1, values.end()));
    return low + (high - low) * (at - std::floor(at));
}

} // namespace atrous
