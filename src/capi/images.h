// The memory that a caller's image lies in, and its way to pixels and planes and back.
#pragma once
#include "capi/atrous.h"
#include "image/pixels.h"
#include <cstddef>
#include <string>
#include <vector>

namespace atrous {

/// Samples of one type, those of a pixel one beside the other.
struct CallerImage {
    std::byte* first = nullptr;
    PixelType type = PixelType::f32;
    int channels = 0;
    Size size{};
    std::size_t pixel = 0, row = 0; ///< bytes from one to the next

    std::size_t pixel_bytes() const { return std::size_t(channels) * sample_bytes(type); }
    std::size_t row_bytes() const { return std::size_t(size.width) * pixel_bytes(); }
    /// Whether it is rows without gaps.
    bool is_packed() const { return pixel == pixel_bytes() && row == row_bytes(); }
    /// From its first byte to the one behind its last.
    std::size_t extent() const {
        return std::size_t(size.height - 1) * row + std::size_t(size.width - 1) * pixel + pixel_bytes();
    }
    bool has_alpha() const { return channels == 2 || channels == 4; }
    int colours() const { return channels < 3 ? 1 : 3; }
};

/// As atrousSetFilterImage() is told. Throws a usage error, led by the name, for what cannot be.
struct ImageMemory {
    void* pixels;
    int format;
    std::size_t width, height, offset, pixel, row;
};
CallerImage caller_image(const std::string& name, const ImageMemory& memory);

/// Throws a usage error where a page of it is no memory of this process.
void check_mapped(const std::string& name, const CallerImage& image);
/// Whether they share a byte.
bool overlap(const CallerImage& a, const CallerImage& b);

/// Rows without gaps, to and from an image.
void gather(const CallerImage& from, std::byte* to);
void scatter(const std::byte* from, const CallerImage& to);

/// The first `count` channels as planes of floats; integers are 0 to 1.
std::vector<float> planes_of(const CallerImage& image, int count);
/// One channel.
std::vector<float> plane_of(const CallerImage& image, int channel);
/// Puts planes into the first channels, halves rounded to the nearest, or one into a channel. Images of floats and halves alone.
void put_planes(const std::vector<float>& planes, int count, const CallerImage& image);
void put_plane(const std::vector<float>& plane, int channel, const CallerImage& image);

} // namespace atrous
