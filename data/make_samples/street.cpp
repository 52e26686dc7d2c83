// A wet street at night: lamps with values above 50, lit windows with rooms behind them, façades of brick,
// puddles that mirror it all, and fog around the lamps. Distances in metres, y is up, the street runs along
// z.
#include "samples.h"
#include <limits>

namespace atrous::samples {

constexpr float far_away = std::numeric_limits<float>::infinity();
constexpr float half_street = 4.6f, kerb = 3.1f, roof = 10.5f, street_end = 130;
constexpr float lamp_height = 4.1f, lamp_spacing = 13, lamp_radius = 0.17f;
constexpr int lamps = 18; // nine on each side
constexpr Vec3 lamp_colour{62, 36, 14.5f};

static Vec3 lamp(int i) {
    return {i & 1 ? 2.85f : -2.85f, lamp_height, 6 + lamp_spacing * float(i / 2) + (i & 1 ? 6.0f : 0.0f)};
}

/// Light that fog scatters towards us from all lamps along a ray of length `t` (inverse squares integrate to
/// arc tangents).
static Vec3 glow(Vec3 from, Vec3 d, float t) {
    Vec3 sum;
    for (int i = 0; i < lamps; ++i) {
        const Vec3 q = from - lamp(i);
        const float b = dot(d, q), s = 1 / std::sqrt(std::max(dot(q, q) - b * b, 0.004f));
        sum += lamp_colour * (s * (std::atan((std::min(t, 150.0f) + b) * s) - std::atan(b * s)));
    }
    return sum * 0.00026f;
}

/// Light of the lamps on a surface; lamps far away add little and are left out.
static Vec3 from_lamps(Vec3 p, Vec3 n) {
    Vec3 sum = Vec3{0.010f, 0.014f, 0.026f} * (0.6f + 0.4f * n.y); // night sky
    for (int i = 0; i < lamps; ++i) {
        const Vec3 way = lamp(i) - p;
        const float square = dot(way, way);
        if (square > 900) continue;
        const float cosine = std::max(dot(n, way), 0.0f) / std::sqrt(square);
        const float hood =
            mix(0.25f, 1.0f, smoothstep(-0.6f, 0.5f, way.y / std::sqrt(square))); // bright below
        sum += lamp_colour * (0.055f * cosine * hood / square);
    }
    return sum;
}

/// A room seen through a window: where the ray meets its back, side, floor or ceiling.
static Vec3 room(float u, float v, Vec3 d, int seed) {
    const float depth = 2.2f, into = std::abs(d.x);
    const float across = d.z / into, up = d.y / into;
    const float back = depth, side = across > 0 ? (1 - u) / across : u / -across;
    const float end = up > 0 ? (1.7f - v) / up : (v + 0.5f) / std::max(-up, 1e-4f);
    const float t = std::min(back, std::min(side + 0.4f, end));
    const float x = u + t * across, y = v + t * up;
    const Vec3 walls = mix({0.9f, 0.55f, 0.25f}, {0.75f, 0.68f, 0.5f}, hash(seed, 1, 31));
    float light = 0.5f + 1.6f * std::exp(-3 * std::hypot(x - hash(seed, 2, 31), y - 1.2f)); // a lamp in it
    if (t == back)
        light *=
            fract(1.7f * x + hash(seed, 3, 31)) < 0.3f && y > 0.5f && y < 1.1f ? 0.25f : 1.0f; // pictures
    if (hash(seed, 4, 31) < 0.45f)
        light *= 0.45f + 0.55f * smoothstep(0.12f, 0.3f, std::min(u, 1 - u)); // curtains
    return walls * (light * (0.18f + 0.45f * hash(seed, 5, 31)));
}

static Vec3 facade(Vec3 p, Vec3 d, float t) {
    const float side = p.x > 0 ? 1.0f : -1.0f;
    const int house = int(std::floor(p.z / 9)), floor_number = int(std::floor((p.y - 0.6f) / 3.0f));
    const float u = fract(p.z / 2.25f), v = fract((p.y - 0.6f) / 3.0f);
    const int seed =
        house * 64 + int(std::floor(p.z / 2.25f)) * 7 + floor_number * 1009 + (side > 0 ? 5003 : 0);
    const float in_u = (u - 0.24f) / 0.52f, in_v = (v - 0.22f) / 0.56f;
    const bool opening = in_u > 0 && in_u < 1 && in_v > 0 && in_v < 1 && p.y < roof - 1;
    const float frame = std::min(std::min(in_u, 1 - in_u) * 1.17f, std::min(in_v, 1 - in_v) * 1.68f);
    const Vec3 n{-side, 0, 0};
    if (opening && frame > 0.06f && std::abs(in_u - 0.5f) > 0.025f && std::abs(in_v - 0.68f) > 0.018f) {
        const bool lit = hash(seed, 6, 32) < 0.30f;
        const Vec3 pane = from_lamps(p, n) * 0.02f + Vec3{0.004f, 0.006f, 0.011f};
        return lit ? room(in_u, in_v, d, seed) : pane + glow(p, reflect(d, n), 60) * 0.5f;
    }
    const float row = std::floor(p.y / 0.075f), shifted = p.z / 0.225f + 0.5f * fract(0.5f * row) * 2;
    const float bu = fract(shifted), bv = fract(p.y / 0.075f);
    const float near = 1 - smoothstep(7, 26, t);
    const float joint =
        near * (1 - smoothstep(0.03f, 0.09f, std::min(std::min(bu, 1 - bu) * 3, std::min(bv, 1 - bv))));
    const float tint = mix(0.5f, hash(int(std::floor(shifted)), int(row), 33), near);
    const float paint = hash(house, int(side), 34);
    Vec3 albedo = mix({0.30f, 0.13f, 0.085f}, {0.36f, 0.30f, 0.22f}, smoothstep(0.45f, 0.55f, paint)) *
                  (0.65f + 0.6f * tint);
    albedo = mix(albedo, grey(0.32f), 0.8f * joint) * (1 + 0.5f * fbm(1.3f * p.z, 0.8f * p.y, 5, 35));
    if (opening)
        albedo = mix(Vec3{0.55f, 0.52f, 0.46f}, Vec3{0.05f, 0.10f, 0.08f}, hash(house, 2, 36)); // frames
    const bool sill = in_v < 0 && in_v > -0.09f && in_u > -0.12f && in_u < 1.12f && p.y < roof - 1;
    if (sill || std::abs(v - 0.97f) < 0.02f) albedo = grey(0.50f);
    const Vec3 tilted = normalize(
        n + Vec3{0, near * 0.5f * (hash(int(row), int(std::floor(shifted)), 37) - 0.5f) - 0.6f * joint, 0});
    return albedo * from_lamps(p, tilted) * (fract(p.z / 9) < 0.012f ? 0.3f : 1.0f); // pipes between houses
}

static Vec3 sky(Vec3 d) {
    const float up = std::max(d.y, 0.0f), cloud = fbm(1.2f * d.x / (up + 0.2f), 1.2f / (up + 0.2f), 6, 38);
    const Vec3 base = mix({0.060f, 0.050f, 0.052f}, {0.008f, 0.013f, 0.030f}, std::sqrt(up));
    return base * (1 + 0.9f * cloud);
}

struct Nearest {
    float t;
    int what; ///< 0 sky, 1 street, 2 façade, 3 lamp, 4 post
    int which;
};

static Nearest meet(Vec3 from, Vec3 d) {
    Nearest best{far_away, 0, 0};
    const auto take = [&](float t, int what, int which) {
        if (t > 1e-3f && t < best.t) best = {t, what, which};
    };
    if (d.y < 0) take(-from.y / d.y, 1, 0);
    const float wall = ((d.x > 0 ? half_street : -half_street) - from.x) / d.x, z = from.z + wall * d.z;
    const int house = int(std::floor(z / 9)) * 2 + (d.x > 0);
    const float height = roof + 3 * (hash(house, 3, 39) - 0.5f);
    if (from.y + wall * d.y < height && z < street_end) take(wall, 2, 0);
    for (int i = 0; i < lamps; ++i) {
        const Vec3 q = from - lamp(i);
        const float b = dot(q, d), root = b * b - dot(q, q) + lamp_radius * lamp_radius;
        if (root > 0) take(-b - std::sqrt(root), 3, i);
        const float flat = d.x * d.x + d.z * d.z, k = (q.x * d.x + q.z * d.z) / flat;
        const float miss = q.x * q.x + q.z * q.z - k * k * flat, y = from.y - k * d.y;
        if (miss < 0.0036f && y > 0 && y < lamp_height) take(-k - std::sqrt((0.0036f - miss) / flat), 4, i);
    }
    return best;
}

static Vec3 look(Vec3 from, Vec3 d, Random& random, bool mirrored);

static Vec3 street_surface(Vec3 p, Vec3 d, float t, Random& random) {
    const bool pavement = std::abs(p.x) > kerb;
    const float row = std::floor(p.z / 0.17f), shifted = p.x / 0.14f + 0.5f * std::fmod(std::abs(row), 2.0f);
    const float bu = fract(shifted) - 0.5f, bv = fract(p.z / 0.17f) - 0.5f;
    const float near = 1 - smoothstep(9, 30, t);
    const float rim = std::max(std::abs(bu), std::abs(bv));
    const float joint = near * smoothstep(0.36f, 0.47f, rim + 0.05f * fbm(30 * p.x, 30 * p.z, 2, 40));
    const float puddle =
        pavement
            ? 0
            : smoothstep(0.06f, 0.20f, fbm(0.55f * p.x + 4, 0.30f * p.z, 4, 41) - 0.25f * (1 - joint) * 0.2f);
    const float stone = hash(int(std::floor(shifted)), int(row), 42);
    const float rough = near * (1 - puddle);
    Vec3 n{rough * (0.55f * bu + 0.35f * (stone - 0.5f)), 1,
           rough * (0.55f * bv + 0.35f * (hash(int(row), int(std::floor(shifted)), 43) - 0.5f))};
    n = normalize(n +
                  Vec3{0.05f * random.normal() * (1 - puddle), 0, 0.09f * random.normal() * (1 - puddle)} +
                  Vec3{0.004f * fbm(9 * p.x, 9 * p.z, 2, 44), 0, 0.004f * fbm(9 * p.x, 9 * p.z, 2, 45)});
    Vec3 albedo =
        grey(pavement ? 0.16f : 0.07f + 0.09f * stone) * (1 + 0.5f * fbm(14 * p.x, 14 * p.z, 4, 46));
    albedo = albedo * (1 - 0.6f * joint) * (1 - 0.6f * puddle);
    if (std::abs(std::abs(p.x) - kerb) < 0.07f) albedo = grey(0.30f);
    const float fresnel = 0.03f + 0.97f * std::pow(1 - clamp01(-dot(d, n)), 5.0f);
    const float wet = mix(0.55f, 1.0f, puddle) * (1 - 0.7f * joint * (1 - puddle)) * (pavement ? 0.5f : 1.0f);
    Vec3 r = reflect(d, n);
    r.y = std::abs(r.y) + 1e-3f;
    return albedo * from_lamps(p, n) + look(p, normalize(r), random, true) * (fresnel * wet);
}

static Vec3 look(Vec3 from, Vec3 d, Random& random, bool mirrored) {
    const Nearest hit = meet(from, d);
    const Vec3 p = from + d * std::min(hit.t, 200.0f);
    Vec3 c;
    if (hit.what == 0) c = sky(d);
    if (hit.what == 1 && !mirrored) c = street_surface(p, d, hit.t, random);
    if (hit.what == 2) c = facade(p, d, hit.t);
    if (hit.what == 3) c = lamp_colour * 2.2f;
    if (hit.what == 4) c = from_lamps(p, normalize({from.x - p.x, 0, from.z - p.z})) * 0.05f;
    const float clear = std::exp(-0.011f * std::min(hit.t, 200.0f));
    return mix(Vec3{0.035f, 0.030f, 0.030f}, c, hit.what == 3 ? 1.0f : clear) + glow(from, d, hit.t);
}

void street(const std::filesystem::path& file) {
    const Size size{1001, 667};
    const Picture picture = render(size, 24, 4, [&](float x, float y, Random& random) -> Colour {
        const float u = (x - 0.5f * float(size.width)) / float(size.width);
        const float v = (y - 0.5f * float(size.height)) / float(size.width);
        return {look({0.55f, 1.55f, -1.5f}, normalize({u - 0.02f, -v + 0.03f, 0.74f}), random, false)};
    });
    const Film film{.exposure = 1, .shot = 0.0003f, .read = 0.0004f, .vignette = 0};
    save(to_half(develop(picture, film), 5), file);
}

} // namespace atrous::samples
