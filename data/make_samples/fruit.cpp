// Fruit on a wooden board by a window: fine pores, grain and bloom, cut out with soft edges. Also the same
// scene as a renderer leaves it when a few pixels go wrong.
#include "samples.h"
#include "scene.h"
#include <limits>

namespace atrous::samples {

/// Tilts `n` along the slope of `height` at `p`.
template <class Height>
static Vec3 bump(Vec3 p, Vec3 n, float strength, const Height& height) {
    constexpr float e = 0.004f;
    const float h = height(p);
    const Vec3 slope{height(p + Vec3{e, 0, 0}) - h, height(p + Vec3{0, e, 0}) - h,
                     height(p + Vec3{0, 0, e}) - h};
    const Vec3 tilted = n - (slope - n * dot(slope, n)) * (strength / e);
    return normalize(tilted);
}

/// Pores of a citrus: dimples at jittered points of the sphere's latitude and longitude.
static float pores(Vec3 p, int seed) {
    const float latitude = std::asin(std::clamp(p.y, -1.0f, 1.0f)),
                ring = std::max(std::cos(latitude), 0.15f);
    const float rows = 22, row = latitude * rows;
    const float columns = std::floor(rows * ring) / ring; // fewer towards the poles
    const Cell pore = nearest_cell(std::atan2(p.z, p.x) * ring * columns, row, seed);
    return -smoothstep(0.42f, 0.05f, pore.distance);
}

static Surface citrus(Vec3 p, Vec3 n, int seed, bool fine, Vec3 skin, Vec3 ripe) {
    Surface s{skin, n, 0.035f, 0.22f};
    if (!fine) return s;
    const float blotch = fbm3(p * 2.2f, 4, seed), speckle = fbm3(p * 26, 3, seed + 9);
    s.albedo = mix(skin, ripe, clamp01(0.5f + 1.1f * blotch)) * (0.93f + 0.22f * speckle);
    s.albedo = s.albedo * (1 + 0.10f * pores(p, seed));
    const float stem = length(p - Vec3{0.12f, 0.98f, 0.1f});
    s.albedo = mix(Vec3{0.16f, 0.17f, 0.05f}, s.albedo, smoothstep(0.06f, 0.10f, stem));
    s.normal = bump(p, n, 0.013f, [&](Vec3 q) {
        const float hollow = smoothstep(0.22f, 0.0f, length(q - Vec3{0.12f, 0.98f, 0.1f})); // around the stem
        return pores(q, seed) + 3 * fbm3(q * 1.5f, 2, seed + 3) - 2 * hollow;
    });
    return s;
}

static Surface orange(Vec3 p, Vec3 n, int seed, bool fine) {
    return citrus(p, n, seed, fine, {0.88f, 0.235f, 0.010f}, {0.95f, 0.34f, 0.018f});
}

static Surface lime(Vec3 p, Vec3 n, int seed, bool fine) {
    return citrus(p, n, seed, fine, {0.19f, 0.36f, 0.030f}, {0.36f, 0.48f, 0.060f});
}

static Surface blueberry(Vec3 p, Vec3 n, int seed, bool fine) {
    if (!fine) return {{0.09f, 0.10f, 0.17f}, n, 0.04f, 0.4f};
    const Vec3 crown_at = normalize({hash(seed, 1, 5) - 0.5f, 0.35f + 0.5f * hash(seed, 2, 5), 0.9f});
    const float crown = length(p - crown_at), angle = std::atan2(p.x - crown_at.x, p.y - crown_at.y);
    const float star = crown / (0.34f + 0.08f * std::cos(5 * angle));
    const float bloom = clamp01(0.50f + 1.3f * fbm3(p * 3.1f, 5, seed) + 0.3f * fbm3(p * 22, 2, seed + 4));
    Surface s;
    s.albedo = mix(Vec3{0.018f, 0.016f, 0.035f}, Vec3{0.17f, 0.20f, 0.32f}, bloom);
    s.albedo = s.albedo * (1 - 0.75f * smoothstep(1.05f, 0.85f, star));
    s.normal = bump(p, n, 0.05f, [&](Vec3 q) {
        return smoothstep(0.25f, 0.42f, length(q - crown_at)) + 0.1f * fbm3(q * 9, 2, seed);
    });
    s.gloss = 0.04f;
    s.roughness = 0.12f + 0.5f * bloom;
    return s;
}

/// Annual rings of a trunk that lies along z, with fibres and pores; the rim shows the same wood.
static Surface wood(Vec3 p, Vec3 n, int, bool fine) {
    if (!fine) return {{0.46f, 0.28f, 0.14f}, n, 0.03f, 0.32f};
    const float wave = 0.10f * fbm(0.7f * p.x, 0.22f * p.z, 4, 21);
    const float depth =
        std::hypot(p.x - 0.6f + 2 * wave, 2.2f + p.y + 0.25f * fbm(0.4f * p.z, 0.2f * p.x, 3, 22));
    const float ring = fract(5.5f * depth);
    const float late = smoothstep(0.25f, 0.92f, ring) * smoothstep(1.0f, 0.94f, ring);
    const float fibre = fbm(70 * p.x, 2.2f * p.z, 4, 23),
                vessel = smoothstep(0.30f, 0.55f, fbm(95 * p.x, 3.5f * p.z, 2, 24));
    Surface s;
    s.albedo = mix({0.56f, 0.36f, 0.19f}, {0.33f, 0.175f, 0.075f}, 0.75f * late);
    s.albedo = s.albedo * (0.95f + 0.30f * fibre + 0.25f * fbm(0.8f * p.x, 0.8f * p.z, 4, 25)) *
               (1 - 0.45f * vessel);
    s.normal = n.y > 0.5f ? normalize(n + Vec3{0.10f * fibre, 0, 0}) : n;
    s.gloss = 0.03f;
    s.roughness = 0.32f;
    return s;
}

static Scene still_life() {
    Scene scene;
    scene.board = wood;
    scene.board_radius = 2.75f;
    scene.solids = {{{-0.85f, 0.80f, 0.35f}, {0.82f, 0.80f, 0.82f}, orange, 1},
                    {{0.80f, 0.76f, 0.75f}, {0.79f, 0.76f, 0.78f}, orange, 2},
                    {{0.22f, 0.50f, -0.72f}, {0.64f, 0.50f, 0.51f}, lime, 3}};
    const float berries[][2] = {{-1.25f, -0.95f}, {-0.86f, -1.20f}, {-0.98f, -0.72f}, {-1.62f, -0.70f},
                                {-0.52f, -1.52f}, {1.30f, -0.55f},  {1.62f, -0.28f},  {1.22f, -1.02f},
                                {1.78f, -0.85f},  {0.62f, -1.66f},  {-0.10f, -1.85f}, {-1.95f, -0.15f},
                                {2.12f, 0.20f}};
    int seed = 10;
    for (const auto& b : berries) {
        const float r = 0.20f + 0.05f * hash(seed, 3, 1);
        scene.solids.push_back({{b[0], 0.93f * r, b[1]}, {r, 0.93f * r, r}, blueberry, seed});
        ++seed;
    }
    scene.solids.push_back({{-1.24f, 0.50f, -0.88f}, {0.21f, 0.19f, 0.21f}, blueberry, 40});
    return scene;
}

static Picture take(Size size, int samples, float zoom, int bounces) {
    const Scene scene = still_life();
    return render(size, samples, 2, [&, size, zoom, bounces](float x, float y, Random& random) -> Colour {
        const float u = (x - 0.5f * float(size.width)) / float(size.width);
        const float v = (y - 0.5f * float(size.height)) / float(size.width);
        const Ray ray = camera({0.5f, 3.0f, -6.6f}, {0.0f, 0.28f, -0.40f}, zoom, 0.05f, u, v, random);
        const Seen seen = trace(scene, ray.from, ray.direction, bounces, random);
        return {seen.rgb, seen.hit ? 1.0f : 0.0f};
    });
}

void fruit(const std::filesystem::path& file) {
    const Film film{.exposure = 0.95f, .shot = 0.0004f, .read = 0.003f, .vignette = 0.1f};
    const Picture picture = develop(take({1023, 691}, 36, 1.16f, 3), film);
    save(to_integers(picture, film, PixelType::u8, 3, Alpha::straight), file);
}

void broken(const std::filesystem::path& file) {
    Picture picture = take({501, 335}, 12, 1.5f, 4);
    for (Colour& c : picture.pixels)
        if (c.alpha < 1) c.rgb = mix({0.05f, 0.06f, 0.08f}, c.rgb, c.alpha);
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    picture.at(250, 167).rgb = grey(nan);
    picture.at(120, 90).rgb = {inf, 0.4f, 0.2f};
    for (int y = 240; y < 244; ++y)
        for (int x = 333; x < 340; ++x) picture.at(x, y).rgb = {nan, inf, -inf};
    save(to_half(picture, 6), file);
}

} // namespace atrous::samples
