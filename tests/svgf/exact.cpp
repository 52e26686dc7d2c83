// Tests that the filter follows its equations, in every schedule, order and form, on awkward sizes, and that its parts have
// their purpose.
#include "svgf/shot.h"
#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>

using namespace atrous;
using namespace svgf_shot;

namespace {

void check(Engine& e, const SvgfSettings& settings, const Shot& shot) {
    check_reference(run(e, settings, shot).planes, all_planes(expected(settings, shot)));
}

} // namespace

TEST_CASE("every way to compute a single frame gives the reference, and the same bits") {
    Engine* e = test::engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 23}, Size{7, 43}, Size{61, 47}})
        for (const int fit : {0, 1}) {
            SvgfSettings settings;
            settings.reach = 0;
            settings.fit = fit;
            const Shot shot = make_shot(size, 0);
            const auto wanted = expected(settings, shot).image;
            check_ways(*e, ways(settings), shot,
                       [&](const std::vector<float>& found) { check_reference(found, wanted); });
        }
}

TEST_CASE(
    "what GPUs run gives the reference: forms, orders of the model, lights, mirrored orders, Gaussians, a window, a given variance") {
    Engine* e = test::engine();
    if (!e) return;
    struct Case {
        const char *form, *order;
        int fit, reach;
        bool gaussian;
        Extras extras;
        Size group;
    };
    const Case cases[] = {
        {"direct", "split", 1, 2, false, {.lights = 2}, {}},
        {"direct", "split", 0, 0, false, {.variance = true}, {}},
        {"tile", "split", 1, 0, false, {}, {}},
        {"tile", "split", 1, 1, false, {.emission = true, .glow = true, .lights = 2}, {8, 4}},
        {"tile", "kaleidoscope", 0, 0, false, {}, {}},
        {"tile", "split", 0, 0, true, {}, {8, 4}}};
    for (const Case& one : cases) {
        CAPTURE(one.form);
        CAPTURE(one.order);
        CAPTURE(one.fit);
        SvgfSettings settings;
        settings.reach = one.reach;
        settings.fit = one.fit;
        settings.levels = 4;
        if (one.gaussian) settings.filter = &find_row(render_filters(), "eaw", "filter");
        settings.how.form = &find_row(forms(), one.form, "form");
        settings.how.order = &find_row(orders(), one.order, "order");
        settings.how.group = one.group;
        const Shot shot = make_shot({61, 47}, one.reach, one.extras);
        const auto found = run(*e, settings, shot, usual_neighbours, as_gpu(test::traits(*e))).planes;
        check_reference(found, all_planes(expected(settings, shot)));
    }
}

TEST_CASE("a window of frames gives the reference, whole, with holes, and at the ends of a shot") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    for (const std::vector<int>& holes : {std::vector<int>{}, {1}, {0, 4}, {0, 1, 3, 4}}) {
        CAPTURE(holes.size());
        check(*e, settings, make_shot({53, 37}, 2, {}, holes));
    }
    check(*e, settings, make_shot({1, 1}, 2));
    settings.samples = 12; // albedo of the frame and of the window, half and half
    check(*e, settings, make_shot({31, 29}, 2));
    for (const double samples : {5., 23., 60., 200.}) { // less or more of the residual comes back
        settings.samples = samples;
        check(*e, settings, make_shot({31, 29}, 2, {.emission = true, .lights = 1}));
    }
    settings.samples = 2;
    for (const double own : {.5, 1.}) { // of vectors that do not fit
        settings.own_albedo = own;
        check(*e, settings, make_shot({31, 29}, 2));
    }
}

TEST_CASE(
    "light without a surface gives the reference, in every way to compute it, in a window, with a history and with Gaussians") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    const Shot shot = make_shot({37, 29}, 1, {.glow = true, .lights = 2});
    const auto wanted = all_planes(expected(settings, shot));
    check_ways(*e, ways(settings), shot,
               [&](const std::vector<float>& found) { check_reference(found, wanted); });
    SvgfSettings gaussian;
    gaussian.filter = &find_row(render_filters(), "eaw", "filter");
    gaussian.reach = gaussian.fit = 0;
    check(*e, gaussian, make_shot({37, 29}, 0, {.glow = true}));
}

