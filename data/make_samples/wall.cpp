// A brick wall with ivy, in black and white. A map of heights and reflectances is drawn at twice the size,
// then lit by a low sun whose shadows are marched through the heights.
#include "samples.h"
#include <numbers>

namespace atrous::samples {

constexpr Size final_size{1021, 683};
constexpr int scale = 2, width = final_size.width * scale, height = final_size.height * scale;
constexpr float course = 106, brick = 318, joint = 13; // pixels of the map

/// One point of the wall: how far it stands out (pixels of the map) and how much light it returns.
struct Point {
    float height = 0, albedo = 0;
};
using Map = std::vector<Point>;
static Point& at(Map& map, int x, int y) { return map[std::size_t(y) * width + std::size_t(x)]; }

static Point brickwork(float x, float y) {
    x += 5 * fbm(0.008f * x, 0.008f * y, 3, 1);
    y += 5 * fbm(0.008f * x, 0.008f * y, 3, 2);
    const int row = int(std::floor(y / course));
    const float shifted = x + (row & 1 ? 0.5f : 0.0f) * brick;
    const int column = int(std::floor(shifted / brick));
    const float u = shifted - float(column) * brick, v = y - float(row) * course;
    const float inside = std::min(std::min(u, brick - u), std::min(v, course - v)) - 0.5f * joint;
    const float coarse = fbm(0.03f * x, 0.03f * y, 5, 3), fine = fbm(0.22f * x, 0.22f * y, 4, 4);
    const float chip = smoothstep(0.30f, 0.75f, fbm(0.014f * x, 0.014f * y, 3, 5 + row));
    const float body = smoothstep(0, 11, inside + 7 * coarse - 16 * chip);
    const float tint = hash(column, row, 6), stain = fbm(0.004f * x, 0.0016f * y, 5, 7);
    const float pit = smoothstep(0.20f, 0.06f, nearest_cell(0.055f * x, 0.055f * y, 8).distance) *
                      hash(int(x / 18), int(y / 18), 9);
    Point wall;
    wall.height = mix(3.0f * fine + 2.5f * coarse, 15 + 5 * tint + 4 * coarse + 2.2f * fine - 5 * pit, body);
    const float fired = 0.12f + 0.20f * tint + 0.11f * coarse + 0.08f * fine;
    const float mortar = 0.40f + 0.12f * fine + 0.10f * coarse;
    wall.albedo = mix(mortar, fired * (1 - 0.45f * pit), body) * (1 + 0.45f * stain);
    wall.albedo =
        mix(wall.albedo, 0.55f, 0.5f * smoothstep(0.35f, 0.8f, fbm(0.006f * x, 0.009f * y, 6, 10))); // salts
    return wall;
}

/// An ivy leaf: five lobes, veins along their middles, tilted and bulging between the veins.
static void leaf(Map& map, float cx, float cy, float size, float turn, float base, Random& random) {
    const float tilt_x = 0.45f * (random.next() - 0.5f), tilt_y = 0.45f * (random.next() - 0.5f);
    const float shade = 0.045f + 0.075f * random.next();
    const int reach = int(size) + 1;
    for (int y = std::max(0, int(cy) - reach); y < std::min(height, int(cy) + reach); ++y)
        for (int x = std::max(0, int(cx) - reach); x < std::min(width, int(cx) + reach); ++x) {
            const float dx = float(x) - cx, dy = float(y) - cy, r = std::hypot(dx, dy) / size;
            float angle = std::atan2(dy, dx) - turn;
            angle -= 2 * std::numbers::pi_v<float> * std::round(angle / (2 * std::numbers::pi_v<float>));
            const float away = std::abs(angle);                  // 0 = the tip
            const float lobes = std::abs(std::cos(2.1f * away)); // tips at 0, 1.5 and 3 radians
            const float edge =
                (0.50f + 0.42f * std::pow(lobes, 1.4f) * (1 - 0.16f * away)) * (away > 2.75f ? 0.55f : 1.0f);
            if (r > edge) continue;
            const float vein = std::abs(std::sin(2.1f * away)) * r; // distance to a lobe's middle
            const float is_vein = smoothstep(0.035f, 0.012f, vein) * smoothstep(edge, 0.5f * edge, r);
            const float ribs = std::sin(40 * (r - 0.55f * vein));
            Point& point = at(map, x, y);
            const float h = base + tilt_x * dx + tilt_y * dy +
                            7 * std::min(vein, 0.25f) * (1 - r) * size * 0.03f + 0.5f * ribs - 6 * r * r;
            if (h < point.height) continue;
            point.height = h - 1.5f * is_vein;
            point.albedo =
                shade * (1 + 0.25f * fbm(0.03f * float(x), 0.03f * float(y), 4, 11)) + 0.11f * is_vein;
        }
}

/// A vine that wanders from (x, y) in direction `turn`, with leaves on both sides and younger vines.
static void vine(Map& map, float x, float y, float turn, int steps, Random& random) {
    for (int i = 0; i < steps; ++i) {
        turn += 0.35f * (random.next() - 0.5f);
        const float next_x = x + 15 * std::cos(turn), next_y = y + 15 * std::sin(turn);
        for (float t = 0; t < 1; t += 0.04f)
            for (float w = -3.5f; w <= 3.5f; w += 0.5f) {
                const int px = int(mix(x, next_x, t) - w * std::sin(turn)),
                          py = int(mix(y, next_y, t) + w * std::cos(turn));
                if (px < 0 || py < 0 || px >= width || py >= height) continue;
                at(map, px, py) = {24 + 3 * std::sqrt(12.3f - w * w), 0.10f + 0.08f * random.next()};
            }
        x = next_x;
        y = next_y;
        if (random.next() < 0.62f) {
            const float side = random.next() < 0.5f ? -1.0f : 1.0f,
                        size = (58 + 52 * random.next()) * (1 - 0.5f * float(i) / float(steps));
            const float out = turn + side * (0.9f + 0.6f * random.next());
            leaf(map, x + 0.9f * size * std::cos(out), y + 0.9f * size * std::sin(out), size,
                 mix(out, 0.5f * std::numbers::pi_v<float>, 0.45f), 34 + 22 * random.next(), random);
        }
        if (steps > 40 && random.next() < 0.07f)
            vine(map, x, y, turn + 1.6f * (random.next() - 0.5f), steps / 2, random);
    }
}

/// Light at one point: sun unless something stands in its way, and sky that reaches less into the joints.
static float light(Map& map, int x, int y) {
    const auto h = [&](float px, float py) {
        return at(map, std::clamp(int(px), 0, width - 1), std::clamp(int(py), 0, height - 1)).height;
    };
    const float fx = float(x), fy = float(y);
    const Vec3 n = normalize({h(fx - 1, fy) - h(fx + 1, fy), h(fx, fy - 1) - h(fx, fy + 1), 2});
    const Vec3 sun = normalize({-0.72f, -0.52f, 0.46f});
    const float here = at(map, x, y).height;
    float clear = 1;
    for (float t = 2; t < 110; t += 1.5f) {
        const float over = h(fx + sun.x * t, fy + sun.y * t) - (here + sun.z * t);
        clear = std::min(clear, 1 - over / (0.05f * t + 1)); // wider half shadows further away
        if (clear <= 0) break;
    }
    const float branches =
        fbm(0.0016f * fx + 3, 0.0021f * fy, 5, 12) + 0.25f * fbm(0.011f * fx, 0.013f * fy, 3, 13);
    const float dappled = mix(0.10f, 1.0f, smoothstep(-0.20f, 0.10f, branches));
    float open = 0;
    for (int i = 0; i < 8; ++i) {
        const float a = float(i) * 0.25f * std::numbers::pi_v<float>;
        open += clamp01(1 - (h(fx + 14 * std::cos(a), fy + 14 * std::sin(a)) - here) / 26);
    }
    return 2.9f * dappled * clamp01(clear) * std::max(dot(n, sun), 0.0f) +
           0.42f * open / 8 * (0.6f + 0.4f * n.z - 0.2f * n.y);
}

void wall(const std::filesystem::path& file) {
    Map map(std::size_t(width) * height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) at(map, x, y) = brickwork(float(x), float(y));
    Random random(4, 4, 14);
    vine(map, 2080, 180, 2.75f, 92, random);
    vine(map, 2070, 560, 2.6f, 62, random);
    vine(map, 1500, -30, 1.9f, 46, random);
    vine(map, 2070, 1010, 3.0f, 40, random);
    Picture picture = render(final_size, 1, 3, [&](float x, float y, Random&) -> Colour {
        float sum = 0;
        const int left = int(x) * scale, top = int(y) * scale;
        for (int j = 0; j < scale; ++j)
            for (int i = 0; i < scale; ++i) {
                const int px = std::clamp(left + i, 0, width - 1), py = std::clamp(top + j, 0, height - 1);
                sum += at(map, px, py).albedo * light(map, px, py);
            }
        return {grey(sum / (scale * scale))};
    });
    const Film film{.exposure = 1.2f, .shot = 0.0002f, .read = 0.001f, .vignette = 0.35f};
    save(to_integers(develop(std::move(picture), film), film, PixelType::u16, 1, Alpha::none), file);
}

} // namespace atrous::samples
