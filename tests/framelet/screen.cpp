// Tests that dots of printed images and of dither are not noise, although statistics of blocks suggest it.
#include "noise/noise.h"
#include "support/files/tagged.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <random>

using namespace atrous;

namespace {

constexpr Size size{768, 512};

/// 8 bits of value(x, y, channel), 0 to 255.
Pixels picture(const std::function<double(int, int, int)>& value) {
    return tagged::picture(size, PixelType::u8, 3, [&](int x, int y, int c) { return value(x, y, c) / 255; });
}

double tone(int x, int y, int c) { return 70 + 90.0 * x / size.width + 20 * std::sin(0.01 * y) + 8 * c; }

NoiseRule rule_of(const Pixels& p) { return find_noise(p).rule; }

/// Dots with an angle per channel, as soft as in a scan, and grain.
Pixels printed(double period, double grain) {
    std::mt19937 random(4);
    std::normal_distribution<double> one;
    return picture([&](int x, int y, int c) {
        const double angle = 0.26 + 1.05 * c,
                     u = (x * std::cos(angle) + y * std::sin(angle)) * 6.2832 / period,
                     v = (y * std::cos(angle) - x * std::sin(angle)) * 6.2832 / period;
        const double mean = tone(x, y, c), dot = 0.25 * (2 + std::cos(u) + std::cos(v)) * 255;
        return 255 / (1 + std::exp(-(mean - dot) / 24)) + grain * one(random);
    });
}

} // namespace

TEST_CASE("the screen of a printed image is not noise") {
    for (const double period : {4.3, 5.7, 9.0, 13.0})
        for (const double grain : {0.0, 2.0}) {
            CAPTURE(period);
            CAPTURE(grain);
            CHECK(rule_of(printed(period, grain)) == NoiseRule::none);
        }
}

TEST_CASE("dither, ordered or not, is no noise") {
    constexpr int ordered[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(0, 1);
    const auto of = [](double v, double threshold) { return std::floor(v / 51 + threshold) * 51; };
    CHECK(rule_of(picture([&](int x, int y, int c) {
              return of(tone(x, y, c), (ordered[y % 4][x % 4] + 0.5) / 16);
          })) == NoiseRule::none);
    CHECK(rule_of(picture([&](int x, int y, int c) { return of(tone(x, y, c), any(random)); })) ==
          NoiseRule::none);
}

TEST_CASE("noise next to screens, fine and coarse, is found") {
    std::mt19937 random(9);
    std::normal_distribution<double> one;
    CHECK(rule_of(picture([&](int x, int y, int c) { return tone(x, y, c) + 6 * one(random); })) !=
          NoiseRule::none);
    std::vector<double> rough(std::size_t(size.width + 4) * std::size_t(size.height + 4) * 3);
    for (double& v : rough) v = 10 * one(random);
    const auto coarse = [&](int x, int y, int c) { // the mean of 2x2
        double sum = 0;
        for (const int dy : {0, 1})
            for (const int dx : {0, 1})
                sum += rough[std::size_t((y + dy) * (size.width + 4) + x + dx) * 3 + std::size_t(c)];
        return sum / 4;
    };
    CHECK(rule_of(picture([&](int x, int y, int c) { return tone(x, y, c) + coarse(x, y, c); })) !=
          NoiseRule::none);
}
