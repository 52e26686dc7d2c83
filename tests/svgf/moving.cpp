// Tests scenes that must not trail or bleed: the floor after an object that moves, a moving shadow, a bulb before a wall.
#include "svgf/shot.h"
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <random>

using namespace atrous;
using namespace svgf_shot;

namespace {

/// Content of a frame's pixel: one surface, or a mixture.
struct Point {
    std::array<float, 3> light{}, albedo{}, normal{};
    float depth = 0, motion = 0; ///< in x, to the next frame. Pixels
};
using Scene = std::function<Point(float x, float y, int frame)>;

Samples rendered(Size size, int frame, const Scene& scene, std::mt19937* noise) {
    Samples s;
    s.size = size;
    const auto pixels = std::size_t(size.pixels());
    for (auto* role : {&s.beauty, &s.albedo, &s.normal}) role->resize(3 * pixels);
    s.depth.resize(pixels);
    for (auto* role : {&s.previous, &s.next}) role->resize(2 * pixels);
    std::uniform_real_distribution<float> any(0, 2);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const Point p = scene(float(x), float(y), frame);
            const float gain = noise ? any(*noise) : 1;
            for (int k = 0; k < 3; ++k) {
                const auto at = std::size_t(k);
                s.at(s.beauty, k, x, y) = gain * p.light[at] * p.albedo[at];
                s.at(s.albedo, k, x, y) = p.albedo[at];
                s.at(s.normal, k, x, y) = p.normal[at];
            }
            s.at(s.depth, 0, x, y) = p.depth;
            s.at(s.previous, 0, x, y) = -p.motion;
            s.at(s.next, 0, x, y) = p.motion;
        }
    return s;
}

constexpr Size size{80, 48};
constexpr float speed = 3; ///< pixels a frame, of the box and of the shadow

bool in_box(float x, float y, int frame) {
    const float left = 20 + speed * float(frame);
    return x >= left && x < left + 12 && y >= 6 && y < 20;
}
bool in_shadow(float x, float y, int frame) {
    const float left = 20 + speed * float(frame);
    return x >= left && x < left + 14 && y >= 28 && y < 44;
}

/// A still floor with a pattern. A box and a shadow move over it.
Point floor_at(float x, float y, int frame) {
    if (in_box(x, y, frame)) return {{1.2f, 1.2f, 1.2f}, {0.7f, 0.2f, 0.1f}, {0, 0.2f, 0.98f}, 3, speed};
    const float tile = 0.5f + 0.2f * std::sin(0.6f * x) * std::sin(0.8f * y);
    const float light = in_shadow(x, y, frame) ? 0.3f : 1;
    return {{light, light, light}, {tile, 0.8f * tile, 0.4f}, {0, 0.6f, 0.8f}, 6 - 0.02f * y, 0};
}

/// True for floor that was covered, or for shadow or light that was elsewhere, in other frames of the window.
using Covers = bool (*)(float x, float y, int frame);
bool is_trail(Covers covers, int x, int y, int middle, int reach) {
    const auto at = [&](int frame) { return covers(float(x), float(y), frame); };
    bool differs = false;
    for (int frame = middle - reach; frame <= middle + reach; ++frame) differs |= at(frame) != at(middle);
    return differs && !in_box(float(x), float(y), middle);
}

double error_in(const std::vector<float>& found, const Samples& truth, Covers covers, int middle, int reach) {
    double squares = 0;
    int count = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            if (!is_trail(covers, x, y, middle, reach)) continue;
            for (int k = 0; k < 3; ++k) {
                const std::size_t i =
                    (std::size_t(k) * std::size_t(size.height) + std::size_t(y)) * std::size_t(size.width) +
                    std::size_t(x);
                const double d = double(found[i]) - double(truth.beauty[i]);
                squares += d * d;
            }
            ++count;
        }
    CHECK(count >= 100);
    return std::sqrt(squares / (3 * count));
}

/// A wall that the camera passes, 1.3 pixels a frame, with a bulb of 5 pixels. Pixels at its edge are
/// mixtures, as in renders.
Point wall_at(float x, float y, int frame) {
    constexpr int parts = 8;
    const float cx = 24.2f + 1.3f * float(frame), cy = 16.4f;
    int covered = 0;
    for (int i = 0; i < parts * parts; ++i) {
        const float dx = x + (float(i % parts) + 0.5f) / parts - 0.5f - cx;
        const float dy = y + (float(i / parts) + 0.5f) / parts - 0.5f - cy;
        covered += dx * dx + dy * dy < 2.5f * 2.5f;
    }
    const float share = float(covered) / (parts * parts), wall = 0.5f;
    const float radiance = share * 10000 * wall + (1 - share) * wall; // the albedo of a light is its radiance
    return {{1, 1, 1}, {radiance, radiance, radiance}, {0, 0, 1}, 5 - 0.1f * share, 1.3f};
}

} // namespace

TEST_CASE(
    "in the trail of a moving object and of a shadow, the error is at most 1.2 times the spatial filter's") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings window, alone;
    alone.reach = 0;
    std::mt19937 noise(7);
    Shot shot;
    for (int n = 0; n <= 2 * window.reach; ++n) shot.frames.emplace_back(rendered(size, n, floor_at, &noise));
    const int middle = window.reach;
    const Samples truth = rendered(size, middle, floor_at, nullptr);
    const auto temporal = run(*e, window, shot).planes;
    const auto spatial = run(*e, alone, {{shot.frames[std::size_t(middle)]}}).planes;
    for (const auto& [name, covers] :
         {std::pair<const char*, Covers>{"object", in_box}, {"shadow", in_shadow}}) {
        CAPTURE(name);
        const double found = error_in(temporal, truth, covers, middle, window.reach);
        const double by_itself = error_in(spatial, truth, covers, middle, window.reach);
        MESSAGE(name << ": window " << found << ", spatial " << by_itself);
        CHECK(found <= 1.2 * by_itself);
    }
}

TEST_CASE("a bulb 10,000 times brighter than the wall changes no pixel of it 2 pixels from its edge by 5 %") {
    Engine* e = test::engine();
    if (!e) return;
    constexpr Size small{48, 32};
    for (const double samples : {2.0, 16.0}) {
        SvgfSettings settings;
        settings.samples = samples;
        Shot shot;
        for (int n = 0; n <= 2 * settings.reach; ++n)
            shot.frames.emplace_back(rendered(small, n, wall_at, nullptr));
        const auto found = run(*e, settings, shot).planes;
        int walls = 0;
        for (int y = 0; y < small.height; ++y)
            for (int x = 0; x < small.width; ++x) {
                const double edge = std::hypot(x - (24.2 + 1.3 * settings.reach), y - 16.4) - 2.5;
                if (edge < 2) continue;
                ++walls;
                for (int k = 0; k < 3; ++k) {
                    const std::size_t i = std::size_t((k * small.height + y) * small.width + x);
                    REQUIRE(double(found[i]) == doctest::Approx(0.5).epsilon(0.05));
                }
            }
        CHECK(walls > 1000);
    }
}
