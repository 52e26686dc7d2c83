// Compares the noise of each level's details with independent figures and with white noise.
#include "filters/eaw/levels.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;

TEST_CASE("noise of the B3 starlet's levels is the known table") {
    // J.-L. Starck, F. Murtagh: Astronomical Image and Data Analysis (2006), table of the starlet, to three
    // digits. More digits by exact summation over the two-dimensional filters.
    const double known[] = {0.8908, 0.20066, 0.08551, 0.04122, 0.02042, 0.01019, 0.00509, 0.00255};
    const auto levels = noise_of_levels(tap_weights()[0], 2, 8);
    REQUIRE(levels.size() == 8);
    for (std::size_t l = 0; l < levels.size(); ++l) CHECK(std::abs(levels[l] - known[l]) < 6e-5);
}

TEST_CASE("noise of the first level is that of white noise less its local mean") {
    constexpr int n = 256;
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    std::vector<double> image(n * n);
    for (double& v : image) v = normal(random);
    const double taps[2][5] = {{0, 0.25, 0.5, 0.25, 0}, {0.0625, 0.25, 0.375, 0.25, 0.0625}};
    for (const int radius : {1, 2}) {
        double sum = 0;
        for (int y = 2; y < n - 2; ++y)
            for (int x = 2; x < n - 2; ++x) {
                double mean = 0;
                for (int j = -2; j <= 2; ++j)
                    for (int i = -2; i <= 2; ++i)
                        mean += taps[radius - 1][j + 2] * taps[radius - 1][i + 2] *
                                image[std::size_t((y + j) * n + x + i)];
                sum += std::pow(image[std::size_t(y * n + x)] - mean, 2);
            }
        const double measured = std::sqrt(sum / ((n - 4) * (n - 4)));
        CHECK(measured == doctest::Approx(noise_of_levels(tap_weights()[0], radius, 1)[0]).epsilon(0.02));
    }
}

TEST_CASE("noise in the taps of the first level is that of white noise around its local mean") {
    constexpr int n = 256;
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    std::vector<double> image(n * n);
    for (double& v : image) v = normal(random);
    const double taps[5] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
    double sum = 0;
    for (int y = 2; y < n - 2; ++y)
        for (int x = 2; x < n - 2; ++x) {
            double mean = 0, squares = 0;
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i) {
                    const double weight = taps[j + 2] * taps[i + 2],
                                 v = image[std::size_t((y + j) * n + x + i)];
                    mean += weight * v, squares += weight * v * v;
                }
            sum += squares - mean * mean;
        }
    const auto levels = tap_noise_of_levels(tap_weights()[0], 2, 4);
    CHECK(sum / ((n - 4) * (n - 4)) == doctest::Approx(levels[0]).epsilon(0.02));
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
