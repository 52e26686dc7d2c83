// Means of boxes, row by row.
#include "io/codec/shrink.h"
#include "io/codec/oiio.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int most_rows = 8; // of a box that count

/// Where box i of `count` begins on an axis of n pixels.
int begin_of(int i, int count, int n) { return int(std::int64_t(i) * n / count); }

/// Adds a row's samples to those of the boxes that they lie in, as means.
void add_row(const std::vector<float>& row, int channels, int width, std::span<float> boxes, float share) {
    const int count = int(boxes.size()) / channels;
    for (int i = 0; i < count; ++i) {
        const int begin = begin_of(i, count, width), end = begin_of(i + 1, count, width);
        for (int c = 0; c < channels; ++c) {
            float sum = 0;
            for (int x = begin; x < end; ++x) sum += row[std::size_t(x * channels + c)];
            boxes[std::size_t(i * channels + c)] += share * sum / float(end - begin);
        }
    }
}

} // namespace

std::span<float> floats_of(Pixels& pixels) {
    return {reinterpret_cast<float*>(pixels.bytes.data.get()), pixels.byte_count() / sizeof(float)};
}

Pixels shrunk(const Pixels& pixels, const PixelsPart& part, Size to) {
    Pixels small{to, PixelType::f32, pixels.colours, pixels.alpha, pixels.transfer, {}, pixels.profile};
    small.bytes = Bytes(small.byte_count());
    const std::size_t samples = std::size_t(to.width) * std::size_t(small.channels());
    const std::span<float> all = floats_of(small);
    std::ranges::fill(all, 0.0F);
    std::vector<float> row(std::size_t(part.size.width) * std::size_t(pixels.channels()));
    for (int y = 0; y < to.height; ++y) {
        const int begin = begin_of(y, to.height, part.size.height);
        const int rows = begin_of(y + 1, to.height, part.size.height) - begin,
                  used = std::min(rows, most_rows);
        for (int i = 0; i < used; ++i) {
            const int from = part.y + begin + begin_of(i, used, rows);
            OIIO::convert_pixel_values(type_desc(pixels.type), pixels.at(part.x, from), OIIO::TypeFloat,
                                       row.data(), int(row.size()));
            add_row(row, pixels.channels(), part.size.width, all.subspan(std::size_t(y) * samples, samples),
                    1.0F / float(used));
        }
        pixels.bytes.let_go();
    }
    return small;
}

} // namespace atrous
