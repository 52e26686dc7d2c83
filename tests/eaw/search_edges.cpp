// Tests --edges auto at edges: no halos, no gradients that change their sign, and boosted details.
#include "support/gpu_fixture.h"
#include "support/lightness.h"
#include "support/search_boost.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <utility>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr Size size{240, 20};

using Shape = std::function<double(double)>; // L* along an axis

// Result of gains of 2 on the middle levels for a profile along x (or y), as L*.
std::vector<double> enhanced(Engine& e, const Shape& profile, double sigma, bool along_y = false) {
    const Pixels input = grey_image(along_y ? Size{size.height, size.width} : size,
                                    [&](int x, int y) { return profile(along_y ? y : x); });
    const Pixels out = run(e, middle_boost(sigma), input);
    std::vector<double> line;
    const int stride = along_y ? input.size.width : 1, first = along_y ? 9 : 9 * input.size.width;
    for (int i = 0; i < size.width; ++i)
        line.push_back(to_lightness(sample(out, std::size_t(first + i * stride))));
    return line;
}

// Largest excess of the line over the range of the profile's two ends.
double overshoot(const std::vector<double>& line, const Shape& profile) {
    const double low = std::min(profile(0), profile(size.width - 1));
    const double high = std::max(profile(0), profile(size.width - 1));
    const auto [least, most] = std::minmax_element(line.begin(), line.end());
    return std::max({0.0, *most - high, low - *least});
}

// The steepest slope (L* per pixel) against the input's slope, if that exceeds `noise`.
double reversal(const std::vector<double>& line, const Shape& profile, double noise) {
    double worst = -1e9;
    for (int i = 1; i < size.width; ++i) {
        const double slope = profile(i) - profile(i - 1);
        if (std::abs(slope) <= noise) continue;
        worst =
            std::max(worst, -std::copysign(1.0, slope) * (line[std::size_t(i)] - line[std::size_t(i) - 1]));
    }
    return worst;
}

const double heights[] = {20, 40, 60, -20, -40, -60};

Shape step(double height, double slope = 0) {
    return [=](double x) { return 50 + slope * (x - 120) + (x >= 120 ? height / 2 : -height / 2); };
}
Shape soft_step(double height, double width) {
    return [=](double x) { return 50 + height * (1 / (1 + std::exp(-(x - 119.5) / width)) - 0.5); };
}

} // namespace

TEST_CASE("searched edges: at steps the overshoot is at most half of that with edges off") {
    Engine* e = engine();
    if (!e) return;
    for (const double height : heights)
        for (const bool along_y : {false, true}) {
            CAPTURE(height);
            const auto profile = step(height);
            const double off = overshoot(enhanced(*e, profile, none, along_y), profile);
            const double found = overshoot(enhanced(*e, profile, automatic, along_y), profile);
            CHECK(off > 0.2 * std::abs(height)); // otherwise there is no halo to avoid
            CHECK(found <= 0.05 * off);          // half of it is allowed
            for (const double width : {0.5, 1.0, 2.0}) {
                const auto soft = soft_step(height, width);
                const double soft_off = overshoot(enhanced(*e, soft, none, along_y), soft);
                CHECK(overshoot(enhanced(*e, soft, automatic, along_y), soft) <= 0.5 * soft_off);
            }
        }
}

TEST_CASE("gradient reversal; with searched edges no gradient changes its sign at steps, nor on "
          "ramps that a step cuts") {
    Engine* e = engine();
    if (!e) return;
    const double noise = 0.025; // L* per pixel, a fifteenth of an 8-bit code
    double worst_off = 0;
    for (const double height : heights)
        for (const double slope : {0.0, 0.03, 0.05, 0.1, 0.3}) {
            CAPTURE(height);
            CAPTURE(slope);
            const auto profile = step(height, slope);
            CHECK(reversal(enhanced(*e, profile, automatic), profile, noise) < 0);
            worst_off = std::max(worst_off, reversal(enhanced(*e, profile, none), profile, noise));
        }
    CHECK(worst_off > 0.5); // otherwise this could not fail
}

// With a Gaussian that is too narrow, the coarse image is steeper than its source, and the detail then turns
// over.
TEST_CASE("searched edges: no gradient changes its sign at soft edges") {
    Engine* e = engine();
    if (!e) return;
    const double noise = 0.2; // half an 8-bit code
    double worst_off = 0;
    for (const double height : heights)
        for (const double width : {0.4, 0.7, 1.0, 1.5, 2.0, 4.0, 8.0}) {
            CAPTURE(height);
            CAPTURE(width);
            const auto profile = soft_step(height, width);
            CHECK(reversal(enhanced(*e, profile, automatic), profile, noise) < 0);
            worst_off = std::max(worst_off, reversal(enhanced(*e, profile, none), profile, noise));
        }
    CHECK(worst_off > 0.3);
}

TEST_CASE("searched edges: waves up to 3 L are boosted as much as with edges off, and none gets weaker") {
    Engine* e = engine();
    if (!e) return;
    for (const double height : {0.5, 1.0, 2.0, 2.5, 3.0, 4.0, 8.0, 16.0}) {
        CAPTURE(height);
        const Shape profile = [=](double x) { return 50 + height * std::sin(x * 0.26); };
        const auto size_of = [](const std::vector<double>& line) { // away from the borders
            const auto [least, most] = std::minmax_element(line.begin() + 60, line.end() - 60);
            return (*most - *least) / 2;
        };
        const double found = size_of(enhanced(*e, profile, automatic));
        if (height <= 3) CHECK(found > 0.95 * size_of(enhanced(*e, profile, none)));
        CHECK(found > height);
    }
}

// The search uses only luma. If luma is flat, it may choose no edge stopping, which must not affect the
// colours.
TEST_CASE("searched edges: an edge of colour only has no more halo than with the sigma of the space") {
    Engine* e = engine();
    if (!e) return;
    const Size area{120, 120};
    Pixels input = make_pixels(area, PixelType::f32);
    for (int y = 0; y < area.height; ++y)
        for (int x = 0; x < area.width; ++x) {
            const double luma = 0.5 + 0.06 * std::sin(0.26 * y), orange = x < 60 ? -0.3 : 0.3;
            const auto i = std::size_t(y * area.width + x) * 3;
            set_sample(input, i, luma + orange);
            set_sample(input, i + 1, luma);
            set_sample(input, i + 2, luma - orange);
        }
    const auto halo = [&](double sigma) {
        EawSettings s = middle_boost(sigma);
        s.space = named("linear");
        std::swap(s.luma, s.chroma); // which has gains of 1
        const Pixels out = run(*e, s, input);
        double most = 0;
        for (std::size_t i = 0; i < std::size_t(area.pixels()) * 3; i += 3)
            most = std::max(most, std::abs(sample(out, i) - sample(out, i + 2)) / 2 - 0.3);
        return most;
    };
    CHECK(halo(automatic) <= halo(0.3) * 1.01);
    CHECK(halo(0.3) < 0.5 * halo(none));
}
