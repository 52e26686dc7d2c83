// Guides packed in words: what each word keeps, the picture that the equations give with guides so rounded, and how far that is
// from the picture without.
#include "svgf/packed.h"
#include "svgf/shot.h"
#include <array>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;
using namespace svgf_shot;

namespace {

namespace naive = reference::svgf;

double sign_of(double x) { return x < 0 ? -1 : 1; }
double to_step(double x, double step) { return std::round(x / step) * step; }
/// To 8 bits of its own size.
double to_8_bits(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return to_step(x, std::ldexp(1.0, exponent - 8));
}

using Vector = std::array<double, 3>;

/// The direction that the octahedral map of 2 x 16 bits has for this one.
Vector on_octahedron(const Vector& n) {
    const double sum = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
    if (sum == 0) return n;
    double u = n[0] / sum, v = n[1] / sum;
    const auto fold = [&] {
        const double folded = (1 - std::abs(v)) * sign_of(u);
        v = (1 - std::abs(u)) * sign_of(v);
        u = folded;
    };
    if (n[2] < 0) fold();
    u = to_step(u, 1.0 / 32767);
    v = to_step(v, 1.0 / 32767);
    const double z = 1 - std::abs(u) - std::abs(v);
    if (z < 0) fold();
    const double length = std::sqrt(u * u + v * v + z * z);
    return {u / length, v / length, z / length};
}

naive::Guides rounded(naive::Guides g) {
    for (std::size_t i = 0; i < g.z.size(); ++i) {
        Vector n{g.unit[0][i], g.unit[1][i], g.unit[2][i]};
        double length = 0;
        for (std::size_t k = 0; k < 3; ++k) length += g.f[k][i] * g.f[k][i];
        n = on_octahedron(n);
        for (std::size_t k = 0; k < 3; ++k) {
            g.unit[k][i] = n[k];
            g.f[k][i] = length > 0 ? n[k] / to_8_bits(1 / std::sqrt(length)) : 0;
            g.f[3 + k][i] = to_step(std::clamp(g.f[3 + k][i], 0.0, 4.0), 4.0 / (k < 2 ? 2047 : 1023));
        }
        g.gx[i] = to_8_bits(g.gx[i]);
        g.gy[i] = to_8_bits(g.gy[i]);
        g.f[6][i] = to_step(g.f[6][i] + 14, 56.0 / 65535) - 14;
    }
    return g;
}

naive::Planes picture(const SvgfSettings& settings, const Shot& shot, bool packed) {
    const naive::Prepared frame = naive::entered(shot.frames[0]->reference());
    const naive::Guides guides = naive::guides(frame, naive::alone(frame));
    naive::Planes light = naive::demodulated(frame.c, frame.a);
    naive::Plane luma;
    for (std::size_t i = 0; i < frame.z.size(); ++i) luma.push_back(naive::luma_at(light, int(i)));
    naive::Plane variance = naive::residual_variance(luma, guides, frame.size);
    naive::levels(light, variance, packed ? rounded(guides) : guides, frame.size,
                  reference_settings(settings));
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < luma.size(); ++i) light[k][i] *= std::max(frame.a[k][i], .01);
    return light;
}

SvgfSettings packed_settings() {
    SvgfSettings settings;
    settings.reach = 0;
    settings.levels = 3; // of order 0, 0, 1
    settings.packed_guides = true;
    return settings;
}

/// Programs of packed guides are this file's alone: not optimised, they take a fifth of the time to compile.
Engine plain_engine() {
    setenv("ATROUS_KERNEL_OPTIONS", "-cl-opt-disable", 1);
    Engine e(test::engine()->device());
    unsetenv("ATROUS_KERNEL_OPTIONS");
    return e;
}

} // namespace

