// Distributes tiles over an image, and threads over tiles. Reads samples of any type as steps of 8 bits.
// Filters row by row, so that intermediate rows stay in the cache.
#include "noise/noise_planes.h"
#include "image/in_rows.h"
#include "pixel/colour.h"
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <thread>

namespace atrous {
namespace {

/// The value of a half by its bits, infinite if it is not finite. Exponents differ by 127 - 15, which also
/// makes subnormal ones right.
float half_value(std::uint16_t bits) {
    if ((bits & 0x7c00) == 0x7c00) return INFINITY;
    const float size = std::bit_cast<float>(std::uint32_t(bits & 0x7fff) << 13) * 0x1p112f;
    return bits & 0x8000 ? -size : size;
}

/// Sample i of the bytes as files mean it: integers 0 to 1.
template <PixelType type>
float sample_of(const std::byte* bytes, std::size_t i) {
    if constexpr (type == PixelType::u8)
        return float(bytes[i]) / 255.0f;
    else if constexpr (type == PixelType::f32) {
        float value;
        std::memcpy(&value, bytes + 4 * i, sizeof value);
        return value;
    } else {
        std::uint16_t word;
        std::memcpy(&word, bytes + 2 * i, sizeof word);
        return type == PixelType::u16 ? float(word) / 65535.0f : half_value(word);
    }
}

/// Brighter steps count as this, so that sums of products of them stay finite.
constexpr float max_steps = 1e15f;

/// `count` values of channel c in a row of the image, from column `from` on, which may lie beyond its ends.
template <PixelType type>
void read_row(const Pixels& pixels, int y, int from, int count, int c, float* to) {
    const std::byte* row = pixels.at(0, y);
    const std::size_t step = pixels.pixel_bytes();
    const bool associated = pixels.alpha == Alpha::associated, light = pixels.transfer == Transfer::linear;
    for (int x = 0; x < count; ++x) {
        const std::byte* pixel = row + std::size_t(std::clamp(from + x, 0, pixels.size.width - 1)) * step;
        float value = sample_of<type>(pixel, std::size_t(c));
        if (associated) {
            const float alpha = sample_of<type>(pixel, std::size_t(pixels.colours));
            if (alpha > 0) value /= alpha;
        }
        if (!std::isfinite(value))
            value = 0;
        else if (light)
            value = kernels::srgb_encode(value);
        to[x] = std::clamp(255.0f * value, -max_steps, max_steps);
    }
}

struct ReadRow {
    PixelType type;
    void (*read)(const Pixels&, int, int, int, int, float*);
};
constexpr ReadRow read_rows[] = {
    {PixelType::u8, read_row<PixelType::u8>},
    {PixelType::u16, read_row<PixelType::u16>},
    {PixelType::f16, read_row<PixelType::f16>},
    {PixelType::f32, read_row<PixelType::f32>},
};

/// sum of taps[k] in[k][x]. Two of the framelet filters' are none.
void sum_rows(const std::array<const float*, 5>& in, TileTaps taps, int count, float* to) {
    const auto [a, b, c, d, e] = in;
    const auto [r, s, t, u, v] = taps;
    if (r == 0 && v == 0)
        for (int x = 0; x < count; ++x) to[x] = s * b[x] + t * c[x] + u * d[x];
    else
        for (int x = 0; x < count; ++x) to[x] = r * a[x] + s * b[x] + t * c[x] + u * d[x] + v * e[x];
}

const ReadRow& read_row_of(const Pixels& pixels) {
    return *std::ranges::find_if(read_rows, [&](const ReadRow& one) { return one.type == pixels.type; });
}

constexpr int tile_blocks = tile_side / noise_block; // of a side

/// The brightness of a tile in sixteenths of white, from some of its rows.
int brightness_of_tile(const Pixels& pixels, const NoiseTile& tile) {
    const ReadRow& row = read_row_of(pixels);
    std::array<float, tile_side> values;
    double sum = 0;
    for (int y = noise_block / 2; y < tile_side; y += noise_block)
        for (int c = 0; c < pixels.colours; ++c) {
            row.read(pixels, tile.y + y, tile.x, tile_side, c, values.data());
            for (const float v : values) sum += double(v);
        }
    const double mean = sum / (double(tile_side) * tile_blocks * pixels.colours);
    return int(std::clamp(mean, 0.0, 255.0)) / 16;
}

/// Mixes the bits of a number, so that an order by it has no regularity.
std::uint32_t mixed_bits(std::uint32_t v) {
    v = (v ^ v >> 16) * 0x7feb352dU;
    v = (v ^ v >> 15) * 0x846ca68bU;
    return v ^ v >> 16;
}

/// Keeps `max_tiles` tiles, the first of each brightness before the second of any.
void keep_each_brightness(const Pixels& pixels, std::vector<NoiseTile>& tiles) {
    std::erase_if(tiles, [](const NoiseTile& tile) { return tile.blocks() < tile_blocks * tile_blocks; });
    std::vector<int> brightness(tiles.size());
    for_tiles(tiles, [&] {
        return [&](const NoiseTile& tile) {
            brightness[std::size_t(&tile - tiles.data())] = brightness_of_tile(pixels, tile);
        };
    });
    std::vector<std::uint32_t> order(tiles.size()); // of tiles at random
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [](std::uint32_t i) { return std::pair(mixed_bits(i), i); });
    std::array<std::uint32_t, 16> count{};
    std::vector<std::array<std::uint32_t, 2>> ranked; // rank within the brightness, tile
    for (const std::uint32_t i : order) ranked.push_back({count[std::size_t(brightness[i])]++, i});
    std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one[0]; });
    ranked.resize(std::min(ranked.size(), max_tiles));
    std::ranges::sort(ranked, {}, [](const auto& one) { return one[1]; });
    std::vector<NoiseTile> kept;
    for (const auto& one : ranked) {
        kept.push_back(tiles[one[1]]);
        kept.back().first_block = kept.size() * tile_blocks * tile_blocks - tile_blocks * tile_blocks;
    }
    tiles = std::move(kept);
}

} // namespace

