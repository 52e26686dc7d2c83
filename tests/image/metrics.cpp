// Compares metrics of one frame with a second implementation of their formulas, and with known results.
#include "image/metrics.h"
#include "image/naive.h"
#include <array>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr Size sizes[] = {{1, 1}, {1, 9}, {9, 1}, {2, 3}, {7, 5}, {16, 16}, {40, 30}};
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN(),
                inf = std::numeric_limits<float>::infinity();

void check_scores(const Planar& a, const Planar& b) {
    const Scores scores = measure(a, b, {}).scores;
    const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-6); };
    CHECK(scores.psnr == near(-10 * std::log10(naive::mean(a, b, [](const naive::Pair& p) {
              return std::pow(naive::curve(p.x) - naive::curve(p.r), 2);
          }))));
    CHECK(measure(a, b, {true, 4}).scores.psnr ==
          near(10 * std::log10(16 / naive::mean(
                                        a, b, [](const naive::Pair& p) { return std::pow(p.x - p.r, 2); }))));
    CHECK(scores.relmse == near(naive::mean(a, b, naive::relative)));
    CHECK(scores.relmse_trimmed == near(naive::trimmed(a, b)));
    CHECK(scores.smape == near(naive::mean(a, b, [](const naive::Pair& p) {
              return std::abs(p.x - p.r) / (std::abs(p.x) + std::abs(p.r) + 0.01);
          })));
}

} // namespace

TEST_CASE("every score equals its formula, at every size, in grey and in colour") {
    for (const Size size : sizes)
        for (const int channels : {1, 3, 4}) {
            CAPTURE(to_string(size));
            CAPTURE(channels);
            const Planar a = naive::picture(size, channels, 1), b = naive::picture(size, channels, 2);
            check_scores(a, b);
            CHECK(measure(a, b, {}).scores.ssim == doctest::Approx(naive::ssim(a, b)).epsilon(1e-5));
        }
}

TEST_CASE("samples that are not finite are counted, and left out of every score") {
    for (const Size size : {Size{16, 16}, Size{40, 30}}) {
        Planar a = naive::picture(size, 3, 1), b = naive::picture(size, 3, 2);
        a.planes[0][5] = not_a_number;
        a.planes[1][6] = inf;
        a.planes[1][7] = -inf;
        b.planes[0][5] = not_a_number;
        b.planes[2][8] = inf;
        for (auto* picture : {&a, &b})
            for (auto& plane : picture->planes) plane[9] = not_a_number; // a pixel without any sample
        check_scores(a, b);
        const Measured found = measure(a, b, {});
        CHECK(found.scores.ssim == doctest::Approx(naive::ssim(a, b)).epsilon(1e-5));
        CHECK(found.samples == 3 * size.pixels() - 7);
        CHECK(found.a.nan == 4);
        CHECK(found.a.infinite == 2);
        CHECK(found.b.nan == 4);
        CHECK(found.b.infinite == 1);
    }
}

TEST_CASE("without comparable samples there is no score, and nothing is identical") {
    const Planar a = naive::constant({8, 8}, not_a_number);
    const Measured found = measure(a, a, {});
    CHECK(found.samples == 0);
    CHECK_FALSE(found.identical());
    for (double Scores::*score : {&Scores::psnr, &Scores::relmse, &Scores::relmse_trimmed, &Scores::smape,
                                  &Scores::ssim, &Scores::flip})
        CHECK(std::isnan(found.scores.*score));
}

TEST_CASE("equal images: identical, infinite PSNR, no error, SSIM 1") {
    for (const Size size : sizes) {
        const Planar a = naive::picture(size, 3, 7);
        const Measured found = measure(a, a, {});
        CHECK(found.identical());
        CHECK(found.scores.psnr == std::numeric_limits<double>::infinity());
        CHECK(found.scores.relmse == 0);
        CHECK(found.scores.relmse_trimmed == 0);
        CHECK(found.scores.smape == 0);
        CHECK(found.scores.ssim == 1);
        CHECK(found.scores.flip == 0);
    }
}

TEST_CASE("a constant offset has the PSNR of its size, for each peak") {
    for (const double offset : {0.5, 0.125, 0.0078125})
        for (const double peak : {1.0, 255.0}) {
            const Planar a = naive::constant({12, 9}, float(0.25 + offset)),
                         b = naive::constant({12, 9}, 0.25F);
            CHECK(measure(a, b, {true, peak}).scores.psnr ==
                  doctest::Approx(20 * std::log10(peak / offset)).epsilon(1e-9));
        }
    // 1/(1+1) - 0 = 1/2
    CHECK(measure(naive::constant({4, 4}, 1), naive::constant({4, 4}, 0), {}).scores.psnr ==
          doctest::Approx(20 * std::log10(2.0)));
}

TEST_CASE("the curve takes negative samples as 0, the linear scale does not") {
    CHECK(measure(naive::constant({4, 4}, -1), naive::constant({4, 4}, 0), {}).scores.psnr ==
          std::numeric_limits<double>::infinity());
    CHECK(measure(naive::constant({4, 4}, -1), naive::constant({4, 4}, 0), {true, 1}).scores.psnr ==
          doctest::Approx(0));
    CHECK_FALSE(measure(naive::constant({4, 4}, -1), naive::constant({4, 4}, 0), {}).identical());
}

TEST_CASE("constant images have the SSIM of their means") {
    const double a = naive::curve(0.5), b = naive::curve(0.75);
    CHECK(ssim(naive::constant({20, 20}, 0.5F), naive::constant({20, 20}, 0.75F)) ==
          doctest::Approx((2 * a * b + 1e-4) / (a * a + b * b + 1e-4)).epsilon(1e-5));
}

TEST_CASE("a hot pixel is found at its place, and trimmed away") {
    const Planar b = naive::picture({37, 23}, 3, 3);
    for (const auto& [x, y, channel] : {std::array{0, 0, 0}, std::array{36, 22, 2}, std::array{5, 17, 1}}) {
        Planar a = b;
        float& sample = a.planes[std::size_t(channel)][std::size_t(y * 37 + x)];
        const float before = sample;
        sample = before + 1000;
        const Measured found = measure(a, b, {});
        CHECK(found.largest.x == x);
        CHECK(found.largest.y == y);
        CHECK(found.largest.channel == std::size_t(channel));
        CHECK(found.largest.a == sample);
        CHECK(found.largest.b == before);
        CHECK(found.largest.value == doctest::Approx(1000));
        CHECK(found.scores.relmse > 1e-3);
        CHECK(found.scores.relmse_trimmed == 0);
    }
}
