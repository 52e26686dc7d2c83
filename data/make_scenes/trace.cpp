// Path tracing that samples the sun and other light sources directly from rough surfaces. Caustics come only from paths that find a
// light source through mirrors or glass, so they are as noisy as in Cycles. The light of a path is limited, as Cycles limits indirect
// light by default.
#include "trace.h"
#include <numbers>
#include <utility>

namespace atrous::scenes {
namespace {

constexpr float far_away = 1e10f, indirect_limit = 2.5f, direct_limit = 30, pi = std::numbers::pi_v<float>;
constexpr int max_bounces = 8;
using Kind = Material::Kind;

struct Axes {
    Vec3 right, up, ahead;
};
Axes axes_of(const Camera& camera) {
    const Vec3 ahead = normalize(camera.target - camera.eye), right = normalize(cross(ahead, {0, 1, 0}));
    return {right, cross(right, ahead), ahead};
}

Vec3 on_sphere(Random& random) {
    const float turn = 2 * pi * random.next(), z = 1 - 2 * random.next();
    const float r = std::sqrt(std::max(0.0f, 1 - z * z));
    return {r * std::cos(turn), z, r * std::sin(turn)};
}

/// A direction around `n`, as likely as its cosine.
Vec3 scatter(Vec3 n, Random& random) { return normalize(n * 1.0001f + on_sphere(random)); }

Vec3 limited(Vec3 light, bool indirect) {
    const float top = std::max({light.x, light.y, light.z}), limit = indirect ? indirect_limit : direct_limit;
    return top > limit ? light * (limit / top) : light;
}

/// Radiance of the sky and the sun in it.
Vec3 radiance(const World& world, Vec3 d, bool with_sun) {
    Vec3 light = world.sky(d);
    const float r = world.sun_radius;
    if (with_sun && dot(d, world.sun) > 1 / std::sqrt(1 + r * r))
        light += world.sun_light * (1 / (pi * r * r));
    return light;
}

Vec3 from_sun(const World& world, Vec3 p, Vec3 n, Random& random) {
    const Vec3 side = normalize(cross(world.sun, {0.3f, 0.2f, 1})), other = cross(world.sun, side);
    const float turn = 2 * pi * random.next(), r = world.sun_radius * std::sqrt(random.next());
    const Vec3 d = normalize(world.sun + side * (r * std::cos(turn)) + other * (r * std::sin(turn)));
    const float cosine = dot(n, d);
    if (cosine <= 0 || meet(world, p, d, far_away).shape >= 0) return {};
    return world.sun_light * (cosine / pi);
}

/// Returns a light source, as likely as the light that it would send here through empty space, and its probability.
std::pair<const Shape*, float> lamp_for(const World& world, Vec3 p, Random& random) {
    const auto strength = [&](int i) {
        const Shape& lamp = world.shapes[std::size_t(i)];
        const Vec3 way = lamp.centre - p, colour = world.materials[std::size_t(lamp.material)].colour;
        return (colour.x + colour.y + colour.z) * dot(lamp.u, lamp.u) / dot(way, way);
    };
    float all = 0;
    for (const int i : world.lamps) all += strength(i);
    float rest = all * random.next();
    for (const int i : world.lamps)
        if ((rest -= strength(i)) < 0) return {&world.shapes[std::size_t(i)], strength(i) / all};
    return {&world.shapes[std::size_t(world.lamps.back())], strength(world.lamps.back()) / all};
}

/// Light of the half of a ball that faces the point, or of a board.
Vec3 from_lamp(const World& world, Vec3 p, Vec3 n, Random& random) {
    const auto [lamp, chance] = lamp_for(world, p, random);
    const bool ball = lamp->form == Shape::Form::ball;
    Vec3 unit = on_sphere(random);
    if (dot(unit, lamp->centre - p) > 0) unit = unit * -1;
    const Vec3 on_board = lamp->u * (2 * random.next() - 1) + lamp->v * (2 * random.next() - 1);
    const Vec3 way = lamp->centre + (ball ? unit * lamp->u.x : on_board) - p;
    const Vec3 facing = ball ? unit * (2 * pi * lamp->u.x * lamp->u.x) : cross(lamp->u, lamp->v) * 4;
    const float distance = length(way), cosine = dot(n, way) / distance;
    const float seen = -dot(facing, way) / distance, area = ball ? seen : std::abs(seen);
    if (cosine <= 0 || area <= 0 || meet(world, p, way * (1 / distance), distance * 0.999f).shape >= 0)
        return {};
    const Material& material = world.materials[std::size_t(lamp->material)];
    return material.colour * (cosine * area / (chance * pi * distance * distance));
}

Vec3 rippled(Vec3 n, Vec3 p, float slope) {
    const samples::NoiseValue a = samples::noise(p.x * 3, p.z * 5, 1),
                              b = samples::noise(p.x * 11, p.z * 17, 2);
    return normalize(n + Vec3{slope * (a.dx + 0.4f * b.dx), 0, slope * (a.dy + 0.4f * b.dy)});
}

float schlick(float front, float cosine) { return front + (1 - front) * std::pow(1 - cosine, 5.0f); }

/// Refracts or reflects at glass with index 1.5. `n` faces the ray.
Vec3 pass_glass(Vec3 d, Vec3 n, bool entering, Random& random) {
    const float ratio = entering ? 1 / 1.5f : 1.5f, cosine = -dot(d, n),
                rest = 1 - ratio * ratio * (1 - cosine * cosine);
    const float front = schlick(0.04f, entering ? cosine : std::sqrt(std::max(0.0f, rest)));
    if (rest <= 0 || random.next() < front) return reflect(d, n);
    return normalize(d * ratio + n * (ratio * cosine - std::sqrt(rest)));
}

/// A path on its way.
struct Path {
    const World& world;
    Random& random;
    Vec3 at, d;
    Sample seen{};
    Vec3 carried{1, 1, 1};
    Vec3 looked_through{1, 1, 1}; ///< colour of the mirrors and glass before the first rough surface
    bool exact = true;            ///< lights that the path meets are not sampled elsewhere
    bool guided = false, indirect = false;

