// The noise of several frames as one is nearer to the truth than the noise of one frame.
#include "noise/messages.h"
#include "noise/noise.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;

namespace {

constexpr double sigma = 8; // steps of 8 bits, white

/// A slow slope with white noise.
Pixels frame(unsigned seed, double deviation, int colours = 3) {
    std::mt19937 random(seed);
    std::normal_distribution<double> one;
    return tagged::picture({112, 96}, PixelType::u8, colours, [&](int x, int y, int c) {
        return (70 + x / 2.0 + y / 5.0 + 8 * c + deviation * one(random)) / 255;
    });
}

/// Squared error of the deviations of all planes at the levels 0 to 2, relative to the truth.
double error_of(const NoiseFound& found) {
    double sum = 0;
    for (const auto& plane : found.deviation)
        for (std::size_t l = 0; l < 3; ++l) sum += std::pow(plane[l] / sigma - 1, 2);
    return sum;
}

/// Squared distance of two, relative to the truth.
double distance(const NoiseFound& a, const NoiseFound& b) {
    double sum = 0;
    for (std::size_t p = 0; p < a.deviation.size(); ++p)
        for (std::size_t l = 0; l < 3; ++l)
            sum += std::pow((a.deviation[p][l] - b.deviation[p][l]) / sigma, 2);
    return sum;
}

bool same(const NoiseFound& a, const NoiseFound& b) {
    return a.noise.curves == b.noise.curves && a.noise.share == b.noise.share && a.measured == b.measured &&
           a.trust == b.trust && a.rule == b.rule && a.deviation == b.deviation && a.power == b.power &&
           a.frames == b.frames;
}

} // namespace

TEST_CASE("the mean noise of eight frames is nearer to the truth than the noise of one") {
    std::vector<NoiseFound> frames;
    double one = 0;
    for (unsigned seed = 1; seed <= 8; ++seed) {
        frames.push_back(find_noise(frame(seed, sigma)));
        REQUIRE_FALSE(frames.back().is_clean());
        one += error_of(frames.back()) / 8;
    }
    const NoiseFound mean = mean_noise(frames);
    CHECK(mean.frames == 8);
    CHECK(error_of(mean) < one);
    // The rest is the common error of all. Chance is an eighth.
    double apart = 0;
    for (const NoiseFound& found : frames) apart += distance(found, mean) / 8;
    std::vector<NoiseFound> others;
    for (unsigned seed = 9; seed <= 16; ++seed) others.push_back(find_noise(frame(seed, sigma)));
    CHECK(distance(mean_noise(others), mean) < 0.7 * apart); // 2/7 of many, on average
    // The mean of variances at a grey, which the filter uses.
    const std::vector<float> luma{0.577f, 0.577f, 0.577f};
    double sum = 0;
    for (const NoiseFound& found : frames) sum += mixed_variance(found, luma, 0.5, 1) / 8;
    CHECK(mixed_variance(mean, luma, 0.5, 1) == doctest::Approx(sum).epsilon(0.03));
}

TEST_CASE("the mean of one frame is that frame, bit for bit; clean ones do not count") {
    const NoiseFound noisy = find_noise(frame(1, sigma)), clean = find_noise(frame(2, 0));
    REQUIRE(clean.is_clean());
    CHECK(same(mean_noise(std::vector{noisy}), noisy));
    CHECK(same(mean_noise(std::vector{clean, noisy, clean}), noisy));
    CHECK(mean_noise(std::vector{clean, clean}).is_clean());
    const NoiseFound twice = mean_noise(std::vector{noisy, clean, noisy});
    CHECK(twice.frames == 2);
    for (std::size_t p = 0; p < 3; ++p)
        for (std::size_t l = 0; l < 4; ++l)
            CHECK(twice.deviation[p][l] == doctest::Approx(noisy.deviation[p][l]));
}

TEST_CASE("misuse: the mean of a grey frame and one in colours is refused") {
    const std::vector frames{find_noise(frame(1, sigma)), find_noise(frame(2, sigma, 1))};
    REQUIRE_FALSE(frames[1].is_clean());
    CHECK(is_message(thrown_by([&] { mean_noise(frames); }), messages::noise_channels, 3, 1));
}
