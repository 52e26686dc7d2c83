// Makes value noise over octaves of cells, and the render frame from the bench's image; hides hashing.
#include "lab/bench/data/pictures.h"
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace atrous {
namespace {

/// Noise, 0 to 1, from a cell and a seed.
float random_at(int x, int y, std::uint32_t seed) {
    std::uint32_t h = std::uint32_t(x) * 0x9E3779B1u ^ std::uint32_t(y) * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return float((h ^ (h >> 15)) >> 8) * (1.0f / 16777216.0f);
}

/// Noise of cells of 2^octave pixels, interpolated: -1/2 to 1/2.
float smooth_at(int x, int y, int octave, std::uint32_t seed) {
    const int cell = 1 << octave, cx = x >> octave, cy = y >> octave;
    const float fx = float(x & (cell - 1)) / float(cell), fy = float(y & (cell - 1)) / float(cell);
    const float top = std::lerp(random_at(cx, cy, seed), random_at(cx + 1, cy, seed), fx);
    const float bottom = std::lerp(random_at(cx, cy + 1, seed), random_at(cx + 1, cy + 1, seed), fx);
    return std::lerp(top, bottom, fy) - 0.5f;
}

void colour_at(int x, int y, float* rgb) {
    float light = 0.45f, amplitude = 0.35f;
    for (int octave = 8; octave >= 2; octave -= 2, amplitude *= 0.5f)
        light += amplitude * smooth_at(x, y, octave, 1);
    const float things = std::floor(6 * (smooth_at(x, y, 7, 2) + 0.5f)) / 6 - 0.5f; // regions with hard edges
    const float warm = 0.15f * things + 0.1f * smooth_at(x, y, 6, 3);
    const float tint[] = {1 + warm, 1, 1 - warm};
    for (int c = 0; c < 3; ++c) {
        const float noise =
            (random_at(x, y, std::uint32_t(4 + c)) + random_at(x, y, std::uint32_t(7 + c)) - 1) * 0.02f;
        const float value = (light + 0.3f * things) * tint[c] + noise;
        rgb[c] = std::round(std::clamp(value, 0.0f, 1.0f) * 255) / 255;
    }
}

} // namespace

std::vector<float> bench_image(Size size, int threads) {
    std::vector<float> image(3 * std::size_t(size.pixels()));
    parallel_rows(threads, size.height, 16, [&](int from, int end) {
        for (int y = from; y < end; ++y)
            for (int x = 0; x < size.width; ++x)
                colour_at(x, y, &image[3 * (std::size_t(y) * std::size_t(size.width) + std::size_t(x))]);
    });
    return image;
}

BenchRender bench_render(Size size, int threads) {
    const auto photo = bench_image(size, threads);
    const auto pixels = std::size_t(size.pixels());
    BenchRender r;
    for (const auto& [role, planes] :
         {std::pair{"beauty", 3}, {"albedo", 3}, {"normal", 3}, {"depth", 1}, {"previous", 2}, {"next", 2}})
        r.roles[role].resize(std::size_t(planes) * pixels);
    parallel_rows(threads, size.height, 16, [&](int from, int end) {
        for (std::size_t i = std::size_t(from) * std::size_t(size.width);
             i < std::size_t(end) * std::size_t(size.width); ++i) {
            const float* rgb = &photo[3 * i];
            const float tilt = rgb[0] - 0.5f;
            for (std::size_t k = 0; k < 3; ++k) {
                r.roles["albedo"][k * pixels + i] = 0.2f + 0.6f * rgb[k];
                r.roles["beauty"][k * pixels + i] = rgb[k] * (0.5f + rgb[(k + 1) % 3]);
            }
            r.roles["normal"][i] = tilt;
            r.roles["normal"][pixels + i] = 0.6f;
            r.roles["normal"][2 * pixels + i] = 0.8f;
            r.roles["depth"][i] = 5 + 0.002f * float(i % std::size_t(size.width)) + rgb[1];
        }
    });
    return r;
}

std::vector<Binding> samples_of(BenchRender& render) {
    std::vector<Binding> bindings;
    for (const auto& [role, samples] : render.roles)
        bindings.push_back(bind_input(role, std::as_bytes(std::span(samples))));
    bindings.push_back(bind_output("replaced", std::as_writable_bytes(std::span(&render.replaced, 1))));
    return bindings;
}

} // namespace atrous