TEST_CASE("packed guides: each word keeps its guides to its bits, and the sky as it is") {
    std::mt19937 random(1);
    std::normal_distribution<float> any(0, 1);
    for (int i = 0; i < 20000; ++i) {
        float guides[kernels::GUIDE_PLANES], out[kernels::GUIDE_PLANES];
        int words[kernels::SVGF_WORDS];
        Vector n{any(random), any(random), any(random)};
        if (i < 54) n = {double(i % 3 - 1), double(i / 3 % 3 - 1), double(i / 9 % 3 - 1)}; // edges, and none
        const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (std::size_t k = 0; k < 3; ++k) guides[kernels::GUIDE_N + k] = float(n[k]);
        guides[kernels::GUIDE_LENGTH] = length > 0 ? float(1 / length) : 0;
        guides[kernels::GUIDE_Z] = i % 7 ? std::exp(5 * any(random)) : SVGF_SKY;
        guides[kernels::GUIDE_GX] = any(random) * std::pow(10.0f, 8 * any(random));
        guides[kernels::GUIDE_GY] = i % 5 ? -any(random) : 0;
        for (int k = 0; k < 3; ++k) guides[kernels::GUIDE_A + k] = float(i % 401 + k) / 100;
        guides[kernels::GUIDE_LOG_Z] = float(i % 560) / 10 - 14;
        kernels::svgf_pack(guides, words);
        for (const int count : {3, 4, 5}) {
            kernels::svgf_unpack(words, count, out);
            CHECK(out[kernels::GUIDE_Z] == guides[kernels::GUIDE_Z]);
            for (const int slope : {kernels::GUIDE_GX, kernels::GUIDE_GY})
                CHECK(double(out[slope]) == to_8_bits(double(guides[slope])));
            double off = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const double unit = double(out[kernels::GUIDE_N + k]) * double(out[kernels::GUIDE_LENGTH]);
                off += std::pow(unit - (length > 0 ? n[k] / length : 0), 2);
            }
            CHECK(std::sqrt(off) <= 6.5e-5); // half a step of x and of y at the middle of a face
        }
        CHECK(double(out[kernels::GUIDE_LENGTH]) == to_8_bits(double(guides[kernels::GUIDE_LENGTH])));
        for (int k = 0; k < 3; ++k) {
            const float albedo = std::min(guides[kernels::GUIDE_A + k], 4.0f);
            CHECK(std::abs(out[kernels::GUIDE_A + k] - albedo) <= (k < 2 ? 1.01f : 2.02f) * 2 / 2047);
        }
        CHECK(std::abs(out[kernels::GUIDE_LOG_Z] - guides[kernels::GUIDE_LOG_Z]) <= 4.4e-4f);
    }
}

TEST_CASE("packed guides: every way to compute gives the reference with guides so rounded, and the same") {
    if (!test::engine()) return;
    Engine e = plain_engine();
    for (const Size size : {Size{1, 1}, Size{7, 23}, Size{61, 47}}) {
        const Shot shot = make_shot(size, 0);
        const naive::Planes wanted = picture(packed_settings(), shot, true);
        check_ways(e, ways(packed_settings()), shot, [&](const std::vector<float>& found) {
            const Difference d = difference(found, wanted);
            CHECK(d.values == found.size());
            CHECK(double(d.beyond) <= 1e-4 * double(d.values));
            CHECK(d.largest <= 1e-2);
        });
    }
}

TEST_CASE("packed guides: the picture is within five thousandths of that of guides as they are") {
    if (!test::engine()) return;
    Engine e = plain_engine();
    const Shot shot = make_shot({61, 47}, 0);
    for (const RenderFilter& filter : render_filters()) {
        SvgfSettings settings = packed_settings();
        settings.filter = &filter;
        if (filter.gaussian) settings.fit = 0;
        const Difference d = difference(run(e, settings, shot).planes, all_planes(expected(settings, shot)));
        CHECK(d.largest > 0);
        CHECK(d.largest <= 5e-3); // 1.3e-3 of svgf and of eaw
        CHECK(d.mean <= 5e-4);
    }
}

TEST_CASE("packed guides: storage half is refused, it has no place for their words") {
    SvgfSettings settings = packed_settings();
    settings.how.storage = &find_row(storages(), "half", "storage");
    CHECK_THROWS_WITH_AS(resolve(settings, DeviceTraits{}), doctest::Contains("32 bits"), Error);
}
