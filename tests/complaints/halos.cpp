// Tests against complaints of users of other tools: halos, edges, shadows.
#include "cli/preset.h"
#include "support/lightness.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr Size wide{400, 24};

/// Settings in space lab with all gains 1 and these edges.
EawSettings lab_settings(const PerLevel& edges) {
    EawSettings s;
    s.space = named("lab");
    s.edges = edges;
    return s;
}

/// A step in the middle of rows, from 50 - height / 2 to 50 + height / 2.
Pixels step_image(Size size, double height) {
    return grey_image(size, [=](int x, int) { return 50 + (x < size.width / 2 ? -height : height) / 2; });
}

/// Overshoot of the middle row of a filtered step beyond its two plateaus: the larger side, in L*.
double overshoot(const Pixels& p, double height) {
    double most = 0;
    for (int x = 0; x < p.size.width; ++x)
        most = std::max(most, std::abs(lightness(p, x, p.size.height / 2) - 50) - height / 2);
    return most;
}

/// Standard deviation of L* in a rectangle.
double deviation(const Pixels& p, int left, int top, int width, int height) {
    double sum = 0, squares = 0;
    for (int y = top; y < top + height; ++y)
        for (int x = left; x < left + width; ++x) {
            const double v = lightness(p, x, y);
            sum += v;
            squares += v * v;
        }
    const double n = double(width) * height;
    return std::sqrt(std::max(squares / n - sum / n * sum / n, 0.0));
}

EawSettings mid_boost(const PerLevel& edges) {
    EawSettings s = lab_settings(edges);
    s.levels = 7;
    s.luma = {{1, 1, 1, 2, 2, 1, 1}};
    return s;
}

EawSettings preset_in(const char* preset, const char* space) {
    EawSettings s;
    s.space = named(space);
    apply_preset(load_preset(preset), space, s);
    return s;
}

} // namespace

TEST_CASE("halos when boosting mid-coarse bands") {
    Engine* e = engine();
    if (!e) return;
    for (const double height : {20.0, 40.0, 60.0}) {
        CAPTURE(height);
        const Pixels step = step_image(wide, height);
        const Pixels off = run(*e, mid_boost({{0}}), step), stopped = run(*e, mid_boost({{8}}), step);
        CHECK(overshoot(off, height) > 0.1 * height);
        CHECK(overshoot(stopped, height) < 0.5 * overshoot(off, height));
        CHECK(overshoot(stopped, height) < 1.5);
        const int y = wide.height / 2; // the image still rises at the step
        CHECK(lightness(stopped, wide.width / 2, y) > lightness(stopped, wide.width / 2 - 1, y));
    }
}

TEST_CASE("local contrast burns high-contrast transitions") {
    Engine* e = engine();
    if (!e) return;
    const double height = 60, texture = 1;
    const Pixels picture = grey_image(wide, [&](int x, int) {
        return 50 + (x < wide.width / 2 ? -height : height) / 2 + texture * std::sin(0.8 * x);
    });
    EawSettings s = lab_settings({{0}});
    s.levels = 7;
    s.luma = {{2}};
    const Pixels free = run(*e, s, picture);
    s.limit = 4;
    const Pixels limited = run(*e, s, picture);
    CHECK(overshoot(limited, height) < 0.6 * overshoot(free, height));
    // Far from the step, small details get nearly all of their boost.
    const auto boost = [&](const Pixels& p) {
        return deviation(p, 20, 4, 80, 12) / deviation(picture, 20, 4, 80, 12);
    };
    CHECK(boost(limited) > 1.6);
    CHECK(boost(free) == doctest::Approx(boost(limited)).epsilon(0.2));
}

TEST_CASE("defaults are mild at the edges of high-dynamic-range images") {
    Engine* e = engine();
    if (!e) return;
    constexpr double stops = 6;
    Pixels chart = step_image(wide, 0);
    const double low = 0.05, high = low * std::exp2(stops);
    for (std::size_t i = 0; i < std::size_t(wide.pixels()); ++i)
        set_sample(chart, i, int(i) % wide.width < wide.width / 2 ? low : high);
    const Pixels out = run(*e, preset_in("local-contrast", "log"), chart);
    for (int x = 0; x < wide.width; ++x) {
        CAPTURE(x);
        const auto i = std::size_t(12 * wide.width + x);
        CHECK(std::abs(std::log2(sample(out, i) / sample(chart, i))) < 0.05);
    }
}

// Dropped taps shift a slope's mean at once, for whole rows: a line across the sky.
TEST_CASE("with defaults, a sky that changes slowly gets no lines along the border of the image") {
    Engine* e = engine();
    if (!e) return;
    const Pixels sky = grey_image({220, 330}, [](int, int y) { return 45 + 0.1 * y; });
    const auto worst_line = [&](const EawSettings& s) { // second difference down a column
        const Pixels out = run(*e, s, sky);
        double worst = 0;
        for (int y = 1; y < 329; ++y)
            worst = std::max(worst, std::abs(lightness(out, 110, y - 1) - 2 * lightness(out, 110, y) +
                                             lightness(out, 110, y + 1)));
        return worst;
    };
    EawSettings s = preset_in("local-contrast", "lab");
    CHECK(worst_line(s) < 0.04); // a tenth of an 8-bit code
    s.border = named("drop");
    CHECK(worst_line(s) > 0.2); // otherwise this could not fail
}
