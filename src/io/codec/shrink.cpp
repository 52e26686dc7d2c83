// Means of boxes, row by row.
#include "io/codec/shrink.h"
#include "io/codec/library.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

namespace atrous {
namespace {

constexpr int most_rows = 8; // of a box that count

/// Where box i of `count` begins on an axis of n pixels.
int begin_of(int i, int count, int n) { return int(std::int64_t(i) * n / count); }

/// Adds a row's samples, times `share`, to the boxes that they lie in, as means.
template <int channels, class Sample>
void add_row(const Sample* row, int width, std::span<float> boxes, float share) {
    using Sum = std::conditional_t<std::is_integral_v<Sample>, std::uint64_t, float>;
    const int count = int(boxes.size()) / channels;
    for (int i = 0; i < count; ++i) {
        const int begin = begin_of(i, count, width), end = begin_of(i + 1, count, width);
        std::array<Sum, channels> sums{};
        for (const Sample* at = row + std::ptrdiff_t(begin) * channels;
             at < row + std::ptrdiff_t(end) * channels; at += channels)
            for (std::size_t c = 0; c < channels; ++c) sums[c] += at[c];
        float* const box = &boxes[std::size_t(i) * channels];
        for (std::size_t c = 0; c < channels; ++c) box[c] += share * float(sums[c]) / float(end - begin);
    }
}

/// The same of rows with so many channels.
template <class Sample>
void add_row(int channels, const Sample* row, int width, std::span<float> boxes, float share) {
    constexpr void (*of_channels[])(const Sample*, int, std::span<float>, float) = {
        add_row<1, Sample>, add_row<2, Sample>, add_row<3, Sample>, add_row<4, Sample>};
    of_channels[channels - 1](row, width, boxes, share);
}

/// Rows of a part of a picture.
class SourceRows {
  public:
    SourceRows(const Pixels& pixels, const PixelsPart& part) : pixels_(pixels), part_(part) {}
    /// Adds row y of the part, times `share`, to boxes. Integers are added up as they are: to make 24 megapixels floats first
    /// takes a tenth of a second.
    void add(int y, std::span<float> boxes, float share) {
        const std::byte* const from = pixels_.at(part_.x, part_.y + y);
        const int channels = pixels_.channels(), width = part_.size.width;
        if (pixels_.type == PixelType::u8)
            return add_row(channels, reinterpret_cast<const std::uint8_t*>(from), width, boxes,
                           share / 255.0F);
        if (pixels_.type == PixelType::u16)
            return add_row(channels, reinterpret_cast<const std::uint16_t*>(from), width, boxes,
                           share / 65535.0F);
        floats_.resize(std::size_t(width) * std::size_t(channels));
        OIIO::convert_pixel_values(type_desc(pixels_.type), from, OIIO::TypeFloat, floats_.data(),
                                   int(floats_.size()));
        add_row(channels, floats_.data(), width, boxes, share);
    }

  private:
    const Pixels& pixels_;
    const PixelsPart& part_;
    std::vector<float> floats_{};
};

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
    SourceRows source(pixels, part);
    for (int y = 0; y < to.height; ++y) {
        const int begin = begin_of(y, to.height, part.size.height);
        const int rows = begin_of(y + 1, to.height, part.size.height) - begin,
                  used = std::min(rows, most_rows);
        for (int i = 0; i < used; ++i)
            source.add(begin + begin_of(i, used, rows), all.subspan(std::size_t(y) * samples, samples),
                       1.0F / float(used));
        pixels.bytes.let_go();
    }
    return small;
}

} // namespace atrous
