// Tests shrinkage and gain of details, with protection compiled in.
#define LIMIT 1
#define SHADOWS 1
#include "eaw/detail.h"
#include <doctest/doctest.h>
#include <initializer_list>

using namespace atrous::kernels;

namespace {

constexpr EawProtection none{0, 0, 0};
constexpr EawGroup neutral{0, 1, 0};

} // namespace

TEST_CASE("detail_delta is zero for neutral settings and soft shrinkage otherwise") {
    for (const float d : {-3.0f, -0.1f, 0.0f, 1e-30f, 0.3f, 7.0f})
        CHECK(detail_delta(d, neutral, {1, 0, 0.1f}, 0.5f) == 0);
    CHECK(detail_delta(0.5f, {0, 2, 0.2f}, none, 1) == doctest::Approx(2 * 0.3 - 0.5));
    CHECK(detail_delta(-0.5f, {0, 2, 0.2f}, none, 1) == doctest::Approx(-2 * 0.3 + 0.5));
    CHECK(detail_delta(0.1f, {0, 2, 0.2f}, none, 1) == doctest::Approx(-0.1));
}

TEST_CASE("limit halves a boost at the limit, and does not change gains below 1") {
    const EawProtection at_10{1 / 100.0f, 0, 0};
    CHECK(detail_delta(0.01f, {0, 3, 0}, at_10, 1) == doctest::Approx(0.02).epsilon(1e-4));
    CHECK(detail_delta(10, {0, 3, 0}, at_10, 1) == doctest::Approx(10));
    CHECK(detail_delta(-10, {0, 3, 0}, at_10, 1) == doctest::Approx(-10));
    CHECK(detail_delta(100, {0, 3, 0}, at_10, 1) == doctest::Approx(200 / 101.0));
    CHECK(detail_delta(10, {0, 0.5f, 0}, at_10, 1) == doctest::Approx(-5));
}

TEST_CASE("limit keeps the order of details up to a gain of 9") {
    for (const float gain : {1.5f, 4.0f, 9.0f})
        for (float d = 0, last = -1; d < 100; d += 0.25f) {
            const float out = d + detail_delta(d, {0, gain, 0}, {1 / 100.0f, 0, 0}, 1);
            CHECK(out > last);
            last = out;
        }
}

TEST_CASE("shadows keep nothing of a boost at black and all of it at their end") {
    const EawProtection from_black{0, -10, 1 / 4.0f};
    CHECK(kept_in_shadows(-11, from_black) == 0);
    CHECK(kept_in_shadows(-10, from_black) == 0);
    CHECK(kept_in_shadows(-8, from_black) == 0.5f);
    CHECK(kept_in_shadows(-6, from_black) == 1);
    CHECK(kept_in_shadows(0, from_black) == 1);
    CHECK(detail_delta(2, {0, 3, 0}, from_black, 0.5f) == doctest::Approx(2));
    CHECK(detail_delta(2, {0, 0.5f, 0}, from_black, 0) == doctest::Approx(-1)); // not a boost
}
