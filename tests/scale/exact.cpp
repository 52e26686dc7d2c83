// Tests that the scale filter agrees with the double-precision reference for every factor, window and access, on
// awkward sizes.
#include "scale/fixture.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr double to_reference_bound = 1e-5;

/// Light in floats, of which the image is the light itself.
Pixels light(Size size, int colours) { return make_pixels(size, PixelType::f32, colours); }

void check(Engine& e, const ScaleSettings& s, const Pixels& input, const ScaleGeometry& geometry) {
    CAPTURE(to_string(input.size));
    CAPTURE(to_string(geometry.out()));
    CAPTURE(geometry.x.factor);
    const Pixels out = scaled(e, s, input, geometry);
    CHECK(largest_difference(out, expected(s, to_reference(input), geometry), 1) <= to_reference_bound);
}

} // namespace

TEST_CASE("every access gives the reference for every factor") {
    Engine* e = engine();
    if (!e) return;
    for (const ScaleAccessRow& access : scale_accesses())
        for (int factor = 1; factor <= 16; ++factor) {
            CAPTURE(access.name);
            check(*e, scale_settings(5, "kaiser", access.name), light({factor * 9 + 5, 7}, 1),
                  geometry_of({factor * 9 + 5, 7}, factor, factor > 8 ? 1 : 2));
        }
}

TEST_CASE("odd sizes down to one pixel, factors larger than the image, a factor per axis") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 3}, Size{3, 5}, Size{17, 9}, Size{131, 67}})
        for (const Size factor : {Size{2, 2}, Size{1, 3}, Size{5, 1}, Size{3, 16}, Size{64, 64}}) {
            const ScaleGeometry geometry = geometry_of(size, factor.width, factor.height);
            CHECK(geometry.x.out == std::max(1, int(std::floor(double(size.width) / factor.width + 0.5))));
            check(*e, scale_settings(5), light(size, 3), geometry);
        }
}

TEST_CASE("every window and number of taps gives the reference") {
    Engine* e = engine();
    if (!e) return;
    for (const ScaleWindow& window : scale_windows())
        for (const int taps : {1, 3, 8})
            check(*e, scale_settings(taps, window.name), light({61, 43}, 1), geometry_of({61, 43}, 3, 4));
}

TEST_CASE("factors that are not whole, and enlarging, give the reference") {
    Engine* e = engine();
    if (!e) return;
    for (const char* access : {"vector", "naive", "scrambled", "strided"})
        for (const Size out : {Size{37, 20}, Size{66, 45}, Size{67, 46}, Size{150, 101}, Size{1, 1}}) {
            CAPTURE(access);
            check(*e, scale_settings(5, "kaiser", access), light({67, 46}, 1), geometry_to({67, 46}, out));
        }
}

TEST_CASE("a factor of 1 gives the samples back") {
    Engine* e = engine();
    if (!e) return;
    for (const PixelType type : {PixelType::u8, PixelType::f32}) {
        const Pixels input = make_pixels({37, 11}, type, 3);
        CHECK(largest_difference(scaled(*e, scale_settings(5), input, geometry_of(input.size, 1, 1)), input,
                                 1) <= 1e-6);
    }
}

TEST_CASE("a constant stays constant") {
    Engine* e = engine();
    if (!e) return;
    Pixels input = light({203, 117}, 3);
    for (std::size_t i = 0; i < 3 * std::size_t(input.size.pixels()); ++i) set_sample(input, i, 0.7);
    for (const ScaleGeometry& geometry :
         {geometry_of(input.size, 2, 2), geometry_of(input.size, 7, 16), geometry_of(input.size, 64, 64),
          geometry_to(input.size, {76, 44})}) {
        const Pixels out = scaled(*e, scale_settings(5), input, geometry);
        for (std::size_t i = 0; i < 3 * std::size_t(out.size.pixels()); ++i)
            REQUIRE(std::abs(sample(out, i) - sample(input, 0)) <= 1e-6);
    }
}

TEST_CASE("an image on a canvas keeps its place to a fraction of a pixel") {
    for (const int offset : {-37, -8, 0, 3, 12})
        for (const int factor : {2, 5, 8})
            for (const int n : {1, 7, 64, 101}) {
                const PlacedAxis placed = placed_axis(n, factor, offset);
                CHECK(placed.axis.out >= 1);
                for (int i = 0; i < placed.axis.out; ++i) {
                    const double on_canvas =
                        (placed.place + i + 0.5) * factor; // position of the middle of the output
                    CHECK(placed.axis.centre(i) + 0.5 + offset == doctest::Approx(on_canvas));
                    if (placed.axis.out > 1) CHECK((on_canvas >= offset && on_canvas <= offset + n));
                }
            }
}
