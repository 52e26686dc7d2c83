// Reads samples of any type as steps of 8 bits; filters row by row, so that what lies between stays in the cache.
#include "filters/framelet/noise_planes.h"
#include "pixel/colour.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace atrous {
namespace {

/// The value of a half by its bits; infinite where it is not finite. Exponents differ by 127 - 15, which also makes subnormal
/// ones right.
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

/// `count` values of channel c in a row of the picture, from column `from` on, which may lie beyond its ends.
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
        to[x] = 255.0f * value;
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

/// sum of taps[k] in[k][x]; two of the linear bank's are none.
void sum_rows(const std::array<const float*, 5>& in, TileTaps taps, int count, float* to) {
    const auto [a, b, c, d, e] = in;
    const auto [r, s, t, u, v] = taps;
    if (r == 0 && v == 0)
        for (int x = 0; x < count; ++x) to[x] = s * b[x] + t * c[x] + u * d[x];
    else
        for (int x = 0; x < count; ++x) to[x] = r * a[x] + s * b[x] + t * c[x] + u * d[x] + v * e[x];
}

} // namespace

void read_channel(const Pixels& pixels, const NoiseTile& tile, int c, TilePlane& to) {
    to.reshape(tile.columns * noise_block + 2 * tile_margin, tile.rows * noise_block + 2 * tile_margin);
    const auto* const row =
        std::ranges::find_if(read_rows, [&](const ReadRow& one) { return one.type == pixels.type; });
    for (int y = 0; y < to.height; ++y)
        row->read(pixels, std::clamp(tile.y + y - tile_margin, 0, pixels.size.height - 1),
                  tile.x - tile_margin, to.width, c, to.row(y));
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

void TileRow::filter_along_x(const TileTaps& taps, int apart, float* to) const {
    std::array<const float*, 5> shifted{};
    for (int k = 0; k < 5; ++k) shifted[std::size_t(k)] = values_.data() + reach_ + (k - 2) * apart;
    sum_rows(shifted, taps, width_, to);
}

void lowpass(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart, TileRow& row) {
    out.reshape(in.width, in.height);
    for (int y = 0; y < in.height; ++y) {
        row.filter_along_y(in, y, taps, apart);
        row.filter_along_x(taps, apart, out.row(y));
    }
}

} // namespace atrous
