// Path tracing with light sampled from one window: soft shadows, reflections and light between the things.
#include "scene.h"
#include <numbers>

namespace atrous::samples {

constexpr float no_hit = 1e9f, offset = 1e-3f;
// The window: a rectangle on the left, its sides and brightness.
constexpr Vec3 window_corner{-9, 2.2f, -2.5f}, window_wide{2.6f, 0, 5.2f}, window_high{0, 4.6f, 0};
constexpr Vec3 window_light{8.5f, 8.3f, 8.0f};

struct Hit {
    float distance = no_hit;
    Vec3 normal;                  ///< of the board
    const Solid* solid = nullptr; ///< null = the board
};

static float meet_solid(const Solid& s, Vec3 from, Vec3 d) {
    const Vec3 inverse{1 / s.radius.x, 1 / s.radius.y, 1 / s.radius.z};
    const Vec3 o = (from - s.centre) * inverse, k = d * inverse;
    const float a = dot(k, k), b = dot(o, k), c = dot(o, o) - 1, root = b * b - a * c;
    if (root < 0) return no_hit;
    const float t = (-b - std::sqrt(root)) / a;
    return t > offset ? t : no_hit;
}

/// Top and rim of the board; `n` is the normal there.
static float meet_board(const Scene& scene, Vec3 from, Vec3 d, Vec3& n) {
    const float top = -from.y / d.y;
    if (top > offset && std::hypot(from.x + top * d.x, from.z + top * d.z) < scene.board_radius) {
        n = {0, 1, 0};
        return top;
    }
    const float a = d.x * d.x + d.z * d.z, b = from.x * d.x + from.z * d.z;
    const float c = from.x * from.x + from.z * from.z - scene.board_radius * scene.board_radius;
    const float root = b * b - a * c;
    if (root < 0) return no_hit;
    const float t = (-b - std::sqrt(root)) / a, y = from.y + t * d.y;
    if (t <= offset || y > 0 || y < -scene.board_thickness) return no_hit;
    n = normalize({from.x + t * d.x, 0, from.z + t * d.z});
    return t;
}

static bool blocked(const Scene& scene, Vec3 from, Vec3 d, float distance) {
    Vec3 n;
    if (meet_board(scene, from, d, n) < distance) return true;
    for (const Solid& s : scene.solids)
        if (meet_solid(s, from, d) < distance) return true;
    return false;
}

static Hit meet(const Scene& scene, Vec3 from, Vec3 d) {
    Hit hit;
    hit.distance = meet_board(scene, from, d, hit.normal);
    for (const Solid& s : scene.solids) {
        const float t = meet_solid(s, from, d);
        if (t < hit.distance) {
            hit.distance = t;
            hit.solid = &s;
        }
    }
    return hit;
}

static Surface surface_at(const Scene& scene, const Hit& hit, Vec3 p, bool fine) {
    if (!hit.solid) return scene.board(p, hit.normal, 0, fine);
    const Vec3 r = hit.solid->radius, from_centre = p - hit.solid->centre;
    const Vec3 unit{from_centre.x / r.x, from_centre.y / r.y, from_centre.z / r.z};
    return hit.solid->skin(unit, normalize({unit.x / r.x, unit.y / r.y, unit.z / r.z}), hit.solid->seed,
                           fine);
}

/// Where a ray leaves through the window: bright panes, dark bars between them.
static bool through_window(Vec3 from, Vec3 d) {
    const Vec3 n = cross(window_wide, window_high);
    const float t = dot(window_corner - from, n) / dot(d, n);
    if (t <= 0) return false;
    const Vec3 p = from + d * t - window_corner;
    const float u = dot(p, window_wide) / dot(window_wide, window_wide);
    const float v = dot(p, window_high) / dot(window_high, window_high);
    return u > 0 && u < 1 && v > 0 && v < 1 && std::abs(u - 0.5f) > 0.02f && std::abs(v - 0.55f) > 0.012f;
}

Vec3 surroundings(Vec3 d) {
    const Vec3 ceiling{0.62f, 0.60f, 0.58f}, walls{0.34f, 0.29f, 0.25f}, floor{0.12f, 0.09f, 0.07f};
    return d.y > 0 ? mix(walls, ceiling, d.y) : mix(walls, floor, std::min(1.0f, -4 * d.y));
}

/// A direction around `n`, as likely as its cosine.
static Vec3 scatter(Vec3 n, Random& random) {
    const float turn = 2 * std::numbers::pi_v<float> * random.next(), up = 1 - 2 * random.next();
    const float r = std::sqrt(std::max(0.0f, 1 - up * up));
    return normalize(n * 1.0001f + Vec3{r * std::cos(turn), up, r * std::sin(turn)});
}

static Vec3 from_window(const Scene& scene, Vec3 p, Vec3 n, Random& random) {
    const Vec3 target = window_corner + window_wide * random.next() + window_high * random.next();
    const Vec3 way = target - p;
    const float distance = length(way);
    const Vec3 d = way * (1 / distance);
    const float cosine = dot(n, d);
    if (cosine <= 0 || blocked(scene, p, d, distance)) return {};
    const Vec3 facing = cross(window_wide, window_high); // its length is the window's area
    return window_light *
           (cosine * std::abs(dot(facing, d)) / (distance * distance * std::numbers::pi_v<float>));
}

Seen trace(const Scene& scene, Vec3 from, Vec3 d, int bounces, Random& random) {
    Vec3 light, carried = grey(1);
    bool mirrored = true;
    for (int i = 0; i <= bounces; ++i) {
        const Hit hit = meet(scene, from, d);
        if (hit.distance == no_hit) {
            if (i == 0) return {{}, false};
            light += carried * (mirrored && through_window(from, d) ? window_light : surroundings(d));
            break;
        }
        from = from + d * hit.distance;
        const Surface surface = surface_at(scene, hit, from, i == 0);
        const Vec3 n = surface.normal;
        const float cosine = clamp01(-dot(d, n));
        const float coat =
            surface.gloss + (1 - surface.gloss) * std::pow(1 - cosine, 5.0f) * (1 - 0.8f * surface.roughness);
        mirrored = random.next() < coat;
        if (mirrored) {
            d = normalize(reflect(d, n) + (scatter(n, random) - n) * surface.roughness);
            if (dot(d, n) <= 0) break;
        } else {
            light += carried * surface.albedo * from_window(scene, from, n, random);
            carried = carried * surface.albedo;
            d = scatter(n, random);
        }
    }
    return {light, true};
}

Ray camera(Vec3 eye, Vec3 target, float zoom, float aperture, float u, float v, Random& random) {
    const Vec3 ahead = target - eye;
    const float focus = length(ahead);
    const Vec3 forward = ahead * (1 / focus), right = normalize(cross(forward, {0, 1, 0})),
               up = cross(right, forward);
    const Vec3 point = eye + (forward + right * (u / zoom) - up * (v / zoom)) * focus;
    const float turn = 2 * std::numbers::pi_v<float> * random.next(), r = aperture * std::sqrt(random.next());
    const Vec3 lens = eye + right * (r * std::cos(turn)) + up * (r * std::sin(turn));
    return {lens, normalize(point - lens)};
}

} // namespace atrous::samples
