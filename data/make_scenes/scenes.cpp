// Builds the scenes: a hall with a glossy floor, a mirror and glass, a meadow with instanced foliage, and a street with light sources
// out of focus.
#include "world.h"
#include <numbers>

namespace atrous::scenes {
namespace {

using Form = Shape::Form;
using Kind = Material::Kind;
using samples::fract, samples::grey, samples::mix;

Vec3 tiles(Vec3 p) {
    const bool odd = (int(std::floor(p.x * 1.6f)) + int(std::floor(p.z * 1.6f))) & 1;
    return (odd ? Vec3{0.85f, 0.8f, 0.7f} : Vec3{0.3f, 0.25f, 0.25f}) *
           (1 + 0.4f * samples::fbm(p.x * 9, p.z * 9, 3));
}
Vec3 bricks(Vec3 p) {
    const float row = std::floor(p.y * 5), along = p.x * 2 + 0.5f * fract(row * 0.5f) * 2;
    const bool mortar = fract(p.y * 5) < 0.12f || fract(along) < 0.06f;
    const float shade = 0.7f + 0.5f * samples::hash(int(std::floor(along)), int(row), 3);
    return mortar ? grey(0.7f) : Vec3{0.75f, 0.4f, 0.3f} * shade;
}
Vec3 picture(Vec3 p) {
    const float wave = samples::fbm(p.x * 6, p.y * 6, 4, 9);
    return {0.5f + 0.45f * std::sin(9 * wave), 0.5f + 0.4f * std::sin(7 * wave + 2),
            0.5f + 0.4f * std::sin(11 * wave + 4)};
}
Vec3 turf(Vec3 p) {
    const float patch = samples::fbm(p.x * 0.7f, p.z * 0.7f, 5, 4),
                blade = samples::noise(p.x * 14, p.z * 14, 5).value;
    return mix(Vec3{0.16f, 0.24f, 0.06f}, Vec3{0.42f, 0.36f, 0.16f}, samples::clamp01(0.5f + 1.4f * patch)) *
           (0.6f + 0.8f * blade);
}
Vec3 stone(Vec3 p) { return grey(0.75f + 0.5f * samples::fbm3(p * 5.0f, 4)); }
Vec3 asphalt(Vec3 p) {
    return grey(0.7f + 0.5f * samples::noise(p.x * 17, p.z * 17, 6).value) *
           (fract(p.x * 0.35f + 0.1f) < 0.04f ? 6.0f : 1.0f);
}
Vec3 label(Vec3 p) {
    const bool band = fract(p.y * 9 + 0.2f * std::sin(p.x * 12)) < 0.4f;
    return band ? Vec3{0.85f, 0.2f, 0.12f} : Vec3{0.8f, 0.78f, 0.7f};
}

/// A world under construction.
struct Builder {
    World world;
    float time;

