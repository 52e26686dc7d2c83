// Three floats: a point, a direction or a linear RGB colour.
#pragma once
#include <algorithm>
#include <cmath>

namespace atrous::samples {

struct Vec3 {
    float x = 0, y = 0, z = 0;
};

constexpr Vec3 grey(float v) { return {v, v, v}; }
constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(float s, Vec3 a) { return a * s; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline Vec3 normalize(Vec3 a) { return a * (1.0f / length(a)); }
constexpr Vec3 reflect(Vec3 d, Vec3 n) { return d - n * (2 * dot(d, n)); }
constexpr float mix(float a, float b, float t) { return a + (b - a) * t; }
constexpr Vec3 mix(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }
constexpr float clamp01(float v) { return std::clamp(v, 0.0f, 1.0f); }
constexpr float smoothstep(float from, float to, float v) {
    const float t = clamp01((v - from) / (to - from));
    return t * t * (3 - 2 * t);
}
inline float fract(float v) { return v - std::floor(v); }

} // namespace atrous::samples
