// Tests --edges auto at edges of every angle: soft steps, steps between ramps and a shaded beam, whose pixels
// are covered in part, keep the sign of their gradients and throw no stripes onto smooth ground.
#include "support/lightness.h"
#include "support/search_boost.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <numbers>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr Size size{128, 128};
constexpr int margin = 12;      // pixels at the border that are ignored
constexpr double noise = 0.025; // L* per pixel, a fifteenth of an 8-bit code
constexpr double angles[] = {0, 26.6, 45, 72};
constexpr double heights[] = {20, -40, 60};

/// L* as a function of the distance to a line and of x.
using Scene = std::function<double(double distance, double x)>;

/// 0 to 1 across a step: covered area of a pixel (width 0), or soft.
double step(double distance, double width) {
    return width == 0 ? std::clamp(distance + 0.5, 0.0, 1.0) : 1 / (1 + std::exp(-distance / width));
}
Scene soft_step(double height, double width) {
    return [=](double d, double) { return 50 + height * (step(d, width) - 0.5); };
}
Scene step_on_ramp(double height, double slope) {
    return [=](double d, double) { return 50 + slope * d + height * (step(d, 0) - 0.5); };
}
/// Twelve pixels wide, one side darker, on a ramp along x.
Scene beam(double height) {
    return [=](double d, double x) {
        return 55 + 0.03 * (x - 64) + height * (step(d + 6, 0) - step(d - 6, 0)) * (1 - (d + 6) / 24);
    };
}

double distance_to_line(double angle, int x, int y) {
    const double a = angle * std::numbers::pi / 180;
    return (x - size.width / 2 - 0.3) * std::cos(a) + (y - size.height / 2 - 0.1) * std::sin(a);
}

/// Effects of gains at an angle.
struct Judged {
    double reversal = 0; ///< steepest L* per pixel against the input's slope, if that exceeds noise
    double ripple = 0;   ///< largest Laplacian of the change, beyond eight pixels from the line
};

Judged judged(Engine& e, const Scene& scene, double angle, double sigma,
              const PerLevel& gains = {{1, 1, 2, 2, 2, 1}}) {
    const Pixels input =
        grey_image(size, [&](int x, int y) { return scene(distance_to_line(angle, x, y), x); });
    EawSettings s = middle_boost(sigma);
    s.luma = gains;
    const auto before = lightness_of(input), after = lightness_of(run(e, s, input));
    Judged out{-1e9, 0};
    for (int y = margin; y < size.height - margin; ++y)
        for (int x = margin; x < size.width - margin; ++x) {
            const auto i = std::size_t(y * size.width + x), down = std::size_t(size.width);
            const auto change = [&](std::size_t k) { return after[k] - before[k]; };
            for (const std::size_t next : {i + 1, i + down}) {
                const double slope = before[next] - before[i];
                if (std::abs(slope) > noise)
                    out.reversal =
                        std::max(out.reversal, -std::copysign(1.0, slope) * (after[next] - after[i]));
            }
            if (std::abs(distance_to_line(angle, x, y)) > 8)
                out.ripple = std::max(out.ripple, std::abs(change(i - 1) + change(i + 1) + change(i - down) +
                                                           change(i + down) - 4 * change(i)));
        }
    return out;
}

} // namespace

TEST_CASE("searched edges: at steps of every angle, hard or soft, no gradient changes its sign") {
    Engine* e = engine();
    if (!e) return;
    double worst_off = 0;
    for (const double height : heights)
        for (const double angle : angles)
            for (const double width : {0.0, 0.7, 2.0}) {
                CAPTURE(height);
                CAPTURE(angle);
                CAPTURE(width);
                const auto scene = soft_step(height, width);
                CHECK(judged(*e, scene, angle, automatic).reversal < 0.01); // a fortieth of an 8-bit code
                worst_off = std::max(worst_off, judged(*e, scene, angle, none).reversal);
            }
    CHECK(worst_off > 0.5); // otherwise this could not fail
}

// Tests steps between a detail, which is boosted, and an edge, which is not. Every level moves the neighbours
// of a half-covered pixel to opposite sides. The remaining change is an 8-bit code.
TEST_CASE("searched edges: weak steps of every angle turn nowhere by more than a code") {
    Engine* e = engine();
    if (!e) return;
    for (const double height : {2.0, 4.0, 8.0, 14.0})
        for (const double angle : angles)
            for (const double width : {0.0, 0.7, 2.0}) {
                CAPTURE(height);
                CAPTURE(angle);
                CAPTURE(width);
                CHECK(judged(*e, soft_step(height, width), angle, automatic).reversal < 0.4);
            }
}

// Pixels that an edge covers in part stay in the coarse images. Taps that meet them leave less than an 8-bit
// code (0.4 L*).
TEST_CASE("searched edges: on ramps next to steps of every angle, no gradient turns by a code") {
    Engine* e = engine();
    if (!e) return;
    double worst_off = 0;
    for (const double height : heights)
        for (const double angle : angles)
            for (const double slope : {0.03, -0.1, 0.3}) {
                CAPTURE(height);
                CAPTURE(angle);
                CAPTURE(slope);
                const auto scene = step_on_ramp(height, slope);
                CHECK(judged(*e, scene, angle, automatic).reversal < 0.3);
                worst_off = std::max(worst_off, judged(*e, scene, angle, none).reversal);
            }
    CHECK(worst_off > 1);
}

TEST_CASE("searched edges: a slanted beam throws fewer stripes than without edge stopping, and no lines into "
          "itself") {
    Engine* e = engine();
    if (!e) return;
    for (const double height : {30.0, -30.0})
        for (const double angle : angles) {
            CAPTURE(height);
            CAPTURE(angle);
            const auto found = judged(*e, beam(height), angle, automatic);
            const auto off = judged(*e, beam(height), angle, none);
            CHECK(found.ripple < 0.6 * off.ripple);
            CHECK(found.reversal < 0.4);
            CHECK(off.reversal > 1);
        }
}
