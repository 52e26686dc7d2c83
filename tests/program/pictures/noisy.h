// Makes images with known noise, for the tests of --denoise and --noise-guard.
#pragma once
#include "support/app_run.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace atrous {

constexpr Size noisy_size{400, 304};

/// Slow colours and shapes with hard edges, 0 to 1.
inline double quiet_scene(int x, int y, int c) {
    const bool inside = (x / 71 + y / 53) % 3 == 0;
    return 0.3 + 0.25 * std::sin(0.011 * x + 0.8 * c) * std::cos(0.009 * y) + (inside ? 0.25 - 0.05 * c : 0);
}

/// The scene with white noise of that deviation, in steps of 8 bits. Floats are light and reach `peak`.
inline ImageFile noisy_picture(PixelType type, double sigma, Alpha alpha = Alpha::none, double peak = 1) {
    ImageFile file;
    file.parts.resize(1);
    Pixels& p = file.parts[0].pixels;
    p.size = noisy_size, p.type = type, p.alpha = alpha;
    if (is_float(type)) p.transfer = Transfer::linear;
    p.bytes = Bytes(p.byte_count());
    std::mt19937 random(5);
    std::normal_distribution<double> one;
    std::size_t i = 0;
    for (int y = 0; y < noisy_size.height; ++y)
        for (int x = 0; x < noisy_size.width; ++x)
            for (int c = 0; c < p.channels(); ++c, ++i) {
                double v = c < 3              ? quiet_scene(x, y, c) + sigma / 255 * one(random)
                           : (x + y) % 5 == 0 ? 0.5
                                              : 1;
                if (type == PixelType::f32 && c < 3) v = peak * std::pow(std::max(v, 0.0), 2.2);
                v = is_float(type) ? v : std::clamp(v, 0.0, 1.0);
                if (type == PixelType::u8) p.bytes.data[i] = std::byte(std::lround(255 * v));
                if (type == PixelType::u16)
                    reinterpret_cast<std::uint16_t*>(p.bytes.data.get())[i] =
                        std::uint16_t(std::lround(65535 * v));
                if (type == PixelType::f32) reinterpret_cast<float*>(p.bytes.data.get())[i] = float(v);
            }
    return file;
}

/// A folder with a noisy image a.png.
struct Noisy : Folder {
    explicit Noisy(double sigma = 12) {
        write_image_file(noisy_picture(PixelType::u8, sigma), path / "a.png", {});
    }
    Pixels load(const std::string& name) const { return pixels_in(path / name); }
    /// Mean squared difference of an image of 8 bits from the scene. The second one: differences of red and blue.
    double error(const std::string& name) const {
        return sum(name, [](const double* d) { return d[0] * d[0] + d[1] * d[1] + d[2] * d[2]; });
    }
    double colour_error(const std::string& name) const {
        return sum(name, [](const double* d) { return (d[0] - d[2]) * (d[0] - d[2]); });
    }

  private:
    template <class Term>
    double sum(const std::string& name, Term term) const {
        const Pixels p = load(name);
        double total = 0;
        for (int y = 0; y < noisy_size.height; ++y)
            for (int x = 0; x < noisy_size.width; ++x) {
                double d[3];
                for (int c = 0; c < 3; ++c) d[c] = double(p.at(x, y)[c]) - 255 * quiet_scene(x, y, c);
                total += term(d);
            }
        return total / double(noisy_size.pixels());
    }
};

} // namespace atrous
