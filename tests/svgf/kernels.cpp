// Tests the kernels' own text on the host: the weight of a tap, the local model, the cubic.
#include "reference/svgf_solve.h"
#include "svgf/gather.h"
#include "svgf/model.h"
#include "svgf/weight.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous::kernels;

namespace {

constexpr SvgfSigmas usual{3, 2, 0, 0};

float weight_of(const SvgfCentre& centre, float light, float variance, float z, float cosine, float log2_h,
                int dx, int dy) {
    const SvgfTapValues tap{{light, light, light}, variance, z, cosine};
    return svgf_weight(&centre, &tap, log2_h, dx, dy);
}

} // namespace

TEST_CASE("weight of a tap: luma, plane of depth, normals") {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(0, 1);
    for (int i = 0; i < 1000; ++i) {
        SvgfCentre c{};
        const float variance = 0.1f * any(random), z = 1 + any(random), gx = any(random) - 0.5f,
                    gy = any(random) - 0.5f;
        c.light[0] = c.light[1] = c.light[2] = any(random);
        svgf_compare(&c, usual, variance, z, gx, gy);
        const int dx = i % 5 - 2, dy = i / 5 % 5 - 2;
        const float light = any(random), beside = 0.1f * any(random), tap_z = 1 + any(random),
                    cosine = any(random) * 1.2f - 0.2f;
        const double d = double(light) - double(c.light[0]),
                     both = double(variance) + std::min(double(beside), 4 * double(variance));
        const double cost = std::max(d * d - variance - std::min(variance, beside), 0.0) / (9 * both + 1e-8) +
                            std::abs(tap_z - z - gx * float(dx) - gy * float(dy)) /
                                (2 * (std::abs(gx * float(dx)) + std::abs(gy * float(dy))) + 0.01 * z);
        const double wanted = 0.25 * std::exp(-cost) * std::pow(std::max(double(cosine), 0.0), 32);
        CHECK(std::abs(double(weight_of(c, light, beside, tap_z, cosine, -2, dx, dy)) - wanted) <=
              3e-5 * wanted + 1e-30);
    }
}

TEST_CASE("no tap crosses the border of the sky") {
    SvgfCentre wall{}, sky{};
    svgf_compare(&wall, usual, 1e6f, 100, 5, 5);
    svgf_compare(&sky, usual, 1e6f, SVGF_SKY, 0, 0);
    CHECK(weight_of(wall, 0, 0, SVGF_SKY, 1, 0, 2, 2) < 1e-35f);
    CHECK(weight_of(sky, 0, 0, 1e8f, 1, 0, 2, 2) < 1e-35f);
    CHECK(weight_of(sky, 0, 0, SVGF_SKY, 0, 0, 2, 2) == 1);
}

TEST_CASE("no tap crosses the border of a glow") {
    SvgfCentre wall{}, sky{}, glow{};
    svgf_compare(&wall, usual, 1e6f, 100, 5, 5);
    svgf_compare(&sky, usual, 1e6f, SVGF_SKY, 0, 0);
    svgf_compare(&glow, usual, 1e6f, -SVGF_SKY, 0, 0);
    for (const SvgfCentre& centre : {wall, sky})
        CHECK(weight_of(centre, 0, 0, -SVGF_SKY, 1, 0, 2, 2) < 1e-35f);
    for (const float z : {0.1f, 1e8f, SVGF_SKY}) CHECK(weight_of(glow, 0, 0, z, 1, 0, 2, 2) < 1e-35f);
    CHECK(weight_of(glow, 0, 0, -SVGF_SKY, 0, 0, 2, 2) == 1);
}

TEST_CASE("local model: the solution solves the whole system, and is 0 if there is none") {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> any(0, 1);
    for (int run = 0; run < 200; ++run) {
        constexpr int taps = 25;
        float w[taps], d[taps * FEATURES], mean[FEATURES], unused[FEATURES], m[MOMENTS], sum = 0;
        std::vector<atrous::reference::svgf::Psi> psi(taps);
        std::vector<double> weights;
        const float scale = run < 100 ? 1 : 1e4f; // features of emitters: single precision has no factor
        for (int t = 0; t < taps; ++t) {
            w[t] = any(random);
            sum += w[t];
            psi[std::size_t(t)][0] = 1;
            for (int k = 0; k < FEATURES; ++k) {
                d[t * FEATURES + k] = k == 3 || k == 4 ? scale * float(t % 3) + any(random) : any(random);
                psi[std::size_t(t)][std::size_t(k) + 1] = double(d[t * FEATURES + k]);
            }
        }
        for (const float weight : w) weights.push_back(double(weight / sum));
        if (run % 2) { // moments are centred before or after
            svgf_centre(w, d, taps, 1 / sum, mean);
            svgf_moments(w, d, taps, 1 / sum, m, unused);
        } else {
            svgf_moments(w, d, taps, 1 / sum, m, mean);
            svgf_about_mean(m, mean);
        }
        svgf_solve(m, mean);
        const auto z = atrous::reference::svgf::solved(atrous::reference::svgf::moments(psi, weights), {1});
        CHECK(bool(z) == (run < 100));
        for (std::size_t k = 0; k < FEATURES; ++k)
            CHECK(double(-mean[k]) == doctest::Approx(z ? (*z)[k + 1] : 0).epsilon(1e-3));
    }
}

TEST_CASE("Catmull and Rom's weights sum to 1 and keep lines") {
    for (const float t : {0.0f, 0.2f, 0.5f, 0.9f}) {
        float sum = 0, line = 0;
        for (int k = -1; k <= 2; ++k) {
            sum += svgf_catmull_rom(k, t);
            line += svgf_catmull_rom(k, t) * float(k);
        }
        CHECK(sum == doctest::Approx(1));
        CHECK(line == doctest::Approx(t));
    }
}
