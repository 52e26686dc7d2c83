// Rendering on all cores, film, and pixels for the codec.
#include "picture.h"
#include "formats/common/image_file.h"
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <thread>

namespace atrous::samples {

static Colour shade_pixel(int x, int y, int samples, int seed, const Shade& shade) {
    Random random(x, y, seed);
    Vec3 sum;
    float alpha = 0;
    for (int i = 0; i < samples; ++i) {
        // A Gaussian around the pixel, as a lens would blur: no stair steps, no ringing.
        const float dx = 0.45f * random.normal(), dy = 0.45f * random.normal();
        const Colour c = shade(float(x) + 0.5f + dx, float(y) + 0.5f + dy, random);
        sum += c.rgb * c.alpha;
        alpha += c.alpha;
    }
    return {alpha > 0 ? sum * (1 / alpha) : Vec3{}, alpha / float(samples)};
}

Picture render(Size size, int samples, int seed, const Shade& shade) {
    Picture picture{size, std::vector<Colour>(std::size_t(size.pixels()))};
    std::atomic<int> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        threads.emplace_back([&] {
            for (int y = next++; y < size.height; y = next++)
                for (int x = 0; x < size.width; ++x)
                    picture.at(x, y) = shade_pixel(x, y, samples, seed, shade);
        });
    threads.clear();
    return picture;
}

Picture develop(Picture picture, const Film& film) {
    const float cx = float(picture.size.width) / 2, cy = float(picture.size.height) / 2;
    for (int y = 0; y < picture.size.height; ++y)
        for (int x = 0; x < picture.size.width; ++x) {
            const float r =
                std::hypot((float(x) - cx) / std::hypot(cx, cy), (float(y) - cy) / std::hypot(cx, cy));
            const float gain = film.exposure * (1 - film.vignette * r * r);
            Random random(x, y, film.seed);
            Vec3& c = picture.at(x, y).rgb;
            for (float* v : {&c.x, &c.y, &c.z}) {
                const float light = *v * gain;
                *v = light +
                     random.normal() * std::sqrt(film.shot * std::max(light, 0.0f) + film.read * film.read);
            }
        }
    return picture;
}

static float srgb(float v) { return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f; }

/// 0 to 1 for light from 0 up: straight at the bottom, rolls off at the top.
static float tone(float v, float shoulder) {
    v = std::max(v, 0.0f);
    const float rolled = 1 - std::exp(-v * (1 + 0.6f * v));
    return clamp01(mix(v, rolled, shoulder));
}

static void put(Pixels& pixels, std::size_t index, float value) {
    if (pixels.type == PixelType::u8) {
        pixels.bytes.data[index] = std::byte(int(std::lround(value * 255)));
    } else {
        const auto v = std::uint16_t(std::lround(value * 65535));
        std::memcpy(pixels.bytes.data.get() + 2 * index, &v, 2);
    }
}

static Pixels empty(Size size, PixelType type, int colours, Alpha alpha, Transfer transfer) {
    Pixels pixels{size, type, colours, alpha, transfer, {}};
    pixels.bytes = Bytes(pixels.byte_count());
    return pixels;
}

Pixels to_integers(const Picture& picture, const Film& film, PixelType type, int colours, Alpha alpha) {
    Pixels pixels = empty(picture.size, type, colours, alpha, Transfer::srgb);
    std::size_t index = 0;
    for (const Colour& c : picture.pixels) {
        const float luminance = dot(c.rgb, {0.2126f, 0.7152f, 0.0722f});
        const float values[] = {c.rgb.x, c.rgb.y, c.rgb.z};
        for (int i = 0; i < colours; ++i)
            put(pixels, index++, srgb(tone(colours == 1 ? luminance : values[i], film.shoulder)));
        if (alpha != Alpha::none) put(pixels, index++, clamp01(c.alpha));
    }
    return pixels;
}

/// Rounds to `bits` of mantissa. Values below 2^-14 become 0, values from 65520 up and NaN keep their kind.
static std::uint16_t half(float value, int bits) {
    const auto u = std::bit_cast<std::uint32_t>(value);
    const auto sign = std::uint16_t((u >> 16) & 0x8000);
    if (std::isnan(value)) return std::uint16_t(sign | 0x7e00);
    const std::uint32_t step = 1u << (23 - bits);
    const std::uint32_t rounded = (u & 0x7fffffff) + step / 2;
    const int exponent = int(rounded >> 23) - 127 + 15;
    if (exponent >= 31) return std::uint16_t(sign | 0x7c00);
    if (exponent <= 0) return sign;
    return std::uint16_t(sign | (unsigned(exponent) << 10) | ((rounded & (0x7fffff & ~(step - 1))) >> 13));
}

Pixels to_half(const Picture& picture, int bits) {
    Pixels pixels = empty(picture.size, PixelType::f16, 3, Alpha::none, Transfer::linear);
    auto* out = reinterpret_cast<std::uint16_t*>(pixels.bytes.data.get());
    for (const Colour& c : picture.pixels)
        for (float v : {c.rgb.x, c.rgb.y, c.rgb.z}) *out++ = half(v, bits);
    return pixels;
}

void save(Pixels pixels, const std::filesystem::path& path) {
    Document document;
    document.parts.emplace_back();
    document.parts.back().pixels = std::move(pixels);
    for (const std::string& warning : write_document(document, path, {.overwrite = true}))
        std::fprintf(stderr, "%s: %s\n", path.string().c_str(), warning.c_str());
}

} // namespace atrous::samples
