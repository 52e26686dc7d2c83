// Values spread into missing areas by a pixel at a time, which needs memory for their edge only.
#include "engine/missing_samples.h"
#include <cmath>
#include <cstring>
#include <tuple>

namespace atrous {
namespace {

/// The value 1 of a float among samples of this type.
double unit(PixelType type) { return type == PixelType::u8 ? 255 : type == PixelType::u16 ? 65535 : 1; }

template <class T>
double as(const std::byte* at) {
    T sample;
    std::memcpy(&sample, at, sizeof sample);
    return double(sample);
}
double sample_at(const std::byte* at, PixelType type) {
    if (type == PixelType::f32) return as<float>(at);
    return type == PixelType::u8    ? as<std::uint8_t>(at)
           : type == PixelType::u16 ? as<std::uint16_t>(at)
                                    : as<_Float16>(at);
}

template <class T>
void put_as(std::byte* at, T sample) {
    std::memcpy(at, &sample, sizeof sample);
}
void put_sample(std::byte* at, PixelType type, double value) {
    if (type == PixelType::u8) put_as(at, std::uint8_t(std::lround(value)));
    if (type == PixelType::u16) put_as(at, std::uint16_t(std::lround(value)));
    if (type == PixelType::f16) put_as(at, _Float16(value));
    if (type == PixelType::f32) put_as(at, float(value));
}

template <class Visit>
void each_neighbour(Size size, std::int64_t pixel, Visit visit) {
    const std::int64_t width = size.width, x = pixel % width, y = pixel / width;
    for (std::int64_t j = std::max<std::int64_t>(y - 1, 0);
         j <= std::min<std::int64_t>(y + 1, size.height - 1); ++j)
        for (std::int64_t i = std::max<std::int64_t>(x - 1, 0); i <= std::min(x + 1, width - 1); ++i)
            visit(j * width + i);
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

void MissingSamples::fill(Pixels& pixels, std::byte* channel, std::vector<bool> missing) const {
    struct Step {
        std::int64_t to, from;
    };
    std::vector<Step> edge, next;
    for (std::int64_t to = 0; to < pixels.size.pixels(); ++to) {
        std::int64_t from = to;
        if (missing[std::size_t(to)])
            each_neighbour(pixels.size, to, [&](std::int64_t one) {
                if (!missing[std::size_t(one)]) from = one;
            });
        if (from != to) edge.push_back({to, from});
    }
    for (const Step& step : edge) missing[std::size_t(step.to)] = false;
    const auto place = [&](std::int64_t pixel) {
        return channel + std::size_t(pixel) * pixels.pixel_bytes();
    };
    for (; !edge.empty(); edge.swap(next), next.clear())
        for (const Step& step : edge) {
            std::memcpy(place(step.to), place(step.from), sample_bytes(pixels.type));
            each_neighbour(pixels.size, step.to, [&](std::int64_t one) {
                if (missing[std::size_t(one)]) next.push_back({one, step.to});
                missing[std::size_t(one)] = false;
            });
        }
}

void MissingSamples::put_back(Pixels& pixels, const ScaleGeometry& geometry) const {
    const double all = unit(pixels.type), value = value_ * all;
    const double least = pixels.type == PixelType::f16 ? 0x1p-10 : 0x1p-23;
    const double step = step_ > 0 ? step_ * all : std::max(std::abs(value), 1.) * least;
    const double other = value + step > all && step_ > 0 ? value - step : value + step;
    const auto begin = [](const ScaleAxis& axis, int n) { return axis.origin + n * axis.factor; };
    const auto pixel = [&](const ScaleAxis& axis, int n) {
        return std::clamp(int(begin(axis, n)), 0, axis.in - 1);
    };
    const auto part = [&](const ScaleAxis& axis, int n, int i) { // of old pixel i in new pixel n
        return std::max(0., std::min(i + 1., begin(axis, n + 1)) - std::max(double(i), begin(axis, n)));
    };
    const ScaleAxis &across = geometry.x, &down = geometry.y;
    const auto is_missing = [&](std::size_t c, int x, int y) {
        double balance = 0;
        for (int j = pixel(down, y); j <= pixel(down, y + 1); ++j)
            for (int i = pixel(across, x); i <= pixel(across, x + 1); ++i)
                balance += part(across, x, i) * part(down, y, j) *
                           (missing_[c][std::size_t(j) * std::size_t(across.in) + std::size_t(i)] ? 1 : -1);
        return balance > 0;
    };
    for (int y = 0; y < pixels.size.height && !missing_.empty(); ++y)
        for (int x = 0; x < pixels.size.width; ++x)
            for (std::size_t c = 0; c < missing_.size(); ++c) {
                std::byte* const at = pixels.at(x, y) + c * sample_bytes(pixels.type);
                if (is_missing(c, x, y))
                    put_sample(at, pixels.type, value);
                else if (is_value(sample_at(at, pixels.type), pixels.type))
                    put_sample(at, pixels.type, other);
            }
}

} // namespace atrous
