// Tests border mirror (the schedule paper's sigma_b, section 3.4), which is approximate, and the paper's claims about it.
#include "support/gpu_fixture.h"
#include "support/vectors.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

// A plain linear filter: only c_L remains of the image (gain 0 drops every detail).
EawSettings smoothing(int levels, int radius) {
    EawSettings s;
    s.space = named("rgb");
    s.levels = levels;
    s.radius = radius;
    s.edges = {{0}};
    s.luma = {{0}};
    return s;
}

Pixels grey(Size size, const std::vector<double>& values) {
    Pixels p = make_pixels(size, PixelType::f32, 1);
    for (std::size_t i = 0; i < values.size(); ++i) set_sample(p, i, values[i]);
    return p;
}

// Largest distance of an output weight from the centre row: the support of the filter, rounded up to the
// dilation.
int support(int levels, int radius) {
    int reach = 0;
    for (int l = 0; l < levels; ++l) reach += radius << l;
    return reach + (1 << (levels - 1)) - 1;
}

// Name of a border in the vectors, and its settings.
struct Way {
    const char *boundary, *border, *schedule, *order;
    int least = 2; ///< minimum number of rows: both radii
    int checked = 0;
};

// Runs the linear filters of a file of vectors in every form.
void check_linear(Engine& e, const char* file, std::vector<Way>& ways) {
    const auto all = vectors(file);
    for (const auto& row : *all.find("linear")->array()) {
        const auto half = numbers(*row.find("kernel_half"));
        const int radius = int(half.size()) - 1;
        const auto kernel = std::ranges::find_if(tap_weights(), [&](const TapWeights& one) {
            return radius <= 2 && std::ranges::equal(half, std::span(one.h[radius - 1]).first(half.size()));
        });
        const auto way = std::ranges::find(ways, string(row, "boundary"), &Way::boundary);
        if (kernel == tap_weights().end() || way == ways.end()) continue; // not ours
        auto s = smoothing(integer(row, "levels"), radius);
        s.kernel = &*kernel;
        s.border = named(way->border);
        s.how.schedule = named(way->schedule);
        s.how.order = named(way->order);
        const Pixels input =
            grey({integer(row, "width"), integer(row, "height")}, numbers(*row.find("input")));
        const auto expected = numbers(*row.find("expect"));
        for (const auto& form : forms()) {
            s.how.form = &form;
            const Pixels out = run(e, s, input);
            CAPTURE(string(row, "boundary"));
            CAPTURE(form.name);
            for (std::size_t i = 0; i < expected.size(); ++i)
                CHECK(std::abs(sample(out, i) - expected[i]) < 1e-5);
        }
        ++way->checked;
    }
}

} // namespace

TEST_CASE("atrous.json, atrous_ways.json: linear filters at every border, sigma_b in each order") {
    Engine* e = engine();
    if (!e) return;
    std::vector<Way> ways = {{"zero", "drop", "permuted", "split"},
                             {"clamp", "clamp", "permuted", "split"},
                             {"mirror", "mirror", "dilated", "split"},
                             {"reflect", "reflect", "permuted", "split", 0},
                             {"sigma_b_asc", "mirror", "permuted", "ascending"},
                             {"sigma_b_quad", "mirror", "permuted", "subdivision"},
                             {"sigma_b_gsplit", "mirror", "permuted", "split"},
                             {"sigma_b_vkdt", "mirror", "permuted", "kaleidoscope"}};
    for (const auto* file : {"atrous", "atrous_ways"}) check_linear(*e, file, ways);
    for (const auto& way : ways) {
        CAPTURE(std::string(way.boundary));
        CHECK(way.checked >= way.least);
    }
}

TEST_CASE("mirror: all forms agree in every order") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{31, 17}, Size{64, 64}, Size{97, 61}})
        for (const auto& order : orders()) {
            auto s = busy_settings("rgb");
            s.levels = 6;
            s.border = named("mirror");
            s.how.order = &order;
            const Pixels input = make_pixels(size, PixelType::f32);
            s.how.form = named("direct");
            const Pixels expected = run(*e, s, input);
            for (const auto& form : forms()) {
                s.how.form = &form;
                CAPTURE(order.name);
                CAPTURE(form.name);
                CHECK(largest_difference(run(*e, s, input), expected, 1) <= 2e-6);
            }
        }
}

TEST_CASE(
    "mirror: no light leaks to the far side, every tap lies within the support rounded up to the dilation") {
    Engine* e = engine();
    if (!e) return;
    constexpr int side = 64, levels = 3;
    for (const auto& order : orders())
        for (const int radius : {1, 2})
            for (const int at : {0, 1, 5, 32, 62, 63}) {
                std::vector<double> impulse(side * side, 0.0);
                impulse[std::size_t(at * side + (side - 1 - at))] = 1;
                auto s = smoothing(levels, radius);
                s.border = named("mirror");
                s.how.order = &order;
                const Pixels out = run(*e, s, grey({side, side}, impulse));
                for (int y = 0; y < side; ++y)
                    for (int x = 0; x < side; ++x) {
                        const bool near = std::abs(y - at) <= support(levels, radius) &&
                                          std::abs(x - (side - 1 - at)) <= support(levels, radius);
                        if (!near) REQUIRE(std::abs(sample(out, std::size_t(y * side + x))) < 1e-12);
                    }
            }
}

TEST_CASE("mirror: away from the border it is exact") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& order : orders()) {
        auto s = busy_settings("rgb");
        s.levels = 3;
        const Pixels input = make_pixels({80, 70}, PixelType::f32);
        const Pixels exact = run(*e, s, input);
        s.border = named("mirror");
        s.how.order = &order;
        const Pixels mirrored = run(*e, s, input);
        const int margin = support(3, 2);
        double inside = 0, border = 0;
        for (int y = 0; y < 70; ++y)
            for (int x = 0; x < 80; ++x)
                for (int c = 0; c < 3; ++c) {
                    const auto i = std::size_t((y * 80 + x) * 3 + c);
                    const double difference = std::abs(sample(exact, i) - sample(mirrored, i));
                    const bool far = x >= margin && x < 80 - margin && y >= margin && y < 70 - margin;
                    (far ? inside : border) = std::max(far ? inside : border, difference);
                }
        CHECK(inside <= 2e-6);
        CHECK(border > 1e-4); // approximate, as documented
    }
}
