// A rendered picture and the camera that develops it: exposure, sensor noise, tone curve, file.
#pragma once
#include "image/pixels.h"
#include "noise.h"
#include <filesystem>
#include <functional>
#include <vector>

namespace atrous::samples {

struct Colour {
    Vec3 rgb;
    float alpha = 1;
};

/// Linear light, straight alpha.
struct Picture {
    Size size;
    std::vector<Colour> pixels;
    Colour& at(int x, int y) { return pixels[std::size_t(y) * std::size_t(size.width) + std::size_t(x)]; }
};

/// Calls `shade` with a position in pixels, `samples` times per pixel, on all cores, and averages.
/// Colours are weighted by their alpha.
using Shade = std::function<Colour(float x, float y, Random& random)>;
Picture render(Size size, int samples, int seed, const Shade& shade);

/// What a camera adds to light. Noise is relative to full scale: variance = shot * light + read^2.
struct Film {
    float exposure = 1;
    float shot = 0.0004f, read = 0.002f;
    float vignette = 0.2f; ///< loss at the corners
    float shoulder = 1;    ///< 1 = highlights roll off, 0 = they clip
    int seed = 42;
};

/// Exposes the picture and adds noise; still linear.
Picture develop(Picture picture, const Film& film);

/// Tone curve, sRGB and rounding to 8 or 16 bits. `colours` 1 makes it grey.
Pixels to_integers(const Picture& picture, const Film& film, PixelType type, int colours, Alpha alpha);
/// Half floats, linear, with `bits` of mantissa kept (10 = all): fewer make smaller files.
Pixels to_half(const Picture& picture, int bits);

void save(Pixels pixels, const std::filesystem::path& path);

} // namespace atrous::samples
