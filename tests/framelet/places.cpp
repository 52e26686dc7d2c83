// Tests large images with smooth places that have the noise of cameras' JPEGs: faint, coarse, only in lightness.
#include "noise/noise.h"
#include "support/files/tagged.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;

namespace {

constexpr Size large{1920, 1280};

/// Normal deviates of variance 1, smoothed by 1 2 1 both ways.
class Grain {
  public:
    Grain(Size size, unsigned seed) : width_(std::size_t(size.width)) {
        std::mt19937 random(seed);
        std::normal_distribution<double> one;
        std::vector<double> rough(std::size_t(size.pixels()));
        for (double& v : rough) v = one(random);
        values_ = rough;
        const double unit = 64.0 / 9; // one over the squares of the taps, 3/8 each way
        for (std::size_t i = width_ + 1; i + width_ + 1 < rough.size(); ++i) {
            double sum = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    sum += (2 - std::abs(dx)) * (2 - std::abs(dy)) / 16.0 *
                           rough[i + std::size_t(dx) + std::size_t(dy) * width_];
            values_[i] = sum * std::sqrt(unit);
        }
    }
    double at(int x, int y) const { return values_[std::size_t(y) * width_ + std::size_t(x)]; }

  private:
    std::size_t width_;
    std::vector<double> values_{};
};

/// A sky over a share of the height, above rocks, in which each stone has its own roughness. Grain of `grain`
/// steps of 8 bits everywhere.
Pixels landscape(Size size, double sky, double grain, int colours = 3) {
    static const Grain noise(large, 5), rough(large, 6);
    return tagged::picture(size, PixelType::u8, colours, [&](int x, int y, int c) {
        const unsigned stone = (unsigned(x / 23) * 2654435761u ^ unsigned(y / 19) * 40503u) >> 7;
        const double rocks = 90 + double(stone % 70) + 2 * double(stone / 70 % 9) * rough.at(x, y) + 9 * c;
        const double above = 150 + 20.0 * y / size.height + 6 * std::sin(0.004 * x) + 12 * c;
        return ((y < sky * size.height ? above : rocks) + grain * noise.at(x, y)) / 255;
    });
}

} // namespace

TEST_CASE("the noise of a sky next to rocks is found with its strength") {
    for (const double grain : {3.5, 5.0}) {
        CAPTURE(grain);
        const NoiseFound found = find_noise(landscape(large, 0.4, grain));
        CHECK(found.rule == NoiseRule::measured);
        // Reference: white noise of the same density has (8 / 3)^2 times the variance. Three equal channels: the root of 3.
        const double white = grain * std::sqrt(3.0) * 8 / 3;
        CHECK(found.deviation[0][1] > 0.6 * white);
        CHECK(found.deviation[0][1] < 1.2 * white);
    }
    CHECK(find_noise(landscape(large, 0.4, 3.5, 1)).measured > 1.5); // grey
    // Weak noise of lightness alone may be texture: found in part.
    const double weak = find_noise(landscape(large, 0.4, 1)).measured;
    CHECK(weak > 0.1);
    CHECK(weak < 1);
}

TEST_CASE("rocks without noise have none, with and without a sky; with noise they do not make it stronger") {
    CHECK(find_noise(landscape(large, 0, 0)).measured < 0.64);
    CHECK(find_noise(landscape(large, 0.4, 0)).measured < 0.64);
    CHECK(find_noise(landscape(large, 0, 1)).measured < 1.3);
}

TEST_CASE("the noise of a sky is the same in a small image as in a large one") {
    const double whole = find_noise(landscape(large, 0.4, 3.5)).measured,
                 part = find_noise(landscape({900, 600}, 0.4, 3.5)).measured;
    CHECK(whole > 1.5);
    CHECK(part == doctest::Approx(whole).epsilon(0.2));
}
