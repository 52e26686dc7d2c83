// Tests Gaussians instead of SVGF's terms (--filter eaw) against the equations, in every way to compute them,
// with all roles and with none.
#include "svgf/shot.h"
#include <doctest/doctest.h>

using namespace atrous;
using namespace svgf_shot;

namespace {

SvgfSettings gaussians() {
    SvgfSettings settings;
    settings.filter = &find_row(render_filters(), "eaw", "filter");
    settings.reach = settings.fit = 0;
    return settings;
}

void check_exact(const std::vector<float>& found, const reference::svgf::Planes& wanted) {
    const Difference d = difference(found, wanted);
    CHECK(d.values == found.size());
    CHECK(d.largest <= 1e-4);
}

/// The ways to compute a frame with as few programs as possible, because compiling one takes seconds.
std::vector<SvgfSettings> ways_in_two_forms() {
    auto all = ways(gaussians());
    for (SvgfSettings& way : all)
        if (!way.how.form->tiles) way.how.form = &find_row(forms(), "vector", "form");
    return all;
}

} // namespace

TEST_CASE(
    "Gaussians: every way to compute a frame, its lights and its emission gives the reference, and the same") {
    Engine* e = test::engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{7, 43}, Size{61, 47}}) {
        const Shot shot = make_shot(size, 0, {.emission = true, .variance = true, .lights = 2});
        const auto wanted = all_planes(expected(gaussians(), shot));
        check_ways(*e, ways_in_two_forms(), shot,
                   [&](const std::vector<float>& found) { check_exact(found, wanted); });
    }
}

TEST_CASE("Gaussians: a frame without any role but the beauty, other sigmas, and strength below 1") {
    Engine* e = test::engine();
    if (!e) return;
    Shot shot = make_shot({35, 22}, 0, {.lights = 1}); // the program of lights is compiled already
    std::vector<SvgfSettings> all(5, gaussians());
    all[1].sigma_color = 0.2;
    all[2].sigma_albedo = 0.01;
    all[3].sigma_normal = 2;
    all[4].strength = 0.5;
    std::vector<std::vector<float>> found;
    for (const SvgfSettings& settings : all) {
        found.push_back(run(*e, settings, shot).planes);
        check_exact(found.back(), all_planes(expected(settings, shot)));
        if (found.size() > 1) CHECK(largest_difference(found.back(), found.front()) > 1e-3);
    }
    Samples& frame = *shot.frames[0];
    for (auto* role : {&frame.albedo, &frame.normal, &frame.depth, &frame.previous, &frame.next})
        role->clear();
    check_exact(run(*e, gaussians(), shot).planes, all_planes(expected(gaussians(), shot)));
}
