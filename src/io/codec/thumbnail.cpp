// Means of boxes, converted and compressed in memory.
#include "io/codec/thumbnail.h"
#include "io/codec/oiio.h"
#include <OpenImageIO/filesystem.h>
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr int longest = 160, shortest = 120, quality = 85;
constexpr int most_rows = 8; // of a box that count

Size size_for(Size size) {
    const bool high = size.height > size.width;
    const double x = high ? shortest : longest, y = high ? longest : shortest;
    const double scale = std::min({1.0, x / size.width, y / size.height});
    const auto scaled = [&](int n) { return std::max(1, int(std::lround(n * scale))); };
    return {scaled(size.width), scaled(size.height)};
}

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

/// Means of boxes, as floats that mean what the picture's samples do.
Pixels shrunk(const Pixels& pixels) {
    Pixels small{size_for(pixels.size), PixelType::f32, pixels.colours, pixels.alpha, pixels.transfer, {},
                 pixels.profile};
    small.bytes = Bytes(small.byte_count());
    const std::size_t samples = std::size_t(small.size.width) * std::size_t(small.channels());
    const std::span<float> all(reinterpret_cast<float*>(small.bytes.data.get()),
                               samples * std::size_t(small.size.height));
    std::ranges::fill(all, 0.0F);
    std::vector<float> row(std::size_t(pixels.size.width) * std::size_t(pixels.channels()));
    for (int y = 0; y < small.size.height; ++y) {
        const int begin = begin_of(y, small.size.height, pixels.size.height);
        const int rows = begin_of(y + 1, small.size.height, pixels.size.height) - begin,
                  used = std::min(rows, most_rows);
        for (int i = 0; i < used; ++i) {
            OIIO::convert_pixel_values(type_desc(pixels.type), pixels.at(0, begin + begin_of(i, used, rows)),
                                       OIIO::TypeFloat, row.data(), int(row.size()));
            add_row(row, pixels.channels(), pixels.size.width, all.subspan(std::size_t(y) * samples, samples),
                    1.0F / float(used));
        }
        pixels.bytes.let_go();
    }
    return small;
}

} // namespace

std::string thumbnail_of(const Pixels& pixels) {
    if (pixels.size.pixels() == 0) return {};
    const Pixels small = converted(shrunk(pixels), PixelType::u8, {Transfer::srgb, nullptr}, Alpha::none);
    std::vector<unsigned char> bytes;
    OIIO::Filesystem::IOVecOutput file(bytes);
    const auto out = OIIO::ImageOutput::create("jpeg");
    OIIO::ImageSpec spec(small.size.width, small.size.height, small.channels(), OIIO::TypeUInt8);
    spec["compression"] = "jpeg:" + std::to_string(quality);
    if (!out || !out->set_ioproxy(&file) || !out->open("thumbnail.jpg", spec) ||
        !out->write_image(OIIO::TypeUInt8, small.bytes.data.get()) || !out->close())
        return {};
    return jpeg_with_segments({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {}).value_or("");
}

} // namespace atrous
