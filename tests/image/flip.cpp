// Compares FLIP with a second implementation of its equations, and with values of flip-evaluator.
#include "image/metrics.h"
#include "image/naive_flip.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr PsnrScale display{false, 1, true}, light{};
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// An image that the recorded values are of: integers s in 8 bits, and for renders 8 s^4 + 0.01.
Planar recorded_picture(Size size, int seed, bool render) {
    Planar made{size, {"R", "G", "B"}, {}};
    for (int c = 0; c < 3; ++c) {
        auto& plane = made.planes.emplace_back();
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const double s =
                    (x * (7 + seed) + y * 13 + c * 61 + x * y * seed * 3 + seed * 29) % 256 / 255.0;
                plane.push_back(float(render ? 8 * std::pow(s, 4) + 0.01 : s));
            }
    }
    return made;
}

Planar in_display_range(Planar picture) {
    for (auto& plane : picture.planes)
        for (float& sample : plane) sample = std::clamp(sample, 0.0F, 1.0F);
    return picture;
}

/// The largest difference of two planes, and of their means.
void check_equal(const std::vector<float>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    double largest = 0, sum = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        largest = std::max(largest, std::abs(double(found[i]) - expected[i]));
        sum += double(found[i]) - expected[i];
    }
    // Edges are wrong by some 2^-24, whose root decides about the exponent of the error.
    CHECK(largest < 2e-4);
    CHECK(std::abs(sum) / double(found.size()) < 2e-5);
}

} // namespace

TEST_CASE("FLIP equals its equations at every size, in grey and in colour, for displays and for renders") {
    for (const Size size : {Size{1, 1}, Size{1, 7}, Size{3, 2}, Size{16, 13}, Size{25, 5}})
        for (const int channels : {1, 3}) {
            CAPTURE(to_string(size));
            CAPTURE(channels);
            const Planar a = naive::picture(size, channels, 1), b = naive::picture(size, channels, 2);
            check_equal(flip_errors(a, b, light).at(0), naive::hdr_flip(a, b));
            const Planar x = in_display_range(a), r = in_display_range(b);
            check_equal(flip_errors(x, r, display).at(0), naive::ldr_flip(x, r));
        }
}

TEST_CASE("mean FLIP equals flip-evaluator 1.7 to 4 decimals, with its default distance and exposures") {
    // flip_evaluator.evaluate(r, x, "LDR") and (r, x, "HDR"), of PyPI, on the images of recorded_picture().
    constexpr struct {
        Size size;
        double ldr, hdr;
    } values[] = {{{1, 1}, 0.390230, 0.626483},
                  {{1, 7}, 0.538884, 0.793632},
                  {{3, 2}, 0.481585, 0.712212},
                  {{40, 24}, 0.382741, 0.432070},
                  {{65, 33}, 0.367210, 0.390352}};
    for (const auto& [size, ldr, hdr] : values) {
        CAPTURE(to_string(size));
        // Rounding gives flip-evaluator some edges in constant images, where they are 0 by the equations.
        const double bound = size.pixels() == 1 ? 1e-4 : 5e-5;
        for (const bool render : {false, true}) {
            const Planar x = recorded_picture(size, 1, render), r = recorded_picture(size, 2, render);
            CHECK(std::abs(flip(x, r, render ? light : display) - (render ? hdr : ldr)) < bound);
        }
    }
}

TEST_CASE("equal images have no error, and FLIP for displays is the same with images exchanged") {
    for (const Size size : {Size{1, 1}, Size{7, 5}, Size{40, 130}}) {
        const Planar a = in_display_range(naive::picture(size, 3, 1)),
                     b = in_display_range(naive::picture(size, 3, 2));
        for (const PsnrScale& scale : {display, light})
            CHECK(flip_errors(a, a, scale).at(0) == std::vector<float>(a.planes[0].size()));
        CHECK(flip(a, a, light) == 0);
        CHECK(flip(a, b, display) > 0.1);
        CHECK(flip_errors(a, b, display) == flip_errors(b, a, display));
    }
}

