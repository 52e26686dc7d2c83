// Tests that each branch of the planner of renders gives the same bits in memory full of NaN and in memory that another
// shot left. A kernel, or a macro of levels, that no plan takes fails the test.
#include "support/branches.h"
#include "filters/atrous/frame.h"
#include "svgf/shot.h"
#include <doctest/doctest.h>

using namespace atrous;
using namespace svgf_shot;

namespace {

/// What a plan depends on.
struct Way {
    const char *form, *order;
    bool gpu;
    int fit, reach;
    Extras extras{};
    bool gaussian = false;
    const char* prefilter = nullptr;
};

SvgfSettings settings_of(const Way& way) {
    SvgfSettings s;
    s.levels = 3;
    s.samples = 64; // with residuals
    s.fit = way.fit;
    s.reach = way.reach;
    s.how.form = &find_row(forms(), way.form, "form");
    s.how.order = &find_row(orders(), way.order, "order");
    if (way.gaussian) s.filter = &find_row(render_filters(), "eaw", "filter");
    if (way.prefilter) s.prefilter = &find_row(prefilters(), way.prefilter, "prefilter");
    return s;
}

SvgfRoles roles_of(const Extras& extras) {
    return {.emission = extras.emission,
            .variance = extras.variance,
            .coverage = extras.glow,
            .pilot = extras.pilot,
            .lights = extras.lights};
}

const std::vector<std::string> macros = {"VECTOR", "ON_GPU", "FIT", "LIGHTS", "EAW", "MIRRORED", "PIXELS"};

void add_plans(const Way& way, Size size, const DeviceTraits& traits, test::Branches& taken) {
    const SvgfResolved settings = resolve(settings_of(way), traits);
    const SvgfRoles roles = roles_of(way.extras);
    const SvgfWindow window{way.reach, way.reach};
    test::add_branches(svgf_prepare_plan(settings, size, roles, traits), macros, taken);
    test::add_branches(svgf_filter_plan(settings, size, roles, window, traits), macros, taken);
    if (roles.pilot)
        test::add_branches(svgf_pilot_plan(settings, size, roles, window, traits), macros, taken);
}

/// The levels of a way as branches.
void expect(test::Branches& wanted, const std::string& kernel, const std::string& lanes,
            const std::string& rest) {
    wanted.insert(kernel + " VECTOR=" + lanes + " " + rest);
}

} // namespace

TEST_CASE("branches: every form, model, light and order of renders gives its bits in memory full of NaN") {
    if (!test::engine()) return;
    const Extras lights{.emission = true, .variance = true, .glow = true, .lights = 2};
    const Way ways[] = {{"vector", "split", false, 1, 1, lights},
                        {"vector", "split", false, 1, 0},
                        {"vector", "kaleidoscope", false, 0, 0},
                        {"vector", "split", false, 0, 0, {}, true},
                        {"vector", "split", false, 0, 0, {}, false, "albedo,normal,depth"},
                        {"direct", "split", false, 0, 0},
                        {"direct", "split", false, 0, 1, {.pilot = true}},
                        {"tile", "split", false, 0, 0},
                        {"direct", "split", true, 1, 1, lights},
                        {"direct", "split", true, 1, 0},
                        {"tile", "split", true, 1, 1, lights},
                        {"tile", "split", true, 1, 0},
                        {"tile", "kaleidoscope", true, 0, 0},
                        {"tile", "split", true, 0, 0, {}, true}};
    test::Branches wanted, taken;
    for (const Way& way : ways) {
        CAPTURE(way.form);
        CAPTURE(way.order);
        CAPTURE(way.gpu);
        CAPTURE(way.fit);
        DeviceTraits traits = test::traits(*test::engine());
        if (way.gpu) traits = as_gpu(traits);
        for (const Size size : {Size{48, 17}, Size{37, 19}}) {
            const Shot shot = make_shot(size, way.reach, way.extras);
            Shot other = shot;
            for (auto& frame : other.frames)
                for (float& v : frame->beauty) v = 1e6F * (v + 1);
            const SvgfSettings settings = settings_of(way);
            run(test::keeping_engine(), settings, other, usual_neighbours, traits); // leaves its values
            const auto found = run(*test::engine(), settings, shot, usual_neighbours, traits).planes;
            CHECK(found == run(test::keeping_engine(), settings, shot, usual_neighbours, traits).planes);
            add_plans(way, size, traits, taken);
        }
    }
    const std::string lanes = std::to_string(vector_lanes(test::traits(*test::engine())));
    for (const char* fit : {"0", "1"})
        for (const char* light : {"0", "1"}) {
            const std::string rest =
                std::string("FIT=") + fit + " LIGHTS=" + light + " EAW=0 MIRRORED=0 PIXELS=";
            expect(wanted, "svgf_level", lanes, "ON_GPU=0 " + rest + "0");
            expect(wanted, "svgf_level", "1", "ON_GPU=1 " + rest + "0");
            expect(wanted, "svgf_level_tile", "1",
                   "ON_GPU=1 " + rest + (*fit == '0' && *light == '0' ? "2" : "0"));
        }
    expect(wanted, "svgf_level", lanes, "ON_GPU=0 FIT=0 LIGHTS=0 EAW=0 MIRRORED=1 PIXELS=0");
    expect(wanted, "svgf_level", lanes, "ON_GPU=0 FIT=0 LIGHTS=0 EAW=1 MIRRORED=0 PIXELS=0");
    expect(wanted, "svgf_level", "1", "ON_GPU=0 FIT=0 LIGHTS=0 EAW=0 MIRRORED=0 PIXELS=0");
    expect(wanted, "svgf_level_tile", "1", "ON_GPU=0 FIT=0 LIGHTS=0 EAW=0 MIRRORED=0 PIXELS=0");
    expect(wanted, "svgf_level_tile", "1", "ON_GPU=1 FIT=0 LIGHTS=0 EAW=0 MIRRORED=1 PIXELS=0");
    expect(wanted, "svgf_level_tile", "1", "ON_GPU=1 FIT=0 LIGHTS=0 EAW=1 MIRRORED=0 PIXELS=2");
    CHECK(wanted.size() == 18);
    test::Branches levels = taken;
    std::erase_if(levels, [](const std::string& branch) { return !branch.starts_with("svgf_level"); });
    CHECK(test::differences(wanted, levels) == "");
    std::set<std::string> kernels = test::kernels_in("svgf");
    CHECK(kernels.size() > 15);
    for (const char* elsewhere :
         {"svgf_invert_depth", "svgf_invert_pixel", "svgf_invert_vectors", // moving.cpp
          "svgf_reproject", "svgf_keep"})                                  // recursive.cpp
        CHECK(kernels.erase(elsewhere) == 1);
    CHECK(test::never_taken(kernels, taken) == "");
}
