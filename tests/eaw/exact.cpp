// Tests that schedules, orders, forms and syntheses never change a result: all agree with the
// double-precision reference and with each other, on awkward sizes.
#include "support/gpu_fixture.h"
#include <cstdlib>
#include <doctest/doctest.h>
#include <tuple>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr double to_reference_bound = 1e-5; // of the value range
constexpr double to_each_other_bound = 2e-6;

struct Case {
    std::string space;
    double peak; // of the input: its value range
};

const std::vector<Case> cases = {{"lab", 1}, {"log", 16}, {"linear", 1}, {"rgb", 1}};
// Only on the long ones do some pixels have all taps of eight levels inside, along one axis.
const std::vector<Size> sizes = {{1, 1}, {2, 1}, {1, 97}, {7, 93}, {64, 64}, {131, 77}, {1037, 3}, {3, 1037}};

// Compares the ways of one turn for `levels` levels with `references[levels - 1]`.
void check_ways(Engine& e, const EawSettings& base, const Pixels& input, double range,
                const std::vector<reference::Image>& references, int levels) {
    auto settings = base;
    settings.levels = levels;
    Pixels first;
    for (const auto& way : ways_in_pairs(settings, levels)) {
        CAPTURE(name_of(way));
        CAPTURE(to_string(input.size));
        const Pixels out = run(e, way, input);
        CHECK(largest_difference(out, references[std::size_t(levels - 1)], range) <= to_reference_bound);
        if (first.bytes.size == 0)
            first = out.copy();
        else
            CHECK(largest_difference(out, first, range) <= to_each_other_bound);
    }
}

// Levels for comparisons: three in a row, so that each size has all ways, and the last one. Larger images have fewer.
std::vector<int> levels_for(Size size) {
    if (std::getenv("ATROUS_EXHAUSTIVE")) return {1, 2, 3, 4, 5, 6, 7, 8};
    if (size.pixels() > 2000) return {3, 8};
    return {1, 2, 3, 8};
}

// Spaces differ only when pixels enter and leave, which one small image shows and tests/pixel tests in all
// types. Decompose depends only on groups of planes, so the other images have one space of each grouping.
bool is_redundant(Size size, const std::string& space) {
    return size != Size{7, 93} && (space == "log" || space == "linear") && !std::getenv("ATROUS_EXHAUSTIVE");
}

void check_border(const std::string& border, int radius, const std::vector<Size>& at_sizes,
                  const std::string& only_space = "") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& row : cases)
        for (const Size size : at_sizes) {
            if (is_redundant(size, row.space)) continue;
            if (!only_space.empty() && row.space != only_space && !std::getenv("ATROUS_EXHAUSTIVE")) continue;
            const Pixels input = make_pixels(size, PixelType::f32, 3, Alpha::none, row.peak);
            auto settings = busy_settings(row.space);
            settings.border = named(border);
            settings.radius = radius;
            const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
            for (const int levels : levels_for(size))
                check_ways(*e, settings, input, row.peak, references, levels);
        }
}

} // namespace

TEST_CASE("every way of computing gives the reference, border drop") { check_border("drop", 2, sizes); }

TEST_CASE("every way of computing gives the reference, border clamp") {
    check_border("clamp", 2, {{1, 1}, {2, 1}, {1, 97}, {7, 93}, {131, 77}});
}

// Only here do pixels have all taps of seven levels inside along both axes.
TEST_CASE("large images give the reference in the middle, if no tap is outside of the image") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({521, 517}, PixelType::f32);
    auto settings = busy_settings("rgb");
    settings.levels = 8;
    const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
    for (const char* schedule : {"dilated", "permuted"})
        for (const char* form : {"direct", "vector"}) {
            settings.how.schedule = named(schedule);
            settings.how.form = named(form);
            CAPTURE(name_of(settings));
            CHECK(largest_difference(run(*e, settings, input), references.back(), 1) <= to_reference_bound);
        }
}

