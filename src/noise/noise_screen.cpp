// Finds patterns that statistics take for noise: the dots of a printed image's screen, ordered dither, images
// of few values. A periodic pattern resembles itself one period away and differs half a period away. Noise
// never does, fine or coarse.
#include "noise/noise_blocks.h"
#include <algorithm>
#include <bitset>
#include <cmath>
#include <mutex>
#include <numeric>

namespace atrous {
namespace {

constexpr int screen_margin = 16; // pixels around a window that its details depend on, or nearly
constexpr std::size_t max_windows = 40;
constexpr int shortest = 4,
              longest = 14; // periods in pixels: shorter ones are removed by no camera's noise, either
constexpr double of_noise = 0.12,
                 of_screens = 0.16; // noise of cameras has 0.08 at most, screens 0.17 and more
constexpr double smoother = 0.25;   // of the windows may be smoother than the screen
constexpr std::size_t few = 16;     // values of 8 bits

/// Returns the remainder of the widest lowpass, for white to coarse details.
TilePlane details_of(const TilePlane& value) {
    TilePlane smooth = value, next(value.width, value.height);
    TileRow row;
    constexpr TileTaps b3{0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    for (const int apart : {1, 2, 4}) {
        lowpass(smooth, next, b3, apart, row);
        std::swap(smooth, next);
    }
    std::ranges::transform(value.values, smooth.values, smooth.values.begin(), std::minus{});
    return smooth;
}

/// Returns the mean product of a window's details with the details (dx, dy) away, at 0, 0 their mean square.
double product(const TilePlane& details, int dx, int dy) {
    std::array<float, 16> sums{}; // of columns modulo 16: vectors
    for (int y = screen_margin; y < screen_margin + tile_side; ++y) {
        const float *row = details.row(y) + screen_margin, *other = details.row(y + dy) + screen_margin + dx;
        for (std::size_t x = 0; x < tile_side; x += sums.size())
            for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += row[x + k] * other[x + k];
    }
    return std::reduce(sums.begin(), sums.end(), 0.0) / (tile_side * tile_side);
}

/// Returns the excess of the window's self-similarity at some distance over the one at half of it, 0 to 2.
double repeats(const TilePlane& value) {
    const TilePlane details = details_of(value);
    const double square = product(details, 0, 0);
    if (square <= 0) return 0;
    double most = 0;
    for (int dy = 0; dy <= longest; ++dy)
        for (int dx = -longest; dx <= longest; ++dx) {
            if (std::max(std::abs(dx), dy) < shortest) continue;
            const double here = product(details, dx, dy) / square;
            if (here > most)
                most = std::max(most, here - std::max(0.0, product(details, dx / 2, dy / 2) / square));
        }
    return most;
}

} // namespace

double screen_of(const Pixels& pixels, std::span<const NoiseTile> tiles) {
    std::vector<NoiseTile> windows;
    for (std::size_t i = 0; i < tiles.size(); i += 1 + tiles.size() / max_windows)
        if (tiles[i].columns * noise_block == tile_side && tiles[i].rows * noise_block == tile_side) {
            windows.push_back(tiles[i]);
            windows.back().first_block = windows.size() - 1;
        }
    if (windows.empty()) return 0;
    std::vector<float> found(windows.size());
    std::bitset<256> values;
    std::mutex adds;
    for_tiles(windows, [&] {
        return [&, plane = TilePlane()](const NoiseTile& window) mutable {
            read_channel(pixels, window, pixels.colours == 3 ? 1 : 0, screen_margin, plane);
            found[window.first_block] = float(repeats(plane));
            const std::lock_guard lock(adds);
            for (const float v : plane.values)
                values.set(std::size_t(std::lround(std::clamp(v, 0.0f, 255.0f))));
        };
    });
    return values.count() <= few ? 1 : ramp(quantile(found, smoother), of_noise, of_screens);
}

} // namespace atrous
