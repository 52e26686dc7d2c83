// Hashes and value noise of the sample images.
#include "noise.h"
#include <numbers>

namespace atrous::samples {

static std::uint32_t scramble(std::uint32_t h) {
    h = (h ^ (h >> 16)) * 0x7feb352du;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return h ^ (h >> 16);
}

static std::uint32_t bits(int x, int y, int seed) {
    return scramble(std::uint32_t(x) * 0x9e3779b1u ^
                    scramble(std::uint32_t(y) + 0x85ebca6bu * std::uint32_t(seed + 1)));
}

static constexpr float to_unit = 1.0f / 16777216; // 24 bits: every value is exact in a float

float hash(int x, int y, int seed) { return float(bits(x, y, seed) >> 8) * to_unit; }

Random::Random(int x, int y, int seed) : state(bits(x, y, seed)) {}

float Random::next() {
    state += 0x9e3779b9u;
    return float(scramble(state) >> 8) * to_unit;
}

float Random::normal() {
    const float radius = std::sqrt(-2 * std::log(1 - next()));
    return radius * std::cos(2 * std::numbers::pi_v<float> * next());
}

NoiseValue noise(float x, float y, int seed) {
    const float fx = std::floor(x), fy = std::floor(y);
    const int ix = int(fx), iy = int(fy);
    const float u = x - fx, v = y - fy;
    const float a = hash(ix, iy, seed), b = hash(ix + 1, iy, seed);
    const float c = hash(ix, iy + 1, seed), d = hash(ix + 1, iy + 1, seed);
    const float su = u * u * u * (u * (u * 6 - 15) + 10), sv = v * v * v * (v * (v * 6 - 15) + 10);
    const float du = 30 * u * u * (u * (u - 2) + 1), dv = 30 * v * v * (v * (v - 2) + 1);
    const float k = a - b - c + d;
    return {a + (b - a) * su + (c - a) * sv + k * su * sv, du * (b - a + k * sv), dv * (c - a + k * su)};
}

float fbm(float x, float y, int octaves, int seed) {
    float sum = 0, height = 1;
    for (int i = 0; i < octaves; ++i) {
        sum += height * (noise(x, y, seed + i).value - 0.5f);
        const float turned = 1.6f * x - 1.2f * y; // rotation by 37 degrees times 2, so that no grid shows
        y = 1.2f * x + 1.6f * y;
        x = turned;
        height *= 0.5f;
    }
    return sum;
}

float noise3(Vec3 p, int seed) {
    const float fz = std::floor(p.z);
    const float w = p.z - fz;
    const int layer = seed + 57 * int(fz);
    return mix(noise(p.x, p.y, layer).value, noise(p.x, p.y, layer + 57).value, w * w * (3 - 2 * w));
}

float fbm3(Vec3 p, int octaves, int seed) {
    float sum = 0, height = 1;
    for (int i = 0; i < octaves; ++i) {
        sum += height * (noise3(p, seed + i) - 0.5f);
        p = Vec3{1.6f * p.x - 1.2f * p.y, 1.2f * p.x + 1.6f * p.y, 2.03f * p.z};
        height *= 0.5f;
    }
    return sum;
}

Cell nearest_cell(float x, float y, int seed) {
    const int ix = int(std::floor(x)), iy = int(std::floor(y));
    Cell best{9, ix, iy};
    for (int j = iy - 1; j <= iy + 1; ++j)
        for (int i = ix - 1; i <= ix + 1; ++i) {
            const float distance =
                std::hypot(float(i) + hash(i, j, seed) - x, float(j) + hash(i, j, seed + 1) - y);
            if (distance < best.distance) best = {distance, i, j};
        }
    return best;
}

} // namespace atrous::samples
