// Tests the heat image: colours rise with the difference, and a text explains them.
#include "image/heat.h"
#include "image/naive.h"
#include <array>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

using Rgb = std::array<int, 3>;

Rgb at(const Pixels& pixels, int x, int y) {
    const auto byte = [&](int c) { return int(pixels.at(x, y)[c]); };
    return {byte(0), byte(1), byte(2)};
}
int light(const Rgb& colour) { return 2 * colour[0] + 5 * colour[1] + colour[2]; }

Rgb heat_of(float difference) {
    return at(heat_picture(naive::constant({9, 9}, difference), naive::constant({9, 9}, 0), {true, 1}), 4, 4);
}

} // namespace

TEST_CASE(
    "larger differences are brighter; equal pixels are black, and pixels that cannot be compared are grey") {
    CHECK(heat_of(0) == Rgb{0, 0, 0});
    CHECK(heat_of(float(heat_least) / 2) == Rgb{0, 0, 0});
    int before = light(heat_of(float(heat_least) * 1.5F));
    for (double difference = 2 * heat_least; difference <= heat_most; difference *= 1.5) {
        const int now = light(heat_of(float(difference)));
        CHECK(now > before);
        before = now;
    }
    CHECK(heat_of(5) == heat_of(1));
    CHECK(heat_of(std::numeric_limits<float>::infinity()) == Rgb{128, 128, 128});
    CHECK(heat_of(-0.5F) == heat_of(0.5F));
}

TEST_CASE("the colours of the scale match its description") {
    const auto blue_most = [](const Rgb& c) { return c[2] > c[0] && c[2] > c[1]; };
    const Rgb violet = heat_of(1e-4F), purple = heat_of(1e-3F), red = heat_of(1e-2F), orange = heat_of(0.1F);
    CHECK(blue_most(violet));
    CHECK((purple[0] > 100 && purple[2] > 90 && purple[1] < 60));
    CHECK((red[0] > 200 && red[1] < 100 && red[2] < 100));
    CHECK((orange[0] > 240 && orange[1] > 130 && orange[1] < 200 && orange[2] < 60));
    CHECK(light(heat_of(1)) > 1500);
    const std::string words = heat_scale_text;
    for (const char* one : {"violet 0.0001", "purple 0.001", "red 0.01", "orange 0.1", "light yellow 1 "})
        CHECK(words.find(one) != std::string::npos);
}

TEST_CASE("the heat image has the size of the compared images") {
    for (const Size size : {Size{1, 1}, Size{30, 3}, Size{1920, 2}}) {
        const Planar black = naive::constant(size, 0);
        CHECK(heat_picture(black, black, {}).size == size);
    }
}

TEST_CASE(
    "the heat image of FLIP goes from black to light yellow, in the colours of magma, and grey is unknown") {
    const PsnrScale display{false, 1, true};
    const auto heat = [&](float a, float b) {
        return at(heat_picture(naive::constant({3, 3}, a), naive::constant({3, 3}, b), display, true), 1, 1);
    };
    CHECK(heat(0.5F, 0.5F) == Rgb{0, 0, 4});
    CHECK(heat(std::numeric_limits<float>::quiet_NaN(), 0.5F) == Rgb{128, 128, 128});
    int before = light(heat(0.5F, 0.5F));
    for (const float x : {0.52F, 0.6F, 0.7F, 0.8F, 0.9F, 1.0F}) {
        const int now = light(heat(x, 0.5F));
        CHECK(now > before);
        before = now;
    }
    const double share = flip(naive::constant({3, 3}, 1), naive::constant({3, 3}, 0), display);
    REQUIRE(share > 0.875); // the last eighth: (254, 194, 135) to (252, 253, 191)
    CHECK(heat(1, 0)[1] == std::lround(194 + (253 - 194) * (share - 0.875) * 8));
}
