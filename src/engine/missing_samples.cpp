// Values spread into missing areas by a pixel at a time, which needs memory for their edge only.
#include "engine/missing_samples.h"
#include "engine/finite_samples.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <tuple>

namespace atrous {
namespace {

/// The value 1 of a float among samples of this type.
double unit(PixelType type) { return type == PixelType::u8 ? 255 : type == PixelType::u16 ? 65535 : 1; }

// Samples are little-endian, as on the device.

double sample_at(const std::byte* at, PixelType type) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, at, sample_bytes(type));
    if (type == PixelType::f32) return double(std::bit_cast<float>(bits));
    return type == PixelType::f16 ? double(std::bit_cast<_Float16>(std::uint16_t(bits))) : bits;
}
void put_sample(std::byte* at, PixelType type, double value) {
    const std::uint32_t bits = type == PixelType::f32   ? std::bit_cast<std::uint32_t>(float(value))
                               : type == PixelType::f16 ? std::bit_cast<std::uint16_t>(_Float16(value))
                                                        : std::uint32_t(std::lround(value));
    std::memcpy(at, &bits, sample_bytes(type));
}

/// Calls visit(old pixel, length) for the old pixels along an axis that the new one covers, and the length
/// that it covers.
template <class Visit>
void each_covered(const ScaleAxis& axis, int pixel, const Visit& visit) {
    const double begin = axis.origin + pixel * axis.factor, end = begin + axis.factor;
    const auto inside = [&](double at) { return std::clamp(int(at), 0, axis.in - 1); };
    for (int i = inside(begin); i <= inside(end); ++i)
        visit(std::size_t(i), std::max(0., std::min(i + 1., end) - std::max(double(i), begin)));
}

/// Gives missing samples of a channel the value of the nearest other one.
void fill(Pixels& pixels, std::byte* channel, const std::vector<bool>& missing) {
    std::vector<bool> left = missing;
    std::vector<std::int64_t> edge, next;
    const auto spread = [&](std::int64_t from) {
        any_neighbour(pixels.size, from, [&](std::int64_t to) {
            if (!left[std::size_t(to)]) return false;
            std::memcpy(channel + std::size_t(to) * pixels.pixel_bytes(),
                        channel + std::size_t(from) * pixels.pixel_bytes(), sample_bytes(pixels.type));
            left[std::size_t(to)] = false;
            next.push_back(to);
            return false;
        });
    };
    for (std::int64_t pixel = 0; pixel < pixels.size.pixels(); ++pixel)
        if (!missing[std::size_t(pixel)]) spread(pixel);
    while (!next.empty()) {
        edge.swap(next), next.clear();
        for (const std::int64_t pixel : edge) spread(pixel);
    }
}

/// True if more than half of the area of a new pixel was missing.
bool was_missing(const std::vector<bool>& missing, const ScaleGeometry& geometry, int x, int y) {
    double balance = 0;
    each_covered(geometry.y, y, [&](std::size_t j, double height) {
        each_covered(geometry.x, x, [&](std::size_t i, double width) {
            balance += height * (missing[j * std::size_t(geometry.x.in) + i] ? width : -width);
        });
    });
    return balance > 0;
}

} // namespace

MissingSamples::MissingSamples(Pixels& pixels, const std::optional<std::pair<float, float>>& value) {
    if (!value) return;
    std::tie(value_, step_) = *value;
    for (int c = 0; c < pixels.colours; ++c) {
        std::byte* const channel = pixels.bytes.data.get() + std::size_t(c) * sample_bytes(pixels.type);
        std::vector<bool>& missing = missing_.emplace_back(std::size_t(pixels.size.pixels()));
        for (std::size_t i = 0; i < missing.size(); ++i)
            missing[i] = is_value(sample_at(channel + i * pixels.pixel_bytes(), pixels.type), pixels.type);
        fill(pixels, channel, missing);
    }
}

bool MissingSamples::is_value(double sample, PixelType type) const {
    const double value = value_ * unit(type);
    return sample == value || std::abs(sample - value) <= step_ * unit(type) / 2 ||
           (std::isnan(sample) && std::isnan(value));
}

void MissingSamples::put_back(Pixels& pixels, const ScaleGeometry& geometry) const {
    const double all = unit(pixels.type), value = value_ * all;
    const double least = pixels.type == PixelType::f16 ? 0x1p-10 : 0x1p-23;
    const double step = step_ > 0 ? step_ * all : std::max(std::abs(value), 1.) * least;
    const double other = value + step > all && step_ > 0 ? value - step : value + step;
    for (int y = 0; y < pixels.size.height && !missing_.empty(); ++y)
        for (int x = 0; x < pixels.size.width; ++x)
            for (std::size_t c = 0; c < missing_.size(); ++c) {
                std::byte* const at = pixels.at(x, y) + c * sample_bytes(pixels.type);
                if (was_missing(missing_[c], geometry, x, y))
                    put_sample(at, pixels.type, value);
                else if (is_value(sample_at(at, pixels.type), pixels.type))
                    put_sample(at, pixels.type, other);
            }
}

} // namespace atrous
