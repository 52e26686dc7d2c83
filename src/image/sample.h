// Reads and writes single samples of any type.
#pragma once
#include "image/pixels.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace atrous {

#ifdef __aarch64__ // GCC 12 has the other name only in C
using HalfSample = __fp16;
#else
using HalfSample = _Float16;
#endif

/// Returns a sample: integers 0 to 1, floats as they are.
inline float read_sample(const std::byte* at, PixelType type) {
    const auto read = [at](auto value) {
        std::memcpy(&value, at, sizeof value);
        return value;
    };
    switch (type) {
    case PixelType::u8:
        return float(read(std::uint8_t{})) / 255.0F;
    case PixelType::u16:
        return float(read(std::uint16_t{})) / 65535.0F;
    case PixelType::f16:
        return float(read(HalfSample{}));
    default:
        return read(0.0F);
    }
}

/// Writes a sample, rounded to the nearest value of its type.
inline void write_sample(float value, std::byte* at, PixelType type) {
    const auto write = [at](auto rounded) { std::memcpy(at, &rounded, sizeof rounded); };
    if (type == PixelType::f32) return write(value);
    if (type == PixelType::u8) return write(std::uint8_t(std::lround(std::clamp(value, 0.0F, 1.0F) * 255)));
    if (type == PixelType::u16)
        return write(std::uint16_t(std::lround(std::clamp(value, 0.0F, 1.0F) * 65535)));
    constexpr float half_max = 65504;
    write(HalfSample(std::isfinite(value) ? std::clamp(value, -half_max, half_max) : value));
}

} // namespace atrous
