// Copies rows, or single pixels if these are not adjacent.
#include "base/error.h"
#include "capi/filter.h"
#include "capi/messages.h"
#include "image/sample.h"
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace atrous {
namespace {

constexpr std::size_t longest_side = 65535; ///< as of files
constexpr int formats_apart = 16;           ///< between types in AtrousFormat
constexpr int max_channels = 4;
constexpr PixelType types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

void set_format(const std::string& name, int format, CallerImage& image) {
    const int index = std::max(format, 0) - 1, of_type = index / formats_apart;
    image.channels = index % formats_apart + 1;
    if (index < 0 || of_type >= int(std::size(types)) || image.channels > max_channels)
        throw usage_error(messages::api_format, name, format);
    image.type = types[of_type];
}

/// a * b + c, or the maximum on overflow.
std::size_t bounded(std::size_t a, std::size_t b, std::size_t c) {
    std::size_t product = 0, sum = 0;
    const bool more = __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum);
    return more ? std::numeric_limits<std::size_t>::max() : sum;
}

void check_strides(const std::string& name, const CallerImage& image, const ImageMemory& memory) {
    const auto bytes = [](std::size_t n) { return std::to_string(n) + " bytes"; };
    if (image.pixel < image.pixel_bytes())
        throw usage_error(messages::api_pixels_overlap, name, bytes(image.pixel), bytes(image.pixel_bytes()));
    const std::size_t row = bounded(image.pixel, memory.width - 1, image.pixel_bytes());
    if (memory.height > 1 && image.row < row)
        throw usage_error(messages::api_rows_overlap, name, bytes(image.row), bytes(row));
    const std::size_t end = bounded(1, memory.offset, bounded(image.row, memory.height - 1, row)),
                      first = reinterpret_cast<std::uintptr_t>(memory.pixels);
    if (end > std::size_t(std::numeric_limits<std::ptrdiff_t>::max()) ||
        bounded(1, end, first) == std::numeric_limits<std::size_t>::max())
        throw usage_error(messages::api_rows_too_far, name);
}

/// Calls each(address, number) for the samples of `count` channels from `first` on, one channel after the other.
template <class Each>
void each_sample(const CallerImage& image, int count, int first, const Each& each) {
    std::size_t number = 0;
    for (int channel = first; channel < first + count; ++channel)
        for (int y = 0; y < image.size.height; ++y) {
            std::byte* const row =
                image.first + std::size_t(y) * image.row + std::size_t(channel) * sample_bytes(image.type);
            for (int x = 0; x < image.size.width; ++x) each(row + std::size_t(x) * image.pixel, number++);
        }
}

/// Copies `from` to `to`, whose rows have these strides.
void copy_row(const std::byte* from, std::size_t from_step, std::byte* to, std::size_t to_step,
              const CallerImage& image) {
    const std::size_t bytes = image.pixel_bytes();
    if (from_step == bytes && to_step == bytes) {
        std::memcpy(to, from, image.row_bytes());
        return;
    }
    for (int x = 0; x < image.size.width; ++x, from += from_step, to += to_step) std::memcpy(to, from, bytes);
}

} // namespace

CallerImage caller_image(const std::string& name, const ImageMemory& memory) {
    CallerImage image;
    set_format(name, memory.format, image);
    if (memory.width < 1 || memory.height < 1 || memory.width > longest_side || memory.height > longest_side)
        throw usage_error(messages::api_size_invalid, name, memory.width, memory.height, longest_side);
    image.size = {int(memory.width), int(memory.height)};
    image.pixel = memory.pixel > 0 ? memory.pixel : image.pixel_bytes();
    image.row = memory.row > 0 ? memory.row : bounded(image.pixel, memory.width, 0);
    check_strides(name, image, memory);
    image.first = static_cast<std::byte*>(memory.pixels) + memory.offset;
    return image;
}

void check_mapped(const std::string& name, const CallerImage& image) {
    const auto page = std::uintptr_t(::sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(image.first), from = first / page * page;
    // Requests no writing. Reports missing pages.
    if (::msync(reinterpret_cast<void*>(from), first - from + image.extent(), MS_ASYNC) != 0 &&
        errno == ENOMEM)
        throw usage_error(messages::api_not_mapped, name, image.extent());
}

bool overlap(const CallerImage& a, const CallerImage& b) {
    return a.first < b.first + b.extent() && b.first < a.first + a.extent();
}

void gather(const CallerImage& from, std::byte* to) {
    for (int y = 0; y < from.size.height; ++y)
        copy_row(from.first + std::size_t(y) * from.row, from.pixel, to + std::size_t(y) * from.row_bytes(),
                 from.pixel_bytes(), from);
}

void scatter(const std::byte* from, const CallerImage& to) {
    for (int y = 0; y < to.size.height; ++y)
        copy_row(from + std::size_t(y) * to.row_bytes(), to.pixel_bytes(), to.first + std::size_t(y) * to.row,
                 to.pixel, to);
}

std::vector<float> planes_of(const CallerImage& image, int count, int first) {
    std::vector<float> planes(std::size_t(image.size.pixels()) * std::size_t(count));
    each_sample(image, count, first,
                [&](const std::byte* at, std::size_t i) { planes[i] = read_sample(at, image.type); });
    return planes;
}

void put_planes(const std::vector<float>& planes, int count, const CallerImage& image, int first) {
    each_sample(image, count, first,
                [&](std::byte* at, std::size_t i) { write_sample(planes[i], at, image.type); });
}

} // namespace atrous
