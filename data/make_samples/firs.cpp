// Fir trees as thousands of short strokes: each whorl of branches hangs down and carries needles.
#include "samples.h"

namespace atrous::samples {

struct Fir {
    float x, foot, height; ///< in pixels
    int seed;
};

/// One straight stroke from (x0, y0) to (x1, y1), `width` pixels wide, blended with its coverage.
static void stroke(Picture& picture, float x0, float y0, float x1, float y1, float width, Vec3 colour) {
    const float length = std::max(std::hypot(x1 - x0, y1 - y0), 0.01f), half = 0.5f * width;
    const int left = std::max(0, int(std::min(x0, x1) - half - 1));
    const int right = std::min(picture.size.width - 1, int(std::max(x0, x1) + half + 1));
    const int top = std::max(0, int(std::min(y0, y1) - half - 1));
    const int bottom = std::min(picture.size.height - 1, int(std::max(y0, y1) + half + 1));
    for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x) {
            const float px = float(x) + 0.5f - x0, py = float(y) + 0.5f - y0;
            const float along = std::clamp((px * (x1 - x0) + py * (y1 - y0)) / (length * length), 0.0f, 1.0f);
            const float distance = std::hypot(px - along * (x1 - x0), py - along * (y1 - y0));
            const float coverage = clamp01(half + 0.5f - distance) * std::min(width, 1.0f);
            if (coverage > 0) picture.at(x, y).rgb = mix(picture.at(x, y).rgb, colour, coverage);
        }
}

/// A branch of `reach` pixels (negative: to the left), with needles that hang from it. The sun is on the
/// left.
static void branch(Picture& picture, Random& random, float x, float y, float reach, float droop, Vec3 sun,
                   Vec3 sky) {
    const float span = std::abs(reach);
    const int needles = int(5 + span * 2.4f);
    const float depth = random.next(); // 0 = behind the trunk, 1 = towards us
    for (int i = 0; i < needles; ++i) {
        const float t = (float(i) + random.next()) / float(needles);
        const float nx = x + reach * t, ny = y + droop * span * t * (1.25f - 0.55f * t);
        const float long_enough = (0.10f * span + 3.0f) * (1.15f - 0.6f * t) * (0.6f + 0.8f * random.next());
        const float lean = 0.8f * (random.next() - 0.5f) + (reach > 0 ? 0.35f : -0.35f);
        const float lit =
            clamp01(0.15f + 0.55f * t * (reach < 0 ? 1.0f : 0.3f) + 0.5f * (random.next() - 0.55f)) * depth;
        const Vec3 needle{0.022f + 0.016f * random.next(), 0.034f + 0.014f * random.next(), 0.018f};
        const Vec3 colour = needle * (sky * (0.12f + 0.25f * depth) + sun * (0.9f * lit));
        stroke(picture, nx, ny, nx + lean * long_enough, ny + long_enough, 0.8f + 0.7f * random.next(),
               colour);
        if (i % 3 == 0)
            stroke(picture, nx, ny, nx + 0.12f * reach * (1 - t), ny - 0.25f * long_enough, 1.0f,
                   colour * 1.25f);
    }
}

static void draw(Picture& picture, const Fir& fir, Vec3 sun, Vec3 sky) {
    Random random(int(fir.x), int(fir.height), fir.seed);
    const float lean = 0.03f * (random.next() - 0.5f), top = fir.foot - fir.height;
    const Vec3 bark = Vec3{0.06f, 0.045f, 0.035f} * (sky * 0.3f + sun * 0.15f);
    stroke(picture, fir.x + lean * fir.height, top, fir.x, fir.foot, 1.2f + 0.011f * fir.height, bark);
    const float spread = 0.17f + 0.05f * random.next();
    for (float down = 0.01f * fir.height; down < 0.97f * fir.height;) {
        const float t = down / fir.height;
        const float x = fir.x + lean * (fir.height - down), y = top + down;
        const int branches = 4 + int(9 * t);
        for (int i = 0; i < branches; ++i) {
            const float side = 2 * random.next() - 1;
            const float reach =
                side * spread * fir.height * std::pow(t, 0.85f) * (0.60f + 0.60f * random.next());
            branch(picture, random, x, y + 3 * random.next(), reach, 0.10f + 0.38f * t + 0.2f * random.next(),
                   sun, sky);
        }
        down += (0.005f + 0.011f * random.next()) * fir.height + 1.0f;
    }
}

/// The near slope that the firs stand on: its edge in pixels from the top.
static float slope(const Picture& picture, float x) {
    const float u = x / float(picture.size.width), h = float(picture.size.height);
    return h * (1.02f - 0.20f * smoothstep(0.42f, 0, u) - 0.13f * smoothstep(0.62f, 1, u)) +
           6 * fbm(0.02f * x, 0, 4, 90);
}

static void draw_slope(Picture& picture, Vec3 sun, Vec3 sky) {
    Random random(7, 7, 91);
    for (int i = 0; i < 60000; ++i) {
        const float x = random.next() * float(picture.size.width), edge = slope(picture, x);
        const float depth = float(i) / 60000; // back to front
        const float y = edge + depth * (float(picture.size.height) + 12 - edge) + 3;
        if (edge > float(picture.size.height) + 6) continue;
        const float blade = 4 + 9 * depth, tint = random.next(),
                    patch = 0.6f + fbm(0.012f * x, 0.03f * y, 4, 92);
        const Vec3 grass = mix({0.035f, 0.050f, 0.012f}, {0.13f, 0.105f, 0.035f},
                               clamp01(tint * tint + 0.4f * (patch - 0.6f)));
        const Vec3 colour = grass * (sky * 0.4f + sun * (0.30f * patch * (0.3f + tint)));
        stroke(picture, x, y, x + blade * (random.next() - 0.35f), y - blade, 1.1f + 0.8f * depth, colour);
    }
}

void draw_firs(Picture& picture, Vec3 sun, Vec3 sky) {
    draw_slope(picture, sun, sky);
    std::vector<Fir> firs;
    Random random(3, 5, 93);
    for (int i = 0; i < 60; ++i) {
        const float u = random.next(),
                    side = u < 0.5f ? 0.42f * std::pow(2 * u, 1.3f) : 1 - 0.36f * std::pow(2 * (1 - u), 1.3f);
        const float edge_distance = std::min(side / 0.42f, (1 - side) / 0.36f);
        const float x = side * float(picture.size.width);
        const float height =
            (90 + 380 * random.next() * (1 - edge_distance)) * (1.05f - 0.55f * edge_distance);
        firs.push_back({x, slope(picture, x) + 8 + 0.16f * height, height, 100 + i});
    }
    std::sort(firs.begin(), firs.end(), [](const Fir& a, const Fir& b) { return a.height < b.height; });
    for (const Fir& fir : firs) draw(picture, fir, sun, sky);
}

} // namespace atrous::samples
