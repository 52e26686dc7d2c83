// The pixels that travel to the device and back: interleaved colour (and alpha) in the file's own type. Also
// images as planes of floats, to be measured.
#pragma once
#include "base/size.h"
#include "image/profile.h"
#include "platform/bytes.h"
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace atrous {

enum class PixelType { u8, u16, f16, f32 };

/// Bytes of one sample.
constexpr std::size_t sample_bytes(PixelType type) {
    return type == PixelType::u8 ? 1 : type == PixelType::f32 ? 4 : 2;
}
constexpr bool is_float(PixelType type) { return type == PixelType::f16 || type == PixelType::f32; }

/// `associated`: colour is already multiplied by alpha (premultiplied).
enum class Alpha { none, straight, associated };

/// Interleaved samples: `colours` (1 grey or 3 RGB) colour channels, then alpha if there is one.
/// Rows run from the top without gaps: size.height x size.width x channels() samples.
struct Pixels {
    Size size;
    PixelType type = PixelType::u8;
    int colours = 3;
    Alpha alpha = Alpha::none;
    Transfer transfer = Transfer::srgb;
    Bytes bytes;
    std::shared_ptr<const Profile> profile = nullptr; ///< source of `transfer` (null: sRGB's primaries)
    int left = 0, top = 0;                            ///< place of the first pixel in the uncut image

    int channels() const { return colours + (alpha == Alpha::none ? 0 : 1); }
    std::size_t pixel_bytes() const { return std::size_t(channels()) * sample_bytes(type); }
    std::size_t byte_count() const { return std::size_t(size.pixels()) * pixel_bytes(); }
    /// The first sample of a pixel.
    std::byte* at(int x, int y) {
        return bytes.data.get() + (std::size_t(y) * std::size_t(size.width) + std::size_t(x)) * pixel_bytes();
    }
    const std::byte* at(int x, int y) const { return const_cast<Pixels*>(this)->at(x, y); }
    /// The same with room for its samples, in the same place, instead of the samples.
    Pixels alike() const {
        return {size, type, colours, alpha, transfer, Bytes(bytes.size, bytes.scratch), profile, left, top};
    }
    Pixels copy() const {
        Pixels out = alike();
        by_bands(size.height, {&bytes, &out.bytes}, [&](int first, int behind) {
            const std::size_t row = std::size_t(size.width) * pixel_bytes();
            std::copy(bytes.data.get() + std::size_t(first) * row,
                      bytes.data.get() + std::size_t(behind) * row, out.at(0, first));
        });
        return out;
    }
};

/// Planes of size.pixels() floats each, one per channel, rows from the top without gaps.
struct Planar {
    Size size;
    std::vector<std::string> names; ///< of the channels: "R", "G", "B"
    std::vector<std::vector<float>> planes;
};

/// The places of the pixels of an image in the frame before it: (x + dx, y + dy), in pixels, rows down. One
/// plane of each.
struct Motion {
    Size size;
    std::vector<float> dx, dy;
};

} // namespace atrous
