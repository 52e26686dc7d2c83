// Compares the exponential and the colour curves of kernels/*.h with double precision, over their whole ranges.
#include "eaw/weight.h"
#include "pixel/colour.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>

using namespace atrous::kernels;

namespace {

template <class Approximate, class Exact>
double worst_relative(double from, double to, Approximate approximate, Exact exact) {
    double worst = 0;
    for (int i = 0; i <= 1000000; ++i) {
        const float x = float(from + (to - from) * i / 1e6);
        const double right = exact(double(x));
        worst = std::max(worst, std::abs(approximate(x) - right) / std::abs(right));
    }
    return worst;
}

} // namespace

TEST_CASE("2^t, for AVX-512 as for all, is exact to 2.5e-7, exact at integers, and never below 2^-126") {
    for (float (*const power)(float) : {fast_exp2, exp2_by_floor}) {
        CHECK(worst_relative(-125.9, 0, power, [](double t) { return std::exp2(t); }) < 2.5e-7);
        for (int t = -126; t <= 0; ++t) CHECK(power(float(t)) == std::ldexp(1.0f, t));
        for (const float t : {-126.0f, -127.0f, -1e10f, -1e38f, -INFINITY, NAN})
            CHECK(power(t) == std::ldexp(1.0f, -126));
    }
}

TEST_CASE("cube and fifth root are exact to 3e-7") {
    CHECK(worst_relative(0.003, 4, cube_root, [](double t) { return std::cbrt(t); }) < 3e-7);
    CHECK(worst_relative(1, 1e6, cube_root, [](double t) { return std::cbrt(t); }) < 3e-7);
    CHECK(worst_relative(0.05, 1.2, fifth_root, [](double t) { return std::pow(t, 0.2); }) < 3e-7);
}

TEST_CASE("sRGB's curve is exact to 1e-6 and inverts itself") {
    CHECK(worst_relative(0.0405, 1.5, srgb_decode,
                         [](double v) { return std::pow((v + 0.055) / 1.055, 2.4); }) < 2e-6);
    CHECK(worst_relative(0.00314, 2, srgb_encode,
                         [](double v) { return 1.055 * std::pow(v, 1 / 2.4) - 0.055; }) < 1e-6);
    for (int i = -200; i <= 1500; ++i)
        CHECK(srgb_encode(srgb_decode(float(i) / 1000)) == doctest::Approx(float(i) / 1000).epsilon(1e-5));
}

TEST_CASE("every space gives back what entered, also negative and bright values") {
    for (const float r : {-0.5f, 0.0f, 1e-4f, 0.02f, 0.5f, 1.0f, 40.0f})
        for (const float g : {-0.1f, 0.0f, 0.003f, 0.7f, 12.0f})
            for (const float b : {0.0f, 0.2f, 5.0f}) {
                const float in[3] = {r, g, b};
                const float scale = 1 + std::abs(r) + std::abs(g) + b;
                float lab[3] = {r, g, b}, logs[3] = {r, g, b}, linear[3] = {r, g, b}, ictcp[3] = {r, g, b};
                space_lab_enter(lab), space_lab_leave(lab);
                space_log_enter(logs), space_log_leave(logs);
                space_linear_enter(linear), space_linear_leave(linear);
                space_ictcp_enter(ictcp), space_ictcp_leave(ictcp);
                for (int i = 0; i < 3; ++i) {
                    CHECK(std::abs(lab[i] - in[i]) < 4e-6f * scale);
                    CHECK(std::abs(logs[i] - in[i]) < 4e-6f * scale);
                    CHECK(std::abs(linear[i] - in[i]) < 4e-7f * scale);
                    CHECK(std::abs(ictcp[i] - in[i]) < 4e-5f * scale);
                }
            }
}

TEST_CASE("white is L* 100 and grey has no chroma") {
    for (const float v : {0.0f, 0.001f, 0.18f, 1.0f}) {
        float c[3] = {v, v, v};
        space_lab_enter(c);
        CHECK(std::abs(c[1]) < 1e-4f);
        CHECK(std::abs(c[2]) < 1e-4f);
        CHECK(c[0] == doctest::Approx(space_lab_enter_grey(v)).epsilon(1e-6));
    }
    CHECK(space_lab_enter_grey(1) == doctest::Approx(100).epsilon(1e-6));
}
