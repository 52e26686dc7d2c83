// Pixels to another type, transfer and alpha, one row at a time in floats. Alpha is divided out before a
// curve bends the colours and multiplied in again after it, or on the linear side where one side suffices.
#include "io/oiio.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

namespace atrous {
namespace {

constexpr float half_max = 65504;

/// IEC 61966-2-1, mirrored at 0, continued above 1.
float srgb_to_linear(float v) {
    const float a = std::abs(v);
    return std::copysign(a <= 0.04045F ? a / 12.92F : std::pow((a + 0.055F) / 1.055F, 2.4F), v);
}
float linear_to_srgb(float v) {
    const float a = std::abs(v);
    return std::copysign(a <= 0.0031308F ? a * 12.92F : 1.055F * std::pow(a, 1 / 2.4F) - 0.055F, v);
}
/// Not a number becomes 0.
float to_unit(float v) { return v > 0 ? std::min(v, 1.0F) : 0.0F; }
float to_half_range(float v) { return std::isfinite(v) ? std::clamp(v, -half_max, half_max) : v; }

using Curve = float (*)(float);

/// One row of `channels` floats per pixel, the first `colours` of them colour.
struct Row {
    std::span<float> samples;
    int channels;
    int colours;

    void apply(Curve curve) const {
        for (std::size_t at = 0; at < samples.size(); at += std::size_t(channels))
            for (float& v : samples.subspan(at, std::size_t(colours))) v = curve(v);
    }
    void change_alpha(Alpha from, Alpha to) const {
        const bool multiply = from == Alpha::straight && to != Alpha::straight;
        const bool divide = from == Alpha::associated && to == Alpha::straight;
        if (!multiply && !divide) return;
        for (std::size_t at = 0; at < samples.size(); at += std::size_t(channels)) {
            const float alpha = samples[at + std::size_t(colours)];
            if (divide && alpha == 0) continue;
            for (float& v : samples.subspan(at, std::size_t(colours))) v = multiply ? v * alpha : v / alpha;
        }
    }
};

} // namespace

Pixels converted(const Pixels& pixels, PixelType type, Transfer transfer, Alpha alpha) {
    Pixels out;
    out.size = pixels.size;
    out.type = type;
    out.colours = pixels.colours;
    out.alpha = pixels.alpha == Alpha::none ? Alpha::none : alpha;
    out.transfer = transfer;
    out.bytes = Bytes(out.byte_count());

    const bool decode = pixels.transfer == Transfer::srgb && transfer == Transfer::linear;
    const bool encode = pixels.transfer == Transfer::linear && transfer == Transfer::srgb;
    Alpha between = out.alpha;
    if ((decode && pixels.alpha != Alpha::none) || (encode && out.alpha == Alpha::associated))
        between = Alpha::straight;

    const int in_channels = pixels.channels(), out_channels = out.channels();
    const std::size_t width = std::size_t(pixels.size.width);
    const std::size_t in_bytes = width * std::size_t(in_channels) * sample_bytes(pixels.type);
    const std::size_t out_bytes = width * std::size_t(out_channels) * sample_bytes(type);
    std::vector<float> buffer(width * std::size_t(in_channels));
    const Row row{buffer, in_channels, pixels.colours};
    for (int y = 0; y < pixels.size.height; ++y) {
        OIIO::convert_pixel_values(type_desc(pixels.type),
                                   pixels.bytes.data.get() + std::size_t(y) * in_bytes, OIIO::TypeFloat,
                                   buffer.data(), int(buffer.size()));
        row.change_alpha(pixels.alpha, between);
        if (decode) row.apply(srgb_to_linear);
        if (encode) row.apply(linear_to_srgb);
        row.change_alpha(between, out.alpha);
        if (type != PixelType::f32)
            for (float& v : buffer) v = is_float(type) ? to_half_range(v) : to_unit(v);
        OIIO::convert_image(out_channels, pixels.size.width, 1, 1, buffer.data(), OIIO::TypeFloat,
                            OIIO::stride_t(in_channels) * OIIO::stride_t(sizeof(float)), OIIO::AutoStride,
                            OIIO::AutoStride, out.bytes.data.get() + std::size_t(y) * out_bytes,
                            type_desc(type), OIIO::AutoStride, OIIO::AutoStride, OIIO::AutoStride);
    }
    return out;
}

} // namespace atrous
