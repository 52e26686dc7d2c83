// Tests that --edges auto is exact: all ways of computing it give the double-precision reference and each other.
#include "support/gpu_fixture.h"
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr double bound = 1e-5; // of the value range

EawSettings search_settings(const std::string& space, int levels) {
    auto s = busy_settings(space);
    s.search_edges = true;
    s.levels = levels;
    return s;
}

std::vector<reference::Image> references_of(Engine& e, const EawSettings& settings, const Pixels& input) {
    return reference::eaw(to_reference(input), to_reference(resolve(settings, input, traits(e)), input));
}

void check_ways(Engine& e, const EawSettings& settings, const Pixels& input, double range) {
    const auto exact = references_of(e, settings, input).back();
    Pixels first;
    for (const auto& way : ways_in_pairs(settings, settings.levels)) {
        CAPTURE(name_of(way));
        CAPTURE(to_string(input.size));
        const Pixels out = run(e, way, input);
        CHECK(largest_difference(out, exact, range) <= bound);
        if (first.bytes.size == 0)
            first = out.copy();
        else
            CHECK(largest_difference(out, first, range) <= bound);
    }
}

const std::vector<Size> sizes = {{1, 1}, {2, 1}, {7, 5}, {33, 21}, {1, 97}, {64, 64}, {101, 67}};

} // namespace

TEST_CASE("searched edges: every way of computing gives the reference") {
    Engine* e = engine();
    if (!e) return;
    int turn = 0;
    for (const auto& [space, peak] :
         std::vector<std::pair<std::string, double>>{{"lab", 1}, {"log", 16}, {"linear", 1}, {"rgb", 1}})
        for (const Size size : sizes) {
            auto settings = search_settings(space, 1 + turn++ % 6);
            // Kernels of the search take longest to compile, so one group of planes has only border drop.
            settings.border = named(turn % 2 || space == "rgb" ? "drop" : "clamp");
            check_ways(*e, settings, make_pixels(size, PixelType::f32, 3, Alpha::none, peak), peak);
        }
}

TEST_CASE("searched edges: radius 1 with border drop, grey with border clamp") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{7, 5}, Size{65, 34}}) {
        auto settings = search_settings("lab", 5);
        settings.border = named("drop");
        settings.radius = 1;
        check_ways(*e, settings, make_pixels(size, PixelType::f32), 1);
        settings.border = named("clamp");
        settings.radius = 2;
        settings.chroma = {{1}};
        settings.chroma_threshold = {{0}};
        check_ways(*e, settings, make_pixels(size, PixelType::f32, 1), 1);
    }
}

TEST_CASE("searched edges: border mirror is exact in the dilated schedule") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{7, 23}, Size{61, 47}}) {
        const Pixels input = make_pixels(size, PixelType::f32);
        auto settings = search_settings("rgb", 4);
        settings.border = named("mirror");
        settings.how.schedule = named("dilated");
        const auto exact = references_of(*e, settings, input).back();
        for (const auto& form : forms()) {
            settings.how.form = &form;
            CAPTURE(form.name);
            CAPTURE(to_string(size));
            CHECK(largest_difference(run(*e, settings, input), exact, 1) <= bound);
        }
    }
}

// Tests both together, on one group of planes, because only this case compiles these programs.
TEST_CASE("searched edges: border reflect and weights of a box, together") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{33, 21}}) {
        auto settings = search_settings("rgb", 4);
        settings.border = named("reflect");
        settings.kernel = named("box");
        check_ways(*e, settings, make_pixels(size, PixelType::f32), 1);
    }
}

TEST_CASE("searched edges: ten levels, more than the image has") {
    Engine* e = engine();
    if (!e) return;
    check_ways(*e, search_settings("linear", 10), make_pixels({130, 5}, PixelType::f32), 1);
}

// The choice divides by sums of errors, and must be a number even if all of them are 0.
TEST_CASE("searched edges: details on a plain ground are exact") {
    Engine* e = engine();
    if (!e) return;
    Pixels input = make_pixels({61, 45}, PixelType::f32);
    for (int y = 0; y < 45; ++y)
        for (int x = 0; x < 61; ++x)
            for (int c = 0; c < 3 && (x < 25 || x > 28 || y < 20 || y > 30); ++c)
                set_sample(input, std::size_t((y * 61 + x) * 3 + c), x < 40 ? 0.25 : 0.5);
    check_ways(*e, search_settings("linear", 3), input, 1);
}

TEST_CASE("searched edges: a constant image and neutral settings give the input back bit for bit") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& way : all_ways(search_settings("lab", 4))) {
        CAPTURE(name_of(way));
        Pixels flat = make_pixels({37, 29}, PixelType::u8);
        for (std::size_t i = 0; i < 37 * 29 * 3; ++i) set_sample(flat, i, 0.4);
        CHECK(largest_difference(run(*e, way, flat), flat, 1) == 0);
        auto neutral = way;
        neutral.luma = neutral.chroma = {{1}};
        neutral.luma_threshold = neutral.chroma_threshold = {{0}};
        const Pixels input = make_pixels({37, 29}, PixelType::f32);
        CHECK(largest_difference(run(*e, neutral, input), input, 1) == 0);
    }
}

TEST_CASE("searched edges: storage half is near") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& form : forms()) {
        auto settings = search_settings("lab", 4);
        settings.how.form = &form;
        const Pixels input = make_pixels({101, 67}, PixelType::f32);
        const Pixels exact = run(*e, settings, input);
        settings.how.storage = named("half");
        const double difference = largest_difference(run(*e, settings, input), exact, 1);
        CHECK(difference > 0);
        CHECK(difference < 0.02);
    }
}

TEST_CASE("searched edges: the largest values stay finite") {
    Engine* e = engine();
    if (!e) return;
    for (const char* space : {"linear", "rgb", "log", "lab"}) {
        Pixels input = make_pixels({40, 30}, PixelType::f32);
        set_sample(input, 0, 3e38);
        set_sample(input, 1000, -3e38);
        auto settings = search_settings(space, 3);
        const Pixels out = run(*e, settings, input);
        for (std::size_t i = 0; i < 40 * 30 * 3; ++i) REQUIRE(std::isfinite(sample(out, i)));
    }
}

TEST_CASE("searched edges: the plan counts the planes of the search") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({256, 64}, PixelType::f32);
    auto settings = search_settings("lab", 3);
    const auto with = eaw_plan(resolve(settings, input, traits(*e)), input, traits(*e)).bytes();
    settings.search_edges = false;
    const auto without = eaw_plan(resolve(settings, input, traits(*e)), input, traits(*e)).bytes();
    CHECK(with - without >= 8 * sizeof(float) * 256 * 64);
    CHECK(with - without <= 9 * sizeof(float) * 256 * 64);
}
