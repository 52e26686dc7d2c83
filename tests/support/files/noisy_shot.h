// Makes a scene seen by a sensor with known noise, for tests of noise estimates.
#pragma once
#include "support/files/raw_file.h"
#include <algorithm>
#include <functional>
#include <random>

namespace noisy_shot {

constexpr int width = 1024, height = 768, black = 512, white = 16383;
constexpr double neutral[3] = {0.5, 1.0, 0.6};

/// Light at a place, 0 to 1, in the colours of a sensor with sRGB's primaries.
using Scene = std::function<double(int x, int y, int colour)>;

/// A slow scene of all brightnesses, in patches, with hard edges, and hardly any light in a fifth of it.
inline double patches(int x, int y, int colour) {
    const double slope = x < width / 5 ? 0.001 : x * 0.8 / width;
    return ((x / 151 + y / 97) % 3 == 0 ? 0.5 + 0.1 * colour : 1) * slope * (0.9 + 0.1 * std::sin(0.01 * y));
}

/// The same with a texture that leaves no flat block, equal in all colours.
inline double texture(int x, int y, int colour) {
    const double waves = std::sin(0.9 * x + 0.35 * y + 2 * std::sin(0.06 * y)) +
                         std::sin(0.31 * x - 1.1 * y) + std::sin(1.3 * x + 0.9 * y + std::sin(0.05 * x));
    return (0.03 + 0.6 * x / width) * (1 + 0.2 * waves) * (0.95 + 0.02 * colour);
}

/// Response of a sensor to colours.
struct Sensor {
    std::vector<double> matrix, neutral; ///< as in raw_file::Shot
};
inline Sensor plain_sensor() { return {raw_file::srgb_matrix(), {neutral[0], neutral[1], neutral[2]}}; }
/// Adobe's matrix of a Canon EOS 5D Mark II, in daylight (D65): it mixes colours on the way to sRGB, and so their noise.
inline Sensor camera_sensor() {
    return {{0.4716, 0.0603, -0.0830, -0.7798, 1.5474, 0.2480, -0.1496, 0.1937, 0.6651}, {0.388, 1, 0.721}};
}

/// A shot with noise of the variance gain (x - black) + read, x a sample.
inline raw_file::Shot shot(const Scene& scene, double gain, double read, unsigned seed = 1,
                           const Sensor& sensor = plain_sensor()) {
    raw_file::Shot shot{width, height, black, white, sensor.matrix, sensor.neutral};
    std::mt19937 random(seed);
    std::normal_distribution<double> one;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int colour = y % 2 + x % 2;
            const double seen = (white - black) * scene(x, y, colour) * sensor.neutral[std::size_t(colour)];
            const double noise = std::sqrt(gain * seen + read) * one(random);
            shot.samples.push_back(
                std::uint16_t(std::clamp(std::round(black + seen + noise), 0.0, double(white))));
        }
    return shot;
}

} // namespace noisy_shot
