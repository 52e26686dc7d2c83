// Reads tiles of pictures; filters them.
#include "filters/framelet/noise_tiles.h"
#include "pixel/colour.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

namespace atrous {
namespace {

constexpr int tile_blocks = 16; // of a side
constexpr int most_tiles = 64;  // 4 megapixels: more blocks would not change quantiles

/// The value of a half by its bits; not finite ones stay so.
float half_value(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
    float size = exponent == 31 ? INFINITY : std::ldexp(float(mantissa + 1024), exponent - 25);
    if (exponent == 0) size = std::ldexp(float(mantissa), -24);
    return bits & 0x8000 ? -size : size;
}

/// Sample i of the bytes as files mean it: integers 0 to 1.
float sample_of(const std::byte* bytes, PixelType type, std::size_t i) {
    if (type == PixelType::u8) return float(bytes[i]) / 255.0f;
    if (type == PixelType::f32) {
        float value;
        std::memcpy(&value, bytes + 4 * i, sizeof value);
        return value;
    }
    std::uint16_t word;
    std::memcpy(&word, bytes + 2 * i, sizeof word);
    return type == PixelType::u16 ? float(word) / 65535.0f : half_value(word);
}

/// Channel c of the pixel at (x, y) in steps of 8 bits.
float value_at(const Pixels& pixels, int x, int y, int c) {
    const std::byte* pixel = pixels.at(x, y);
    float value = sample_of(pixel, pixels.type, std::size_t(c));
    if (pixels.alpha == Alpha::associated) {
        const float alpha = sample_of(pixel, pixels.type, std::size_t(pixels.colours));
        if (alpha > 0) value /= alpha;
    }
    if (!std::isfinite(value)) return 0;
    if (pixels.transfer == Transfer::linear) value = kernels::srgb_encode(value);
    return 255.0f * value;
}

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

TilePlane channel_of(const Pixels& pixels, const NoiseTile& tile, int c) {
    TilePlane plane(tile.columns * noise_block + 2 * tile_margin, tile.rows * noise_block + 2 * tile_margin);
    for (int y = 0; y < plane.height; ++y) {
        const int from = std::clamp(tile.y + y - tile_margin, 0, pixels.size.height - 1);
        for (int x = 0; x < plane.width; ++x)
            plane.row(y)[x] =
                value_at(pixels, std::clamp(tile.x + x - tile_margin, 0, pixels.size.width - 1), from, c);
    }
    return plane;
}

void filter_along_y(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart) {
    for (int y = 0; y < in.height; ++y) {
        const auto at = [&](int k) { return in.row(std::clamp(y + k * apart, 0, in.height - 1)); };
        const float *a = at(-2), *b = at(-1), *c = at(0), *d = at(1), *e = at(2);
        float* to = out.row(y);
        for (int x = 0; x < in.width; ++x)
            to[x] = taps[0] * a[x] + taps[1] * b[x] + taps[2] * c[x] + taps[3] * d[x] + taps[4] * e[x];
    }
}

void filter_along_x(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart) {
    const int reach = 2 * apart;
    std::vector<float> padded(std::size_t(in.width + 2 * reach));
    for (int y = 0; y < in.height; ++y) {
        const float* row = in.row(y);
        std::fill_n(padded.begin(), reach, row[0]);
        std::copy_n(row, in.width, padded.begin() + reach);
        std::fill_n(padded.end() - reach, reach, row[in.width - 1]);
        const float* from = padded.data();
        float* to = out.row(y);
        for (int x = 0; x < in.width; ++x)
            to[x] = taps[0] * from[x] + taps[1] * from[x + apart] + taps[2] * from[x + 2 * apart] +
                    taps[3] * from[x + 3 * apart] + taps[4] * from[x + 4 * apart];
    }
}

TilePlane lowpass(const TilePlane& in, const TileTaps& taps, int apart) {
    TilePlane half(in.width, in.height), out(in.width, in.height);
    filter_along_y(in, half, taps, apart);
    filter_along_x(half, out, taps, apart);
    return out;
}

TilePlane difference(const TilePlane& a, const TilePlane& b) {
    TilePlane out = a;
    std::ranges::transform(a.values, b.values, out.values.begin(), std::minus<float>());
    return out;
}

std::size_t tile_threads(std::size_t tiles) {
    constexpr unsigned most = 8; // each has 8 MB of planes
    return std::min<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 1u, most), tiles);
}

void for_tiles(std::span<const NoiseTile> tiles, const std::function<void(const NoiseTile&)>& work) {
    std::atomic<std::size_t> next = 0;
    std::mutex of_problem;
    std::exception_ptr problem;
    const auto worker = [&] {
        try {
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
