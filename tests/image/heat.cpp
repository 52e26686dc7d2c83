// The heat picture: colours rise with the difference, and the legend says what they mean.
#include "image/heat.h"
#include "image/digits.h"
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

TEST_CASE("larger differences are brighter; equal pixels are black, and what cannot be compared is grey") {
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

TEST_CASE("the legend lies below the pixels at every width, its bar from the least colour to the most") {
    for (const int width : {1, 30, 200, 480, 1920, 7000}) {
        CAPTURE(width);
        const HeatLayout layout = heat_layout(width);
        const Planar black = naive::constant({width, 3}, 0);
        const Pixels heat = heat_picture(black, black, {});
        CHECK(heat.size == Size{layout.width, 3 + layout.legend});
        CHECK(layout.width >= width);
        const int y = 3 + layout.bar_top, right = layout.bar_left + layout.bar_width - 1;
        CHECK(at(heat, layout.bar_left, y) == heat_of(float(heat_least) * 1.0001F));
        CHECK(at(heat, right, y) == heat_of(float(heat_most)));
        CHECK(light(at(heat, (layout.bar_left + right) / 2, y)) > light(at(heat, layout.bar_left, y)));
        CHECK(at(heat, layout.bar_left - 1, y) == Rgb{0, 0, 0});
    }
}

TEST_CASE("the legend has the numbers 1e-5 to 1, each below its place on the bar, none over another") {
    for (const int width : {1, 480, 1920}) {
        const HeatLayout layout = heat_layout(width);
        const Planar black = naive::constant({width, 1}, 0);
        const Pixels heat = heat_picture(black, black, {});
        // Columns with ink, joined where at most four dots part them: the numbers.
        std::vector<std::array<int, 2>> labels;
        for (int x = 0; x < layout.width; ++x)
            for (int y = 0; y < digit_height * layout.text_scale; ++y) {
                if (at(heat, x, 1 + layout.text_top + y) != Rgb{255, 255, 255}) continue;
                if (labels.empty() || x - labels.back()[1] > 5 * layout.text_scale) labels.push_back({x, x});
                labels.back()[1] = x;
            }
        REQUIRE(labels.size() == 6);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const double place = layout.bar_left + double(i) / 5 * (layout.bar_width - 1);
            CHECK(labels[i][0] <= place + layout.text_scale);
            CHECK(labels[i][1] >= place - 3 * layout.text_scale);
        }
    }
}

TEST_CASE("every digit of numbers has dots of its own; other characters have none") {
    const std::string all = "0123456789.-e";
    for (const char one : all) {
        REQUIRE(find_digit(one));
        for (const char other : all)
            CHECK((find_digit(one)->rows == find_digit(other)->rows) == (one == other));
    }
    CHECK_FALSE(find_digit('x'));
}
