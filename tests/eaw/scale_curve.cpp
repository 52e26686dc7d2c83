// Tests curves over relative scale: their points, values between and beyond them, and their text.
#include "base/error.h"
#include "filters/eaw/levels.h"
#include "graph/curve.h"
#include "graph/messages.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>
#include <random>

using namespace atrous;

namespace {

const Curve bumpy{{{0, 1.2}, {0.3, 2.5}, {0.35, 0.4}, {0.8, 0}, {1, 3}}};

Message fault(const std::string& text) {
    return thrown_by([&] { parse_curve(text, "--luma"); }, Exit::usage);
}

} // namespace

TEST_CASE("a curve goes through its points with each rule") {
    for (const auto& point : bumpy.points) {
        CHECK(evaluate(bumpy, gain_rule, point.scale) == doctest::Approx(point.value));
        CHECK(evaluate(bumpy, sigma_rule, point.scale) == doctest::Approx(point.value));
        CHECK(evaluate(bumpy, threshold_rule, point.scale) ==
              doctest::Approx(point.value * std::exp2(-7 * (1 - point.scale))));
    }
}

TEST_CASE("a curve is continuous and so is its slope") {
    for (const double scale : {0.3, 0.35, 0.8}) {
        const double h = 1e-6, left = std::sqrt(evaluate(bumpy, gain_rule, scale - h)),
                     at = std::sqrt(evaluate(bumpy, gain_rule, scale)),
                     right = std::sqrt(evaluate(bumpy, gain_rule, scale + h));
        CHECK(left == doctest::Approx(at).epsilon(1e-3));
        if (at > 0) CHECK((at - left) / h == doctest::Approx((right - at) / h).epsilon(1e-3));
    }
}

TEST_CASE("a straight line stays straight, also beyond its points; one point holds everywhere") {
    const Curve line{{{0.2, 1.1 * 1.1}, {0.5, 1.25 * 1.25}, {0.6, 1.3 * 1.3}, {0.9, 1.45 * 1.45}}};
    const Curve one{{{0.5, 1.44}}};
    for (double scale = 0; scale <= 1; scale += 1.0 / 64) {
        CHECK(std::sqrt(evaluate(line, gain_rule, scale)) == doctest::Approx(1 + scale / 2));
        CHECK(evaluate(one, gain_rule, scale) == doctest::Approx(1.44));
        CHECK(evaluate(one, threshold_rule, scale) == doctest::Approx(1.44 * std::exp2(7 * scale - 7)));
    }
}

TEST_CASE("a curve never falls below zero, and a limit holds it") {
    Curve limited{{{0, 4}, {0.2, 4}, {0.4, 0}, {0.6, 0}, {0.8, 4}, {1, 4}}};
    double most = 0;
    for (double scale = 0; scale <= 1; scale += 1.0 / 256) {
        CHECK(evaluate(limited, gain_rule, scale) >= 0);
        most = std::max(most, evaluate(limited, gain_rule, scale));
    }
    CHECK(most > 4.1); // overshoots
    limited.limit = 4;
    for (double scale = 0; scale <= 1; scale += 1.0 / 256)
        CHECK(evaluate(limited, gain_rule, scale) <= 4 + 1e-12);
    const Curve stop{{{0, 0}, {0.5, 20}, {1, 14}}, 15};
    for (double scale = 0; scale <= 1; scale += 1.0 / 256) {
        const double sigma = evaluate(stop, sigma_rule, scale); // 0 is off
        CHECK((sigma == 0 || sigma >= 15 - 1e-9));
    }
    CHECK(evaluate(stop, sigma_rule, 0) == 0);
}

TEST_CASE("a curve has the values that levels exported by darktable show") {
    // Measured with darktable 4.2.1: control values (gain (2y)^2) that fit the exported levels of a 700x500
    // image.
    const double y[] = {0.3, 0.7, 0.5, 0.2, 0.65, 0.4},
                 fitted[] = {0.5367, 0.58101, 0.19822, 0.45686, 0.68336, 0.54025};
    Curve curve;
    for (int k = 0; k < 6; ++k) curve.points.push_back({k / 5.0, 4 * y[k] * y[k]});
    REQUIRE(auto_levels({700, 500}) == 6);
    for (int level = 0; level < 6; ++level) {
        const double gain = evaluate(curve, gain_rule, relative_scale(level, {700, 500}));
        CHECK(std::sqrt(gain) / 2 == doctest::Approx(fitted[level]).epsilon(1e-4));
    }
}

TEST_CASE("relative scales: the finest near 1, descending, within [0, 1] for every size") {
    CHECK(relative_scale(0, {6000, 4000}) == doctest::Approx(1 - 0.5 / 8));
    CHECK(relative_scale(7, {6000, 4000}) == doctest::Approx(1 - 7.5 / 8));
    for (int side = 1; side <= 7000; side += side < 100 ? 1 : 37)
        for (int level = 0; level < 10; ++level) {
            const double scale = relative_scale(level, {side, 1});
            CHECK((scale >= 0 && scale <= 1));
            if (level > 0) CHECK(scale <= relative_scale(level - 1, {side, 1}));
        }
}

TEST_CASE("a curve's text is read back the same") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(0, 1);
    for (int count = 1; count < 12; ++count) {
        Curve curve;
        for (int k = 0; k < count; ++k) curve.points.push_back({(k + any(random)) / count, any(random) * 5});
        if (count % 2) curve.limit = 1 + any(random);
        const Curve back = parse_curve(to_string(curve), "test");
        REQUIRE(back.points.size() == curve.points.size());
        for (std::size_t k = 0; k < curve.points.size(); ++k) {
            CHECK(back.points[k].scale == curve.points[k].scale);
            CHECK(back.points[k].value == curve.points[k].value);
        }
        CHECK(back.limit == curve.limit);
    }
    CHECK(to_string(parse_curve("0:1,0.25:1.5,limit:2", "test")) == "0:1,0.25:1.5,limit:2");
}

TEST_CASE("an invalid curve is refused") {
    CHECK(is_message(fault("0:1,1.5:2"), messages::curve_scale, "--luma", "1.5", "1.5:2"));
    CHECK(is_message(fault("0:1,0.5"), messages::curve_syntax, "--luma", "0.5"));
    CHECK(is_message(fault("0:1,0.5:x"), messages::curve_syntax, "--luma", "0.5:x"));
    CHECK(is_message(fault("0:1,0.5:nan"), messages::curve_syntax, "--luma", "0.5:nan"));
    CHECK(is_message(fault("0.5:1,0.5:2"), messages::curve_order, "--luma", "0.5", "0.5:2", "0.5"));
    CHECK(is_message(fault("limit:2"), messages::curve_empty, "--luma", "limit:2"));
    CHECK(is_message(fault("0:1,limit:0"), messages::curve_limit, "--luma", "limit:0"));
    CHECK(is_message(fault("0:1,,1:1"), messages::curve_syntax, "--luma", ""));
    CHECK_NOTHROW(parse_curve("0:1,1:2", "--luma"));
}
