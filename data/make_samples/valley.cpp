// Mountains behind a lake on a hazy morning. The ground is a sum of noises that flattens where it is steep
// (so that ridges stay sharp and valleys fill up), found by marching along each ray.
#include "samples.h"

namespace atrous::samples {

constexpr float lake = 0.0f;
constexpr float far_away = 26;
constexpr Vec3 sun_colour{3.3f, 2.35f, 1.45f};
constexpr Vec3 sky_colour{0.42f, 0.60f, 0.95f};
static const Vec3 to_sun = normalize({-0.74f, 0.46f, 0.16f});

/// Height above the lake; unit: about a kilometre.
static float ground(float x, float z, int octaves) {
    float px = 0.42f * x + 3.7f, pz = 0.42f * z + 8.1f;
    float sum = 0, height = 1, dx = 0, dz = 0;
    for (int i = 0; i < octaves; ++i) {
        const NoiseValue n = noise(px, pz, 11);
        dx += n.dx;
        dz += n.dy;
        sum += height * n.value / (1 + dx * dx + dz * dz);
        height *= 0.5f;
        const float turned = 1.6f * px - 1.2f * pz;
        pz = 1.2f * px + 1.6f * pz;
        px = turned;
    }
    const float bend = x - 0.9f * std::sin(0.33f * z) - 0.1f * z;
    const float valley = smoothstep(0.2f, 3.6f, std::abs(bend)) + 0.35f * smoothstep(9, 16, z);
    const float near = 0.25f + 0.75f * smoothstep(0.5f, 6, z);
    const float height_above = 2.5f * sum * (0.12f + 0.95f * valley * near) - 0.34f;
    return height_above < 1 ? height_above : 1 + 1.6f * std::tanh((height_above - 1) / 1.6f); // no needles
}

static Vec3 normal(float x, float z, float step) {
    const int octaves = 13;
    return normalize({ground(x - step, z, octaves) - ground(x + step, z, octaves), 2 * step,
                      ground(x, z - step, octaves) - ground(x, z + step, octaves)});
}

/// Distance to the ground, or `far_away`.
static float march(Vec3 from, Vec3 direction, int octaves, float start) {
    float t = start;
    for (int i = 0; i < 420 && t < far_away; ++i) {
        const Vec3 p = from + direction * t;
        const float above = p.y - ground(p.x, p.z, octaves);
        if (above < 0.0006f * t) return t;
        if (p.y > 2.7f && direction.y > 0) break;
        t += std::max(0.27f * above, 0.0005f * t);
    }
    return far_away;
}

static Vec3 sky(Vec3 d) {
    const float up = std::max(d.y, 0.0f), towards_sun = std::max(dot(d, to_sun), 0.0f);
    Vec3 c = mix({0.86f, 0.80f, 0.74f}, {0.20f, 0.37f, 0.72f}, 1 - std::exp(-4.5f * up));
    c += sun_colour * (0.10f * std::pow(towards_sun, 6.0f) + 0.25f * std::pow(towards_sun, 60.0f));
    const float scale = 1.6f / (up + 0.12f);
    const float x = d.x * scale, z = d.z * scale;
    const float warp = fbm(0.8f * x, 0.8f * z, 4, 70);
    const float density = fbm(x + 0.9f * warp, 2.1f * z + 0.9f * warp, 7, 80) + 0.08f;
    const float lit = fbm(x + 0.9f * warp - 0.12f, 2.1f * z + 0.9f * warp - 0.06f, 5, 80) - density;
    const Vec3 cloud = mix({0.62f, 0.64f, 0.70f}, {1.30f, 1.18f, 1.05f}, clamp01(0.55f + 1.6f * lit));
    return mix(c, cloud, 0.85f * smoothstep(0.02f, 0.55f, density) * smoothstep(0.02f, 0.2f, up));
}

static Vec3 haze(Vec3 colour, Vec3 d, float distance, float height) {
    const float towards_sun = std::max(dot(d, to_sun), 0.0f);
    const float amount = 1 - std::exp(-distance * (0.040f + 0.055f * std::exp(-5 * std::max(height, 0.0f))));
    const Vec3 air =
        mix({0.54f, 0.62f, 0.76f}, {1.0f, 0.86f, 0.66f}, 0.25f + 0.75f * std::pow(towards_sun, 3.0f));
    return mix(colour, air * 0.92f, amount);
}

static Vec3 ground_colour(Vec3 p, Vec3 n, float t) {
    const float patches = fbm(3 * p.x, 3 * p.z, 6, 20), fine = fbm(60 * p.x, 60 * p.z, 5, 30);
    Vec3 c = mix({0.17f, 0.15f, 0.13f}, {0.30f, 0.27f, 0.23f}, clamp01(0.5f + fine)); // rock
    c = c * (0.85f + 0.3f * std::sin(34 * p.y + 5 * patches));                        // its layers
    const Vec3 meadow =
        mix({0.10f, 0.13f, 0.03f}, {0.20f, 0.18f, 0.06f}, clamp01(0.5f + patches + 0.5f * fine));
    c = mix(c, meadow, smoothstep(0.66f, 0.86f, n.y + 0.1f * fine));
    const float wooded =
        smoothstep(0.62f, 0.42f, p.y + 0.25f * patches) * smoothstep(0.5f, 0.72f, n.y + 0.1f * patches);
    const Cell crown = nearest_cell(95 * p.x, 95 * p.z, 40);
    const float shade = (0.35f + 0.9f * hash(crown.x, crown.y, 41)) * (1.25f - 1.3f * crown.distance);
    const float seen = 1 - smoothstep(4, 12, t); // crowns melt into their mean before they alias
    c = mix(c, Vec3{0.030f, 0.052f, 0.022f} * mix(0.75f, std::max(shade, 0.1f), seen), wooded);
    const float snow = smoothstep(0.92f, 1.15f, p.y + 0.35f * patches + 0.15f * fine) *
                       smoothstep(0.45f, 0.70f, n.y + 0.2f * fine);
    return mix(c, grey(0.80f), snow);
}

static Vec3 lit_ground(Vec3 p, Vec3 d, float t) {
    const Vec3 n = normal(p.x, p.z, std::max(0.0011f * t, 0.0012f));
    const Vec3 albedo = ground_colour(p, n, t);
    const bool shadow = march(p + n * 0.01f, to_sun, 8, 0.02f) < far_away;
    const float sun = shadow ? 0 : std::max(dot(n, to_sun), 0.0f);
    const float bounce = std::max(-dot(n, Vec3{to_sun.x, 0, to_sun.z}), 0.0f);
    const Vec3 light =
        sun_colour * sun + sky_colour * (0.34f * (0.5f + 0.5f * n.y)) + sun_colour * (0.05f * bounce);
    return haze(albedo * light, d, t, p.y);
}

static Vec3 look(Vec3 from, Vec3 d, int octaves) {
    const float t = march(from, d, octaves, 0.02f);
    return t < far_away ? lit_ground(from + d * t, d, t) : haze(sky(d), d, 3, 2 + 30 * std::max(d.y, 0.0f));
}

static Vec3 water(Vec3 from, Vec3 d, float t) {
    const Vec3 p = from + d * t;
    const float wind = 0.5f + smoothstep(-0.1f, 0.35f, fbm(1.5f * p.x, 4 * p.z, 3, 60));
    const float dx = fbm(90 * p.x, 26 * p.z, 3, 50), dz = fbm(90 * p.x + 31, 26 * p.z, 3, 51);
    const Vec3 n = normalize({0.010f * wind * dx, 1, 0.035f * wind * dz});
    const float cosine = std::max(-dot(d, n), 0.0f);
    const float fresnel = 0.02f + 0.98f * std::pow(1 - cosine, 5.0f);
    Vec3 mirrored = reflect(d, n);
    mirrored.y = std::abs(mirrored.y) + 0.001f;
    const Vec3 deep{0.02f, 0.055f, 0.06f};
    return haze(mix(deep, look(p, normalize(mirrored), 8), mix(0.15f, 1, fresnel)), d, t, 0);
}

void valley(const std::filesystem::path& file) {
    const Size size{1399, 933};
    const Vec3 eye{0.1f, 0.62f, -0.6f};
    Picture picture = render(size, 4, 1, [&](float x, float y, Random&) -> Colour {
        const float u = (x - 0.5f * float(size.width)) / float(size.width);
        const float v = (y - 0.5f * float(size.height)) / float(size.width);
        const Vec3 d = normalize({u, -v + 0.015f, 0.98f});
        const float surface = d.y < 0 ? (lake - eye.y) / d.y : far_away;
        const float t = march(eye, d, 9, 0.05f);
        if (surface < std::min(t, far_away)) return {water(eye, d, surface)};
        return {t < far_away ? lit_ground(eye + d * t, d, t)
                             : haze(sky(d), d, 3, 2 + 30 * std::max(d.y, 0.0f))};
    });
    draw_firs(picture, sun_colour, sky_colour);
    const Film film{.exposure = 1.05f, .shot = 0.0007f, .read = 0.003f, .vignette = 0.25f};
    save(to_integers(develop(std::move(picture), film), film, PixelType::u8, 3, Alpha::none), file);
}

} // namespace atrous::samples