// Kernels of each border, of each radius and of each grouping of planes, but not of all of them together.
TEST_CASE("every way of computing gives the reference, radius 1") {
    check_border("drop", 1, {{1, 1}, {7, 93}, {131, 77}}, "lab");
    check_border("clamp", 1, {{1, 1}, {7, 93}, {65, 66}}, "rgb");
}

// Tests one grouping of planes and both together, since compiling takes long. tests/eaw/regions.cpp has the same kernels.
TEST_CASE("every way of computing gives the reference, border reflect and weights of a box") {
    Engine* e = engine();
    if (!e) return;
    const struct {
        const char* kernel;
        int radius;
    } rows[] = {{"b3", 2}, {"box", 1}};
    for (const auto& row : rows)
        for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 97}, Size{65, 66}}) {
            const Pixels input = make_pixels(size, PixelType::f32);
            auto settings = busy_settings("lab");
            settings.border = named("reflect");
            settings.kernel = named(row.kernel);
            settings.radius = row.radius;
            const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
            for (const int levels : {2, 6}) check_ways(*e, settings, input, 1, references, levels);
        }
}

TEST_CASE("a box of taps gives the reference, also if border clamp makes one tap of several") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({31, 43}, PixelType::f32);
    auto settings = busy_settings("lab");
    settings.kernel = named("box");
    for (const auto& [form, border, radius] :
         {std::tuple{"direct", "drop", 2}, {"ring", "clamp", 2}, {"ring", "clamp", 1}}) {
        CAPTURE(radius);
        settings.border = named(border);
        settings.radius = radius;
        settings.how.form = named(form);
        const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
        CHECK(largest_difference(run(*e, settings, input), references.back(), 1) <= to_reference_bound);
    }
}

TEST_CASE("weights of taps sum to 1, and fall with the distance") {
    for (const TapWeights& row : tap_weights())
        for (const int radius : {1, 2}) {
            CAPTURE(row.name);
            double sum = 0;
            for (int d = -radius; d <= radius; ++d) sum += row.at(radius, d);
            CHECK(sum == doctest::Approx(1).epsilon(1e-12));
            for (int d = 0; d < radius; ++d) CHECK(row.at(radius, d) >= row.at(radius, d + 1));
        }
}

TEST_CASE("border mirror is exact in the dilated schedule") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{7, 93}, Size{64, 64}, Size{131, 77}}) {
        const Pixels input = make_pixels(size, PixelType::f32);
        auto settings = busy_settings("rgb");
        settings.border = named("mirror");
        settings.how.schedule = named("dilated");
        const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
        for (const auto& form : forms())
            for (const auto& synthesis : syntheses()) {
                settings.how.form = &form;
                settings.how.synthesis = &synthesis;
                CAPTURE(name_of(settings));
                CAPTURE(to_string(size));
                CHECK(largest_difference(run(*e, settings, input), references.back(), 1) <=
                      to_reference_bound);
            }
    }
}

TEST_CASE("edge stopping off at some or all levels is exact") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& edges :
         {std::vector<double>{0}, std::vector<double>{0, 12}, std::vector<double>{12, 0}}) {
        const Pixels input = make_pixels({191, 97}, PixelType::f32);
        auto settings = busy_settings("lab");
        settings.edges = {edges};
        const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
        check_ways(*e, settings, input, 1, references, 8);
    }
}

TEST_CASE("extreme edge sigmas stay exact: nothing passes, everything passes") {
    Engine* e = engine();
    if (!e) return;
    for (const double sigma : {1e-6, 1e-3, 1e6}) {
        const Pixels input = make_pixels({61, 43}, PixelType::f32);
        auto settings = busy_settings("linear");
        settings.edges = {{sigma}};
        const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
        check_ways(*e, settings, input, 1, references, 4);
    }
}

TEST_CASE("ten levels on images smaller than the support") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{3, 700}, Size{129, 5}}) {
        const Pixels input = make_pixels(size, PixelType::f32);
        auto settings = busy_settings("linear");
        settings.levels = 10;
        const auto references = reference::eaw(to_reference(input), to_reference(settings, input));
        check_ways(*e, settings, input, 1, references, 10);
    }
}
