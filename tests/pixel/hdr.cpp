// Compares the curves of PQ and HLG, HLG's system gamma and space ictcp with BT.2100's equations in double precision.
#include "pixel/colour.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::kernels;

namespace {

constexpr double m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128,
                 c3 = 2392.0 / 128;
double pq_of(double candela) {
    return std::pow((c1 + c2 * std::pow(candela / 10000, m1)) / (1 + c3 * std::pow(candela / 10000, m1)), m2);
}
double candela_of(double v) {
    const double p = std::pow(v, 1 / m2);
    return 10000 * std::pow(std::max(p - c1, 0.0) / (c2 - c3 * p), 1 / m1);
}
constexpr double a = 0.17883277, b = 1 - 4 * a;
double hlg_of(double scene) {
    return scene <= 1 / 12.0 ? std::sqrt(3 * scene)
                             : a * std::log(12 * scene - b) + 0.5 - a * std::log(4 * a);
}
double scene_of(double v) {
    return v <= 0.5 ? v * v / 3 : (std::exp((v - 0.5 + a * std::log(4 * a)) / a) + b) / 12;
}

constexpr float rec2020[] = {0.2627F, 0.6780F, 0.0593F};
constexpr double code = 1 / 65535.0;

} // namespace

TEST_CASE("PQ gives BT.2100's light and samples, to a tenth of a step of 16 bits") {
    for (int i = 1; i <= 65535; ++i) {
        const double light = candela_of(i * code) / 203,
                     slope = (candela_of(std::min(i + 1, 65535) * code) - candela_of((i - 1) * code)) / 203;
        CHECK(std::abs(pq_decode(float(i * code)) - light) < 0.1 * slope + 1e-6 * light);
        CHECK(std::abs(pq_encode(float(light)) - pq_of(203 * double(float(light)))) < 0.1 * code);
    }
    CHECK(pq_decode(0) < 1e-30F);
    CHECK(pq_encode(1) == doctest::Approx(0.5807).epsilon(1e-4)); // BT.2408: 58 % for 203 cd/m2
    CHECK(pq_encode(1000 / 203.0F) == doctest::Approx(0.7518).epsilon(1e-4));
}

TEST_CASE("HLG gives BT.2100's light and samples, to a tenth of a step of 16 bits") {
    for (int i = 0; i <= 65535; ++i) {
        const double v = i * code;
        CHECK(std::abs(hlg_decode(float(v)) - scene_of(v)) < 0.1 * code * std::max(v, 0.1));
        const float scene = float(scene_of(v));
        CHECK(std::abs(hlg_encode(scene) - hlg_of(double(scene))) < 0.1 * code);
    }
    CHECK(hlg_encode(1) == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("all codes of 16 bits come back from light, of PQ, of HLG in greys and in colours") {
    constexpr float one[] = {1};
    for (int i = 0; i <= 65535; ++i) {
        CHECK(std::lround(65535 * pq_encode(pq_decode(float(i) / 65535))) == i);
        float grey = hlg_decode(float(i) / 65535);
        hlg_to_display(&grey, 1, one), hlg_to_scene(&grey, 1, one);
        CHECK(std::lround(65535 * hlg_encode(grey)) == i);
        const int codes[] = {i, i * 7919 % 65536, i * 104729 % 65536};
        float c[3];
        for (int k = 0; k < 3; ++k) c[k] = hlg_decode(float(codes[k]) / 65535);
        hlg_to_display(c, 3, rec2020), hlg_to_scene(c, 3, rec2020);
        for (int k = 0; k < 3; ++k) CHECK(std::lround(65535 * hlg_encode(c[k])) == codes[k]);
    }
}

TEST_CASE("HLG is the light of a display of 1000 cd/m2 with gamma 1.2 on the luminance of a colour") {
    for (const std::array<float, 3> scene :
         {std::array{1.0F, 1.0F, 1.0F}, {0.5F, 0.5F, 0.5F}, {0.9F, 0.01F, 0.2F}, {0, 0, 1}, {0, 0, 0}}) {
        float c[3] = {scene[0], scene[1], scene[2]};
        hlg_to_display(c, 3, rec2020);
        double luminance = 0;
        for (int k = 0; k < 3; ++k) luminance += double(rec2020[k]) * double(scene[std::size_t(k)]);
        for (int k = 0; k < 3; ++k)
            CHECK(c[k] ==
                  doctest::Approx(1000 / 203.0 * std::pow(luminance, 0.2) * double(scene[std::size_t(k)]))
                      .epsilon(1e-6));
    }
}

TEST_CASE("a colour outside of HLG's primaries does not glow") {
    float c[3] = {0.01F, -0.004F, 0.0F}; // luminance near 0
    hlg_to_scene(c, 3, rec2020);
    for (const float v : c) CHECK(std::abs(hlg_encode(v)) < 0.2F);
}

TEST_CASE("curves are odd, rise, and go on above 1: light of 1e6 returns") {
    for (float v = 0.001F; v < 2; v += 0.001F) {
        CHECK(pq_decode(-v) == -pq_decode(v));
        CHECK(pq_decode(v + 0.001F) > pq_decode(v));
        CHECK(hlg_decode(v + 0.001F) > hlg_decode(v));
    }
    for (const float light : {1.0F, 49.0F, 50.0F, 1000.0F, 1e6F})
        CHECK(pq_decode(pq_encode(light)) == doctest::Approx(light).epsilon(1e-5));
}

TEST_CASE("I of a grey is its PQ sample, and 203 cd/m2 of BT.2020's primaries have BT.2100's Ct and Cp") {
    for (const float light : {0.0F, 0.01F, 1.0F, 10.0F, 49.0F}) {
        float c[3] = {light, light, light};
        space_ictcp_enter(c);
        CHECK(std::abs(c[0] - pq_encode(light)) < 1e-6F);
        CHECK(std::abs(c[1]) < 2e-6F);
        CHECK(std::abs(c[2]) < 4e-6F);
    }
    // Red of BT.2020 in linear sRGB (BT.2087, inverse): L, M, S are 1688, 683 and 99 of 4096.
    float red[3] = {1.66049100F, -0.12455047F, -0.01815076F};
    const double l = pq_of(203 * 1688 / 4096.0), m = pq_of(203 * 683 / 4096.0), s = pq_of(203 * 99 / 4096.0);
    space_ictcp_enter(red);
    CHECK(red[0] == doctest::Approx((l + m) / 2).epsilon(1e-6));
    CHECK(red[1] == doctest::Approx((6610 * l - 13613 * m + 7003 * s) / 4096).epsilon(1e-5));
    CHECK(red[2] == doctest::Approx((17933 * l - 17390 * m - 543 * s) / 4096).epsilon(1e-5));
}
