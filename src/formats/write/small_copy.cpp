// Makes small copies as means of boxes, row by row, from the samples in the file. For pages the copies are
// then light on checkers. Conversion, rotation and compression happen in memory.
#include "formats/write/small_copy.h"
#include "formats/common/convert.h"
#include "formats/common/library.h"
#include "formats/jpeg/jpeg.h"
#include "formats/webp/webp_write.h"
#include "formats/write/encoding.h"
#include "image/place.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace atrous {
namespace {

constexpr int side_on_page =
    480; // wide enough for half of a screen (500 pairs of them are some 20 MiB as text)
constexpr int quality_on_page = 80;

/// Converts samples of light.
double share_above_white(std::span<const float> samples) {
    constexpr float white = 1.001F; // less is rounding
    const auto above = std::ranges::count_if(samples, [](float v) { return v > white; });
    return samples.empty() ? 0 : double(above) / double(samples.size());
}

/// Light without alpha, which is multiplied into the colours. Transparent pixels show squares.
Pixels on_checkers(Pixels light) {
    constexpr int square = 8;
    constexpr float dark = 0.6F, bright = 0.9F;
    Pixels out{light.size, light.type, light.colours, Alpha::none, light.transfer, {}, light.profile};
    out.bytes = Bytes(out.byte_count());
    const std::span<float> to = floats_of(out), from = floats_of(light);
    const auto colours = std::size_t(light.colours), width = std::size_t(light.size.width);
    for (std::size_t i = 0; i < std::size_t(light.size.pixels()); ++i) {
        const float* const pixel = &from[i * (colours + 1)];
        const bool odd = (i % width / square + i / width / square) % 2 != 0;
        const float free = std::max(0.0F, 1 - pixel[colours]) * (odd ? dark : bright);
        for (std::size_t c = 0; c < colours; ++c) to[i * colours + c] = pixel[c] + free;
    }
    return out;
}

/// As three channels, as a viewer turns them.
Pixels turned_rgb(const Pixels& pixels, int orientation) {
    const OrientationTransform turn = orientation_transform(orientation);
    const Size size = pixels.size;
    Pixels out;
    out.size = turn.swapped ? Size{size.height, size.width} : size;
    out.bytes = Bytes(out.byte_count());
    for (int y = 0; y < out.size.height; ++y)
        for (int x = 0; x < out.size.width; ++x) {
            const int across = turn.swapped ? y : x, down = turn.swapped ? x : y;
            const std::byte* const from = pixels.at(turn.mirrored_x ? size.width - 1 - across : across,
                                                    turn.mirrored_y ? size.height - 1 - down : down);
            for (int c = 0; c < 3; ++c) out.at(x, y)[c] = from[pixels.colours == 1 ? 0 : c];
        }
    return out;
}

Size fitted(Size size, Size box) {
    const double scale = std::min({1.0, double(box.width) / size.width, double(box.height) / size.height});
    const auto scaled = [&](int n) { return std::max(1, int(std::lround(n * scale))); };
    return {scaled(size.width), scaled(size.height)};
}

constexpr int max_rows = 8; // of a box that count

/// The beginning of box i of `count` on an axis of n pixels.
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

/// Rows of a part of an image.
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

SmallCopy small_copy(const Pixels& pixels, const PixelsPart& part, int orientation) {
    Pixels small = shrunk(pixels, part, fitted(part.size, {side_on_page, side_on_page}));
    if (is_hdr(pixels.transfer))
        small = converted(small, PixelType::u16, {Transfer::srgb, nullptr}, small.alpha);
    Pixels light = converted(small, PixelType::f32, {Transfer::linear, nullptr}, Alpha::associated);
    SmallCopy copy;
    if (is_float(pixels.type)) copy.clipped = share_above_white(floats_of(light));
    if (light.alpha != Alpha::none) light = on_checkers(std::move(light));
    const Pixels shown =
        turned_rgb(converted(light, PixelType::u8, {Transfer::srgb, nullptr}, Alpha::none), orientation);
    copy.size = shown.size;
    copy.webp = webp_of({shown.bytes, shown.size, shown.channels(), 1}, {false, quality_on_page});
    return copy;
}

std::string small_jpeg(const Pixels& pixels, Size box, int quality,
                       const std::vector<JpegSegment>& segments) {
    if (pixels.size.pixels() == 0) return {};
    const Pixels small = converted(shrunk(pixels, {0, 0, pixels.size}, fitted(pixels.size, box)),
                                   PixelType::u8, {Transfer::srgb, nullptr}, Alpha::none);
    OIIO::ImageSpec spec(small.size.width, small.size.height, small.channels(), OIIO::TypeUInt8);
    spec["compression"] = "jpeg:" + std::to_string(quality);
    return jpeg_with_segments(jpeg_in_memory(spec, OIIO::TypeUInt8, small.bytes), segments).value_or("");
}

std::string thumbnail_of(const Pixels& pixels) {
    constexpr int longest = 160, shortest = 120, quality = 85; // EXIF 2.3 (4.5.5), DCF
    const bool high = pixels.size.height > pixels.size.width;
    return small_jpeg(pixels, high ? Size{shortest, longest} : Size{longest, shortest}, quality, {});
}

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
                  used = std::min(rows, max_rows);
        for (int i = 0; i < used; ++i)
            source.add(begin + begin_of(i, used, rows), all.subspan(std::size_t(y) * samples, samples),
                       1.0F / float(used));
        pixels.bytes.let_go();
    }
    return small;
}

} // namespace atrous
