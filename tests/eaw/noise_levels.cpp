// Compares the noise of each level's details with independent figures and with white noise.
#include "filters/eaw/levels.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;

namespace {

constexpr int side = 256;

std::vector<double> white_image(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> image(side * side);
    for (double& v : image) v = normal(random);
    return image;
}

/// The mean of value(x, y) over the pixels with two neighbours on each side.
template <class Value>
double inner_mean(const Value& value) {
    double sum = 0;
    for (int y = 2; y < side - 2; ++y)
        for (int x = 2; x < side - 2; ++x) sum += value(x, y);
    return sum / ((side - 4) * (side - 4));
}

} // namespace

TEST_CASE("noise of the B3 starlet's levels is the known table") {
    // J.-L. Starck, F. Murtagh: Astronomical Image and Data Analysis (2006), table of the starlet, to three
    // digits. More digits by exact summation over the two-dimensional filters.
    const double known[] = {0.8908, 0.20066, 0.08551, 0.04122, 0.02042, 0.01019, 0.00509, 0.00255};
    const auto levels = noise_of_levels(tap_weights()[0], 2, 8);
    REQUIRE(levels.size() == 8);
    for (std::size_t l = 0; l < levels.size(); ++l) CHECK(std::abs(levels[l] - known[l]) < 6e-5);
}

TEST_CASE("noise of the first level is white noise less its local mean") {
    const auto image = white_image(3);
    const double taps[2][5] = {{0, 0.25, 0.5, 0.25, 0}, {0.0625, 0.25, 0.375, 0.25, 0.0625}};
    for (const int radius : {1, 2}) {
        const double variance = inner_mean([&](int x, int y) {
            double mean = 0;
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i)
                    mean += taps[radius - 1][j + 2] * taps[radius - 1][i + 2] *
                            image[std::size_t((y + j) * side + x + i)];
            return std::pow(image[std::size_t(y * side + x)] - mean, 2);
        });
        CHECK(std::sqrt(variance) ==
              doctest::Approx(noise_of_levels(tap_weights()[0], radius, 1)[0]).epsilon(0.02));
    }
}

TEST_CASE("noise in the taps of the first level is white noise around its local mean") {
    const auto image = white_image(4);
    const double taps[5] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
    const double variance = inner_mean([&](int x, int y) {
        double mean = 0, squares = 0;
        for (int j = -2; j <= 2; ++j)
            for (int i = -2; i <= 2; ++i) {
                const double weight = taps[j + 2] * taps[i + 2],
                             v = image[std::size_t((y + j) * side + x + i)];
                mean += weight * v, squares += weight * v * v;
            }
        return squares - mean * mean;
    });
    const auto levels = tap_noise_of_levels(tap_weights()[0], 2, 4);
    CHECK(variance == doctest::Approx(levels[0]).epsilon(0.02));
    // All levels have the variance that the coarsest image has lost.
    CHECK(levels[0] + levels[1] + levels[2] + levels[3] < 1);
    CHECK(levels[0] + levels[1] + levels[2] + levels[3] > 0.998);
}

TEST_CASE("noise halves with every coarse level") {
    for (const int radius : {1, 2}) {
        const auto levels = noise_of_levels(tap_weights()[0], radius, 10);
        for (std::size_t l = 4; l < levels.size(); ++l)
            CHECK(levels[l] / levels[l - 1] == doctest::Approx(0.5).epsilon(0.02));
    }
}