void read_channel(const Pixels& pixels, const NoiseTile& tile, int c, int margin, TilePlane& to) {
    to.reshape(tile_side + 2 * margin, tile_side + 2 * margin);
    const ReadRow& row = read_row_of(pixels);
    for (int y = 0; y < to.height; ++y)
        row.read(pixels, std::clamp(tile.y + y - margin, 0, pixels.size.height - 1), tile.x - margin,
                 to.width, c, to.row(y));
}

void TileRow::filter_along_y(const TilePlane& in, int y, const TileTaps& taps, int apart) {
    width_ = in.width, reach_ = 2 * apart;
    values_.resize(std::size_t(width_ + 2 * reach_));
    std::array<const float*, 5> rows{};
    for (int k = 0; k < 5; ++k)
        rows[std::size_t(k)] = in.row(std::clamp(y + (k - 2) * apart, 0, in.height - 1));
    float* const middle = values_.data() + reach_;
    sum_rows(rows, taps, width_, middle);
    std::fill_n(values_.data(), reach_, middle[0]);
    std::fill_n(middle + width_, reach_, middle[width_ - 1]);
}

void TileRow::filter_along_x(const TileTaps& taps, int apart, int first, std::span<float> to) const {
    std::array<const float*, 5> shifted{};
    for (int k = 0; k < 5; ++k) shifted[std::size_t(k)] = values_.data() + reach_ + first + (k - 2) * apart;
    sum_rows(shifted, taps, int(to.size()), to.data());
}

void lowpass(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart, TileRow& row) {
    out.reshape(in.width, in.height);
    for (int y = 0; y < in.height; ++y) {
        row.filter_along_y(in, y, taps, apart);
        row.filter_along_x(taps, apart, 0, {out.row(y), std::size_t(in.width)});
    }
}

std::vector<NoiseTile> noise_tiles(const Pixels& pixels) {
    const int columns = pixels.size.width / noise_block, rows = pixels.size.height / noise_block;
    std::vector<NoiseTile> tiles;
    std::size_t block = 0;
    for (int y = 0; y < rows; y += tile_blocks)
        for (int x = 0; x < columns; x += tile_blocks) {
            tiles.push_back({x * noise_block, y * noise_block, std::min(tile_blocks, columns - x),
                             std::min(tile_blocks, rows - y), block});
            block += tiles.back().blocks();
        }
    // Strips have no whole tiles.
    if (tiles.size() > max_tiles && columns >= tile_blocks && rows >= tile_blocks)
        keep_each_brightness(pixels, tiles);
    return tiles;
}

std::size_t block_count(std::span<const NoiseTile> tiles) {
    return tiles.empty() ? 0 : tiles.back().first_block + tiles.back().blocks();
}

std::size_t tile_threads(std::size_t tiles) {
    constexpr unsigned most = 8;
    return std::min<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 1u, most), tiles);
}

void for_parts(std::size_t count, const std::function<std::function<void(std::size_t)>()>& make) {
    std::atomic<std::size_t> next = 0;
    in_rows(int(tile_threads(count)), 1, [&](int, int) {
        const auto work = make();
        for (std::size_t i; (i = next++) < count;) work(i);
    });
}

void for_tiles(std::span<const NoiseTile> tiles, const std::function<TileWork()>& make) {
    for_parts(tiles.size(), [&] { return [&, work = make()](std::size_t i) { work(tiles[i]); }; });
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