    int material(const Material& m) {
        world.materials.push_back(m);
        return int(world.materials.size()) - 1;
    }
    void add(Form form, Vec3 centre, Vec3 u, Vec3 v, int material, Vec3 motion = {}) {
        world.shapes.push_back({form, centre + motion * time, u, v, material, motion});
    }
    void ball(Vec3 centre, float radius, int material, Vec3 motion = {}) {
        add(Form::ball, centre, grey(radius), {}, material, motion);
    }
    void box(Vec3 centre, Vec3 half, int material, Vec3 motion = {}) {
        add(Form::box, centre, half, {}, material, motion);
    }
    void board(Vec3 centre, Vec3 u, Vec3 v, int material) { add(Form::board, centre, u, v, material); }
    World finished(Camera (*camera)(float time)) {
        world.cameras = {camera(time - 1), camera(time), camera(time + 1)};
        finish(world);
        return std::move(world);
    }
};

Camera hall_camera(float time) {
    return {{0.2f + 0.03f * time, 1.5f, 4.9f - 0.02f * time}, {-0.1f + 0.02f * time, 1.0f, 0}, 0.95f, 0, 1};
}

void hall_walls(Builder& b) {
    const int wall = b.material({.colour = {0.72f, 0.7f, 0.62f}});
    const int brick = b.material({.paint = bricks});
    const int floor = b.material({.colour = grey(0.9f), .coat = 0.12f, .roughness = 0.12f, .paint = tiles});
    b.board({0, 0, 1.5f}, {3, 0, 0}, {0, 0, 5}, floor);
    b.board({0, 3, 1.5f}, {3, 0, 0}, {0, 0, 5}, wall);
    b.board({0, 1.5f, -3}, {3, 0, 0}, {0, 1.5f, 0}, brick);
    b.board({3, 1.5f, 1.5f}, {0, 0, 5}, {0, 1.5f, 0}, wall);
    b.board({0, 1.5f, 6}, {3, 0, 0}, {0, 1.5f, 0}, wall);
    b.board({-3, 0.4f, 1.5f}, {0, 0, 5}, {0, 0.4f, 0}, wall);
    b.board({-3, 2.8f, 1.5f}, {0, 0, 5}, {0, 0.2f, 0}, wall);
    b.board({-3, 1.5f, 4}, {0, 0, 2.5f}, {0, 1.5f, 0}, wall);
    b.board({-3, 1.5f, -2.7f}, {0, 0, 0.3f}, {0, 1.5f, 0}, wall);
    for (int i = 0; i < 13; ++i)
        b.board({-3, 0.85f + 0.145f * float(i), -0.5f}, {0, 0, 2}, {0.05f, 0.005f, 0}, wall);
}

World hall(int frame) {
    Builder b{{}, float(frame)};
    hall_walls(b);
    const int mirror = b.material({.kind = Kind::mirror, .colour = grey(0.93f)});
    const int brass = b.material({.kind = Kind::mirror, .colour = {0.95f, 0.75f, 0.4f}, .roughness = 0.1f});
    const int glass = b.material({.kind = Kind::glass, .colour = {0.97f, 0.99f, 0.97f}});
    const int art = b.material({.paint = picture}),
              wood = b.material({.colour = {0.45f, 0.28f, 0.15f}, .coat = 0.04f, .roughness = 0.2f});
    b.board({1.55f, 1.35f, -2.94f}, {1.0f, 0, 0}, {0, 1.0f, 0}, mirror);
    b.box({1.55f, 1.35f, -2.98f}, {1.1f, 1.1f, 0.03f}, wood);
    b.board({-1.3f, 1.6f, -2.95f}, {0.9f, 0, 0}, {0, 0.6f, 0}, art);
    b.ball({-0.35f, 0.5f, 0.9f}, 0.5f, glass);
    b.box({-1.6f, 0.35f, -0.2f}, {0.3f, 0.35f, 0.3f}, glass);
    b.ball({1.5f, 0.4f, 0.4f}, 0.4f, brass, {-0.06f, 0, 0.02f});
    b.ball({0.55f, 0.22f, 1.9f}, 0.22f, art, {0.05f, 0, 0});
    for (int i = 0; i < 4; ++i)
        b.box({0.3f + 0.5f * float(i & 1), 0.4f, -1.4f + 0.5f * float(i >> 1)}, {0.03f, 0.4f, 0.03f}, wood);
    b.box({0.55f, 0.83f, -1.15f}, {0.35f, 0.03f, 0.35f}, wood);
    b.ball({0.55f, 1.02f, -1.15f}, 0.16f, glass);
    b.ball({-0.5f, 2.2f, 0.6f}, 0.12f, b.material({.kind = Kind::lamp, .colour = {36, 28, 18}}));
    b.board({0.8f, 2.98f, -1}, {0.3f, 0, 0}, {0, 0, 0.3f},
            b.material({.kind = Kind::lamp, .colour = {7, 7.5f, 8}}));
    b.world.sun = normalize(Vec3{-1, 0.62f, 0.12f});
    b.world.sun_light = {8, 7, 5.6f};
    b.world.sky = [](Vec3) { return Vec3{0.4f, 0.5f, 0.65f}; };
    return b.finished(hall_camera);
}

Vec3 direction(int i, int seed) {
    const float turn = 2 * std::numbers::pi_v<float> * samples::hash(i, 0, seed),
                z = 2 * samples::hash(i, 1, seed) - 1;
    const float r = std::sqrt(1 - z * z);
    return {r * std::cos(turn), z, r * std::sin(turn)};
}

/// Copies of one crown of leaves, each turned and scaled. Wind moves the crowns.
void trees(Builder& b) {
    const int bark = b.material({.colour = {0.2f, 0.14f, 0.1f}}),
              young = b.material({.colour = {0.25f, 0.42f, 0.08f}, .through = 0.4f});
    const int old =
        b.material({.colour = {0.14f, 0.26f, 0.07f}, .coat = 0.04f, .roughness = 0.3f, .through = 0.25f});
    constexpr float at[][4] = {{-2.6f, -1, 1, 0},
                               {-0.4f, -4.5f, 1.2f, 1},
                               {2.9f, -2.2f, 1.1f, 2.2f},
                               {5.2f, -7, 1.6f, 3},
                               {-6, -8, 1.7f, 4}};
    for (const auto& [x, z, scale, turn] : at) {
        const float c = std::cos(turn), s = std::sin(turn);
        const auto turned = [&](Vec3 p) { return Vec3{c * p.x - s * p.z, p.y, s * p.x + c * p.z} * scale; };
        b.box({x, 0.7f * scale, z}, {0.07f * scale, 0.7f * scale, 0.07f * scale}, bark);
        for (int i = 0; i < 260; ++i) {
            const Vec3 out = direction(i, 7), n = direction(i, 8), u = normalize(cross(n, {0.1f, 1, 0.2f}));
            const Vec3 p = out * std::cbrt(0.1f + 0.9f * samples::hash(i, 2, 7)) * Vec3{0.95f, 0.8f, 0.95f} +
                           Vec3{0, 2, 0};
            const float size = 0.09f + 0.06f * samples::hash(i, 3, 7);
            b.add(Form::leaf, Vec3{x, 0, z} + turned(p), turned(u * size),
                  turned(cross(u, n) * (0.6f * size)), i % 3 ? old : young, {0.012f * scale, 0, 0.004f});
        }
    }
}

Camera meadow_camera(float time) {
    return {{-0.4f + 0.05f * time, 1.35f, 5.4f}, {-0.1f + 0.03f * time, 1.3f, 0}, 0.9f, 0, 1};
}

World meadow(int frame) {
    Builder b{{}, float(frame)};
    trees(b);
    const int ground = b.material({.colour = grey(1), .paint = turf}),
              rock = b.material({.colour = grey(0.4f), .paint = stone});
    const int straw = b.material({.colour = {0.5f, 0.47f, 0.2f}, .through = 0.3f}),
              plank = b.material({.colour = {0.6f, 0.55f, 0.5f}});
    const int water = b.material({.kind = Kind::mirror, .colour = {0.55f, 0.6f, 0.62f}, .ripple = 0.012f});
    b.board({0, 0, -40}, {90, 0, 0}, {0, 0, 60}, ground);
    b.add(Form::leaf, {0.9f, 0.01f, 1.2f}, {1.7f, 0, 0}, {0, 0, 0.9f}, water);
    for (int i = 0; i < 260; ++i) {
        const Vec3 root{5 * samples::hash(i, 0, 21) - 3.2f, 0, 4.0f * samples::hash(i, 1, 21) - 0.2f};
        const bool wet = std::hypot((root.x - 0.9f) / 1.7f, (root.z - 1.2f) / 0.9f) < 1;
        const Vec3 up = normalize(Vec3{0.5f * samples::hash(i, 2, 21) - 0.25f, 1, 0.3f}) *
                        (0.1f + 0.12f * samples::hash(i, 3, 21));
        if (!wet)
            b.add(Form::leaf, root + up, up, normalize(direction(i, 22) * Vec3{1, 0, 1}) * 0.012f, straw);
    }
    for (int i = 0; i < 9; ++i) b.box({-3.4f + 0.2f * float(i), 0.45f, 1.7f}, {0.05f, 0.45f, 0.02f}, plank);
    b.box({-2.6f, 0.65f, 1.73f}, {0.95f, 0.04f, 0.02f}, plank);
    b.add(Form::ball, {2.7f, 0.1f, 1.6f}, {0.45f, 0.3f, 0.35f}, {}, rock);
    b.add(Form::ball, {-0.9f, 0.05f, 2.1f}, {0.3f, 0.2f, 0.2f}, {}, rock);
    b.ball({0.2f, 0.35f, 0.1f}, 0.22f, b.material({.colour = {0.8f, 0.1f, 0.08f}, .coat = 0.05f}),
           {0.05f, 0, 0.03f});
    b.world.sun = normalize(Vec3{-0.75f, 0.7f, -0.1f});
    b.world.sun_light = {4.2f, 3.7f, 2.9f};
    b.world.sky = [](Vec3 d) {
        return mix(Vec3{0.75f, 0.82f, 0.9f}, Vec3{0.16f, 0.3f, 0.65f}, samples::clamp01(1.6f * d.y));
    };
    return b.finished(meadow_camera);
}

Camera street_camera(float time) {
    return {{0.03f * time, 1.05f, 3.2f}, {0.1f + 0.01f * time, 0.85f, 0}, 1.1f, 0.06f, 3.0f};
}

World street(int frame) {
    Builder b{{}, float(frame)};
    const int road = b.material(
        {.colour = grey(0.09f), .coat = 0.08f, .roughness = 0.08f, .ripple = 0.02f, .paint = asphalt});
    const int wall = b.material({.colour = grey(0.5f), .paint = bricks}),
              tin = b.material({.coat = 0.05f, .roughness = 0.02f, .paint = label});
    const int glass = b.material({.kind = Kind::glass, .colour = {0.9f, 0.97f, 0.93f}}),
              iron = b.material({.colour = grey(0.06f), .coat = 0.05f});
    constexpr Vec3 colours[] = {{30, 18, 7}, {9, 15, 30}, {28, 6, 5}, {8, 25, 11}, {30, 25, 19}};
    int lamps[5];
    for (int i = 0; i < 5; ++i) lamps[i] = b.material({.kind = Kind::lamp, .colour = colours[i]});
    b.board({0, 0, -20}, {30, 0, 0}, {0, 0, 30}, road);
    b.board({-3.2f, 3, -10}, {0, 0, 16}, {0, 3, 0}, wall);
    b.board({0, 4, -24}, {20, 0, 0}, {0, 4, 0}, wall);
    b.box({-0.55f, 0.5f, 0.1f}, {0.28f, 0.5f, 0.25f}, tin);
    b.ball({-0.5f, 1.16f, 0.15f}, 0.16f, glass);
    b.ball({0.75f, 0.3f, 0.5f}, 0.3f, tin, {-0.04f, 0, 0});
    b.ball({1.6f, 0.25f, -1.5f}, 0.25f, glass);
    for (int i = 0; i < 9; ++i) {
        const float z = -3.5f - 2.2f * float(i), x = (i & 1 ? -1.2f : 1.4f) - 0.13f * z * (i & 1 ? 0.35f : 1);
        b.box({x, 1.2f, z}, {0.03f, 1.2f, 0.03f}, iron);
        b.ball({x, 2.3f - 0.1f * float(i % 3), z}, 0.15f, lamps[i % 5]);
    }
    for (int i = 0; i < 4; ++i)
        b.ball({-0.8f + 0.5f * float(i), 0.5f, -9 - float(i)}, 0.06f, lamps[2 + (i & 1) * 2],
               {0.05f, 0, 0.1f});
    b.world.sky = [](Vec3 d) { return Vec3{0.05f, 0.06f, 0.1f} * (1.5f - d.y); };
    return b.finished(street_camera);
}

} // namespace

const std::array<SceneRow, 3> scene_rows{{{"hall", hall}, {"meadow", meadow}, {"street", street}}};

} // namespace atrous::scenes