    void add(Vec3 light) { seen.light += limited(carried * light, indirect); }
    void guide(Vec3 albedo) {
        if (!guided) seen.albedo = looked_through * albedo;
        guided = true;
    }
};

/// Bounces off a rough surface, perhaps under a coat. `n` faces the ray.
void bounce(Path& path, const Material& material, Vec3 colour, Vec3 n) {
    const float coat = material.coat > 0 ? schlick(material.coat, std::max(0.0f, -dot(path.d, n))) : 0;
    path.guide(colour * (1 - coat) + samples::grey(coat));
    path.exact = path.random.next() < coat;
    if (path.exact) {
        path.d = normalize(reflect(path.d, n) + (scatter(n, path.random) - n) * material.roughness);
        if (dot(path.d, n) <= 0) path.carried = {};
    } else {
        if (material.through > 0 && path.random.next() < material.through) n = n * -1;
        path.carried = path.carried * colour;
        Vec3 direct;
        if (dot(path.world.sun_light, path.world.sun_light) > 0)
            direct += from_sun(path.world, path.at, n, path.random);
        if (!path.world.lamps.empty()) direct += from_lamp(path.world, path.at, n, path.random);
        path.add(direct);
        path.d = scatter(n, path.random);
    }
    path.indirect = true;
}

/// Bounces off a shape or ends there. Returns false at the end.
bool proceed(Path& path, const Hit& hit) {
    const Shape& shape = path.world.shapes[std::size_t(hit.shape)];
    const Material& material = path.world.materials[std::size_t(shape.material)];
    const bool outside = dot(path.d, hit.normal) < 0;
    Vec3 n = outside ? hit.normal : hit.normal * -1;
    if (material.ripple > 0) n = rippled(n, path.at, material.ripple);
    const Vec3 colour =
        material.paint ? material.colour * material.paint(path.at - shape.centre) : material.colour;
    if (material.kind == Kind::lamp) {
        if (path.exact) path.add(colour);
        path.guide(colour);
        return false;
    }
    if (material.kind == Kind::matt) {
        bounce(path, material, colour, n);
        return true;
    }
    if (material.kind == Kind::glass)
        path.d = pass_glass(path.d, n, outside, path.random);
    else
        path.d = normalize(reflect(path.d, n) + (scatter(n, path.random) - n) * material.roughness);
    path.indirect = path.indirect || material.roughness > 0;
    path.carried = path.carried * colour;
    if (!path.guided) path.looked_through = path.looked_through * colour;
    return true;
}

void first_guides(Path& path, const Hit& hit) {
    const Shape& shape = path.world.shapes[std::size_t(hit.shape)];
    path.seen.normal = dot(path.d, hit.normal) < 0 ? hit.normal : hit.normal * -1;
    const auto& [before, now, after] = path.world.cameras;
    const Place a = place_of(before, path.at - shape.motion), b = place_of(now, path.at);
    const Place c = place_of(after, path.at + shape.motion);
    path.seen.before = {b.u - a.u, b.v - a.v};
    path.seen.after = {c.u - b.u, c.v - b.v};
}

} // namespace

Ray ray_through(const Camera& camera, float u, float v, Random& random) {
    const auto [right, up, ahead] = axes_of(camera);
    const Vec3 point =
        camera.eye + (ahead + right * (u / camera.zoom) - up * (v / camera.zoom)) * camera.focus;
    const float turn = 2 * pi * random.next(), r = camera.aperture * std::sqrt(random.next());
    const Vec3 lens = camera.eye + right * (r * std::cos(turn)) + up * (r * std::sin(turn));
    return {lens, normalize(point - lens)};
}

Place place_of(const Camera& camera, Vec3 p) {
    const auto [right, up, ahead] = axes_of(camera);
    const Vec3 way = p - camera.eye;
    const float scale = camera.zoom / std::max(1e-3f, dot(way, ahead));
    return {dot(way, right) * scale, -dot(way, up) * scale};
}

Sample trace(const World& world, const Ray& ray, Random& random) {
    Path path{world, random, ray.from, ray.direction};
    for (int i = 0; i <= max_bounces; ++i) {
        const Hit hit = meet(world, path.at, path.d, far_away);
        if (hit.shape < 0) {
            path.add(radiance(world, path.d, path.exact));
            path.guide(radiance(world, path.d, true));
            break;
        }
        path.at += path.d * hit.distance;
        if (i == 0) first_guides(path, hit);
        if (!proceed(path, hit)) break;
        const float alive = std::max({path.carried.x, path.carried.y, path.carried.z});
        if (alive <= 0) break;
        if (i < 3) continue;
        const float chance = std::min(0.95f, alive);
        if (random.next() >= chance) break;
        path.carried = path.carried * (1 / chance);
    }
    return path.seen;
}

float depth_of(const World& world, const Ray& ray) {
    const Hit hit = meet(world, ray.from, ray.direction, far_away);
    return hit.shape < 0 ? far_away : hit.distance * dot(ray.direction, axes_of(world.cameras[1]).ahead);
}

} // namespace atrous::scenes