TEST_CASE("pixels far from the border are the same in a part of an image") {
    const Planar a = in_display_range(naive::picture({30, 400}, 3, 1)),
                 b = in_display_range(naive::picture({30, 400}, 3, 2));
    const std::vector<float> whole = flip_errors(a, b, display).at(0);
    Planar part_a{{30, 90}, a.names, {}}, part_b = part_a;
    for (std::size_t c = 0; c < 3; ++c) {
        part_a.planes.emplace_back(a.planes[c].begin() + 200 * 30, a.planes[c].begin() + 290 * 30);
        part_b.planes.emplace_back(b.planes[c].begin() + 200 * 30, b.planes[c].begin() + 290 * 30);
    }
    const std::vector<float> part = flip_errors(part_a, part_b, display).at(0);
    CHECK(std::equal(part.begin() + 10 * 30, part.begin() + 80 * 30, whole.begin() + 210 * 30));
}

TEST_CASE("pixels within 10 rows and columns of a sample that is not finite have no FLIP") {
    constexpr Size size{40, 33};
    const Planar whole = in_display_range(naive::picture(size, 3, 1)),
                 r = in_display_range(naive::picture(size, 3, 2));
    for (const float value : {not_a_number, std::numeric_limits<float>::infinity()})
        for (const bool in_reference : {false, true}) {
            Planar a = whole, b = r;
            (in_reference ? b : a).planes[1][std::size_t(16 * 40 + 20)] = value;
            for (const PsnrScale& scale : {display, light}) {
                const std::vector<float> errors = flip_errors(a, b, scale).at(0);
                for (int y = 0; y < size.height; ++y)
                    for (int x = 0; x < size.width; ++x)
                        CHECK(std::isnan(errors[std::size_t(y * 40 + x)]) ==
                              (std::abs(x - 20) <= 10 && std::abs(y - 16) <= 10));
                CHECK(std::isfinite(flip(a, b, scale)));
            }
        }
    CHECK(std::isnan(flip(naive::constant({5, 5}, not_a_number), naive::constant({5, 5}, 1), light)));
}

TEST_CASE("alpha is left out of FLIP, grey is equal to three same colours, and two views are two images") {
    const Planar a = naive::picture({20, 12}, 4, 1), b = naive::picture({20, 12}, 4, 2);
    const Planar rgb_a{a.size, {"R", "G", "B"}, {a.planes[0], a.planes[1], a.planes[2]}},
        rgb_b{b.size, {"R", "G", "B"}, {b.planes[0], b.planes[1], b.planes[2]}};
    CHECK(flip_errors(a, b, light) == flip_errors(rgb_a, rgb_b, light));
    const Planar grey_a{a.size, {"Y"}, {a.planes[0]}}, grey_b{b.size, {"Y"}, {b.planes[0]}},
        same_a{a.size, {"R", "G", "B"}, {a.planes[0], a.planes[0], a.planes[0]}},
        same_b{b.size, {"R", "G", "B"}, {b.planes[0], b.planes[0], b.planes[0]}};
    CHECK(flip_errors(grey_a, grey_b, light) == flip_errors(same_a, same_b, light));
    Planar views_a = a, views_b = b;
    views_a.names =
        views_b.names = {"left.R", "left.G", "left.B", "left.A", "right.R", "right.G", "right.B", "right.A"};
    for (std::size_t c = 0; c < 4; ++c) {
        views_a.planes.push_back(b.planes[c]);
        views_b.planes.push_back(b.planes[c]);
    }
    const auto both = flip_errors(views_a, views_b, light);
    REQUIRE(both.size() == 2);
    CHECK(both[0] == flip_errors(a, b, light)[0]);
    CHECK(std::ranges::all_of(both[1], [](float error) { return error == 0; }));
    CHECK(flip(views_a, views_b, light) == doctest::Approx(flip(a, b, light) / 2));
}

TEST_CASE("renders that are black, negative or very bright have a FLIP between 0 and 1") {
    constexpr float values[] = {-1e30F, -1, 0, 1e-30F, 1, 1e20F, std::numeric_limits<float>::max()};
    for (const float a : values)
        for (const float b : values) {
            const double found = flip(naive::constant({3, 2}, a), naive::constant({3, 2}, b), light);
            CHECK(found >= 0);
            CHECK(found <= 1);
            if (a == b || (a <= 0 && b <= 0)) CHECK(found == 0);
        }
    Planar spark = naive::constant({12, 9}, 0);
    spark.planes[0][40] = 1e10F;
    CHECK(flip(naive::constant({12, 9}, 0), spark, light) > 0.1);
}