TEST_CASE("no light flows between light without a surface and its neighbours") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    const Shot shot = make_shot({37, 29}, 1, {.glow = true});
    for (const float side : {-1.0F, 1.0F}) {
        Shot dark = shot;
        for (auto& frame : dark.frames)
            for (std::size_t i = 0; i < frame->beauty.size(); ++i)
                if (frame->coverage[i % frame->coverage.size()] == side) frame->beauty[i] = 0;
        const auto found = run(*e, settings, dark).planes;
        for (std::size_t i = 0; i < found.size(); ++i)
            if (dark.frames[1]->coverage[i % dark.frames[1]->coverage.size()] == side)
                CHECK(found[i] < 1e-30F);
    }
}

TEST_CASE(
    "light that flickers and noise that is the same give the reference, of beauty, emission and lights") {
    Engine* e = test::engine();
    if (!e) return;
    constexpr kernels::SvgfNeighbours known{{{.7F, .3F}, {1.2F, .9F}, {}}, {{1, 1}, {1.6F, .5F}, {}}};
    const Shot shot = make_shot({41, 33}, 2, {.emission = true, .lights = 2});
    const auto wanted = all_planes(expected({}, shot, known));
    const auto found = run(*e, {}, shot, known).planes;
    check_reference(found, wanted);
    CHECK(largest_difference(found, run(*e, {}, shot).planes) > 1e-2);
}

TEST_CASE("neighbours whose noise is wholly the same at the same place do not change the frame, to the bit") {
    Engine* e = test::engine();
    if (!e) return;
    constexpr kernels::SvgfNeighbour same{1, 1};
    constexpr kernels::SvgfNeighbours known{{same, same, same}, {same, same, same}};
    Shot shot = make_shot({41, 33}, 2);
    for (auto& frame : shot.frames) { // nothing moves
        frame = shot.frames[2];
        for (auto* vectors : {&frame->previous, &frame->next}) std::ranges::fill(*vectors, 0.0F);
    }
    SvgfSettings alone;
    alone.reach = 0;
    CHECK(run(*e, {}, shot, known).planes == run(*e, alone, {{shot.frames[2]}}).planes);
}

TEST_CASE("a window of frames gives the same in every way to compute it") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    const Shot shot = make_shot({37, 21}, 1);
    const auto first = run(*e, settings, shot).planes;
    check_reference(first, expected(settings, shot).image);
    for (const auto& way : ways(settings)) {
        CAPTURE(name_of(way));
        CHECK(run(*e, way, shot).planes == first);
    }
}

TEST_CASE("other sigmas give the reference, and each a different image") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings base;
    base.reach = 0;
    base.levels = 2;
    const Shot shot = make_shot({37, 31}, 0, {.lights = 2}); // other tests have the same programs
    Shot without_normals = shot;                             // which also distinguish the wall from the disc
    without_normals.frames[0]->normal.clear();
    std::vector<SvgfSettings> others(3, base);
    others[0].sigma_luma = 4;
    others[1].sigma_normal = 128;
    others[2].sigma_depth = 500;
    for (const auto& settings : others) {
        const Shot& frames = settings.sigma_depth == base.sigma_depth ? shot : without_normals;
        const auto found = run(*e, settings, frames).planes;
        check_reference(found, all_planes(expected(settings, frames)));
        CHECK(largest_difference(found, run(*e, base, frames).planes) > 1e-3);
    }
}

TEST_CASE("half storage is near the reference") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.how.storage = &find_row(storages(), "half", "storage");
    const Shot shot = make_shot({29, 21}, 1);
    const auto wanted = expected(settings, shot).image;
    const Difference d = difference(run(*e, settings, shot).planes, wanted);
    CHECK(d.mean <= 2e-3);
    CHECK(d.largest <= 0.02);
}

