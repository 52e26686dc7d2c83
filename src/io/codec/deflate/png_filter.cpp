// PNG (ISO/IEC 15948), section 9.
#include "io/codec/deflate/png_filter.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace atrous {
namespace {

/// The byte itself, those of the pixels on the left, above, and above on the left.
struct Near {
    const std::uint8_t *x, *a, *b, *c;
};

/// A filter's bytes of a row, and the sum that it is chosen by. Written so that compilers make vectors of it.
template <class Guess>
std::size_t filtered(const Near& near, std::size_t count, std::uint8_t* to, Guess guess) {
    constexpr std::size_t block = 256; // whose sum fits into 16 bits
    std::size_t sum = 0;
    for (std::size_t from = 0; from < count; from += block) {
        std::uint16_t part = 0;
        const std::size_t end = std::min(from + block, count);
        for (std::size_t i = from; i < end; ++i) {
            const auto left = std::uint8_t(near.x[i] - guess(near.a[i], near.b[i], near.c[i]));
            to[i] = left;
            part = std::uint16_t(part + (left < 128 ? left : 256 - left));
        }
        sum += part;
    }
    return sum;
}

/// The nearest of a, b and c to a + b - c.
inline std::uint8_t paeth(std::uint8_t a, std::uint8_t b, std::uint8_t c) {
    const auto to_a = short(std::abs(short(b - c))), to_b = short(std::abs(short(a - c))),
               to_c = short(std::abs(short(a + b - 2 * c)));
    const std::uint8_t b_or_c = to_b <= to_c ? b : c;
    return to_a <= to_b && to_a <= to_c ? a : b_or_c;
}

} // namespace

PngFilter::PngFilter(const Raster& raster)
    : raster_(raster), now_(raster.pixel() + raster.row()), above_(now_.size()) {
    for (auto& bytes : left_) bytes.resize(raster.row());
}

/// Samples of 16 bits are big-endian. Above the first row are zeros.
void PngFilter::load(std::vector<std::uint8_t>& row, int y) const {
    std::uint8_t* const to = row.data() + raster_.pixel();
    if (y < 0) return void(std::fill(row.begin(), row.end(), std::uint8_t(0)));
    std::memcpy(to, raster_.row_at(y), raster_.row());
    if (raster_.sample == 2)
        for (std::size_t i = 0; i < raster_.row(); i += 2) std::swap(to[i], to[i + 1]);
}

void PngFilter::append(std::string& to, int first, int behind) {
    const std::size_t pixel = raster_.pixel(), row = raster_.row();
    load(now_, first - 1);
    for (int y = first; y < behind; ++y) {
        above_.swap(now_);
        load(now_, y);
        const Near near{now_.data() + pixel, now_.data(), above_.data() + pixel, above_.data()};
        using Byte = std::uint8_t;
        const std::size_t sums[] = {
            filtered(near, row, left_[0].data(), [](Byte, Byte, Byte) { return Byte(0); }),
            filtered(near, row, left_[1].data(), [](Byte a, Byte, Byte) { return a; }),
            filtered(near, row, left_[2].data(), [](Byte, Byte b, Byte) { return b; }),
            filtered(near, row, left_[3].data(), [](Byte a, Byte b, Byte) { return Byte((a + b) >> 1); }),
            filtered(near, row, left_[4].data(), [](Byte a, Byte b, Byte c) { return paeth(a, b, c); })};
        const auto best = std::size_t(std::ranges::min_element(sums) - std::begin(sums));
        to += char(best);
        to.append(reinterpret_cast<const char*>(left_[best].data()), row);
    }
}

} // namespace atrous