TEST_CASE("emission, a given variance and lights give the reference") {
    Engine* e = test::engine();
    if (!e) return;
    const Extras extras{.emission = true, .variance = true, .lights = 2};
    SvgfSettings settings;
    settings.strength = 0.6;
    check(*e, settings, make_shot({37, 31}, 1, extras));
}

TEST_CASE("halves: strength applies to emission in all stacks, and to other light when halves are joined") {
    Engine* e = test::engine();
    if (!e) return;
    const Shot shot = make_shot({37, 31}, 1, {.emission = true});
    SvgfSettings settings;
    settings.reach = 1;
    settings.samples = 4;
    const auto planes_of = [&](bool halves, double strength) {
        settings.halves = halves;
        settings.strength = strength;
        return run(*e, settings, shot).planes;
    };
    const std::vector<float> half = planes_of(true, .25), full = planes_of(true, 1),
                             single = planes_of(false, .25);
    const std::size_t light = single.size() / 2; // beauty, emission; of halves, frame and means follow
    REQUIRE(half.size() == 4 * light);
    float largest = 0; // change of emission by the strength
    for (std::size_t i = 0; i < light; ++i) {
        const float emission = half[light + i];
        CHECK(emission == single[light + i]);
        largest = std::max(largest, std::abs(emission - full[light + i]));
        CHECK(half[2 * light + i] - emission == doctest::Approx(full[2 * light + i] - full[light + i]));
        const float joined = half[2 * light + i] + .25F * (half[i] - half[2 * light + i]);
        CHECK(joined == doctest::Approx(single[i]).epsilon(1e-4));
    }
    CHECK(largest > .01F);
}

TEST_CASE("a frame without any role but the beauty is filtered without guides") {
    Engine* e = test::engine();
    if (!e) return;
    Shot shot = make_shot({35, 22}, 2);
    for (auto& frame : shot.frames)
        for (auto* role : {&frame->albedo, &frame->normal, &frame->depth, &frame->previous, &frame->next})
            role->clear();
    const SvgfPicture picture = run(*e, {}, shot);
    CHECK(picture.unmatched_fraction() == 1);
    SvgfSettings alone;
    alone.reach = 0;
    const Shot middle{{shot.frames[2]}};
    check_reference(picture.planes, expected(alone, middle).image);
}

TEST_CASE(
    "no light is below 0 around light sources, whose albedo is their radiance, and lights still add up to the beauty") {
    Engine* e = test::engine();
    if (!e) return;
    Shot shot = make_shot({61, 47}, 2, {.lights = 2});
    for (std::size_t number = 0; number < shot.frames.size(); ++number) {
        Samples& s = *shot.frames[number];
        for (int y = 10; y < 40; ++y)
            for (int x = 0; x < s.size.width; ++x) {
                if ((x * 7 + y * 13 + int(number) * 5) % 23 > 4)
                    continue; // out of focus: other pixels in each frame
                for (std::vector<float>* planes : {&s.albedo, &s.beauty, &s.lights})
                    for (int k = 0; k < int(planes->size()) / s.size.pixels(); ++k)
                        s.at(*planes, k, x, y) *= 30;
            }
    }
    for (const double samples : {2.0, 16.0}) {
        SvgfSettings settings;
        settings.samples = samples;
        const SvgfPicture result = run(*e, settings, shot);
        check_reference(result.planes, all_planes(expected(settings, shot)));
        const std::size_t light = result.planes.size() / 3;
        CHECK(std::ranges::min(std::span(result.planes).first(light)) >= 0);
        for (std::size_t i = 0; i < light; ++i) {
            const float sum = result.planes[light + i] + result.planes[2 * light + i];
            CHECK(std::abs(sum - result.planes[i]) <= 1e-4F * std::max(result.planes[i], 1.0F));
        }
    }
}
